#pragma once
// Statistics of the repetitions of a campaign's scenario: each measure of the rig (mean, deviation, standard
// error of the mean) compared with docking model and twin, with confidence intervals.
//
//   d  docking model, exact      m  mean of the twin's ensemble      h  mean of the rig's runs
//   u_m = s_m/sqrt(n_m), u_h = s_h/sqrt(n_h)                          standard errors
//   fidelity 100 (m - d)/(h - d)   with Fieller's interval (numerics/ratio_interval.hpp)
//   E_hm 100 (h - m)/m             +- 100 t sqrt(u_m^2 + u_h^2)/|m|, Welch's degrees
//
// The fidelity's interval contains 100 % where h - m does not differ significantly from 0. Where h - d does
// not, |E_hd| is within its noise: the rig has no measurable effect on the docking, and no fidelity is given.
// With fewer than kOwnSpread runs the twin's standard deviation is used, u_h = s_m/sqrt(n_h). Confidence
// level 95 %; for measures that are approximately normally distributed.

#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

#include "metrics/fidelity.hpp"
#include "numerics/ratio_interval.hpp"
#include "numerics/sample_mean.hpp"
#include "rig/comparison/budget.hpp"

namespace hilspace::rig {

inline constexpr double kConfidence = 0.95;
inline constexpr std::size_t kOwnSpread = 5;  // runs from which their own standard deviation is used

struct MeasureStatistics {
  double docking = 0.0;
  numerics::SampleMean twin, rig;
  bool own_spread = false;           // that of the rig's own runs
  metrics::Fidelity of_means{};      // fidelity NaN where not defined
  numerics::RatioInterval fidelity;  // percent; unbounded: |E_hd| is within its noise
  double e_hd_noise_pct = 0.0;       // percent of d that |E_hd| has to exceed
  double e_hm_half_pct = 0.0;        // half-width of the interval of E_hm, percent of m
  double by_chance_pct = 0.0;        // its standard uncertainty, also percent of m
};

/// Statistics of one measure, from the docking model, each run of the twin and each of the rig.
MeasureStatistics statistics(double docking, std::span<const double> twin, std::span<const double> rig);

/// Reason why there is no fidelity; empty where there is one.
std::string_view because(const MeasureStatistics& measure);

struct ScenarioStatistics {
  std::uint64_t scenario = 0;
  std::array<MeasureStatistics, kMeasures.size()> measures;
  Budget budget;

  /// U of E_hm, percent, and whether E_hm is within it.
  double expanded(std::size_t measure) const;
  bool agrees(std::size_t measure) const;
};
ScenarioStatistics statistics(const TwinEnsemble& twin, std::span<const Measured> rig,
                              const Budget& budget = {});

/// How the table begins, whatever columns follow.
inline constexpr std::string_view kStatisticsHeading = "scenario,measure,units,";

/// One line per scenario and measure. Throws RunError.
void write_statistics_table(const std::filesystem::path& path, std::span<const ScenarioStatistics> all);

}  // namespace hilspace::rig
