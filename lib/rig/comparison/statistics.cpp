#include "rig/comparison/statistics.hpp"

#include <cmath>
#include <limits>

#include "numerics/quantile.hpp"

namespace hilspace::rig {
namespace {

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

/// Quantile t of the confidence interval for that many degrees of freedom.
double student_reach(double degrees) {
  return degrees < 1e6 ? numerics::student_quantile(0.5 + 0.5 * kConfidence, degrees)
                       : numerics::normal_quantile(0.5 + 0.5 * kConfidence);
}

std::vector<double> values_of(std::span<const Measured> runs, std::size_t i) {
  std::vector<double> values;
  for (const Measured& run : runs) values.push_back(run[i]);
  return values;
}

}  // namespace

MeasureStatistics statistics(double docking, std::span<const double> twin, std::span<const double> rig) {
  numerics::SampleMeans means;
  MeasureStatistics found;
  found.docking = docking;
  found.twin = means.of(twin);
  found.rig = means.of(rig);
  found.fidelity = {kNoNumber, kNoNumber, kNoNumber, false};
  found.own_spread = found.rig.count >= kOwnSpread;
  found.of_means = metrics::fidelity(docking, found.twin.mean, found.rig.mean);
  const auto n_m = static_cast<double>(found.twin.count), n_h = static_cast<double>(found.rig.count);
  const double spread = found.own_spread ? found.rig.deviation : found.twin.deviation;
  const numerics::Uncertain m{found.twin.mean - docking, found.twin.deviation / std::sqrt(n_m), n_m - 1.0};
  const numerics::Uncertain h{found.rig.mean - docking, spread / std::sqrt(n_h),
                              (found.own_spread ? n_h : n_m) - 1.0};
  if (std::isnan(m.value) || std::isnan(h.value) || std::isnan(m.error) || std::isnan(h.error)) {
    found.of_means.fidelity_pct = found.e_hd_noise_pct = found.e_hm_half_pct = found.by_chance_pct =
        kNoNumber;
    return found;
  }
  const double degrees = numerics::welch_degrees(m, h);
  found.by_chance_pct = std::abs(100.0 * std::hypot(m.error, h.error) / found.twin.mean);
  found.e_hm_half_pct = student_reach(degrees) * found.by_chance_pct;
  numerics::RatioInterval ratio = numerics::ratio_interval(m, h, kConfidence);
  found.e_hd_noise_pct =
      std::abs(100.0 * student_reach(numerics::welch_degrees(m, h, ratio.value)) * h.error / docking);
  found.fidelity = {100.0 * ratio.value, 100.0 * ratio.low, 100.0 * ratio.high, ratio.bounded};
  if (!ratio.bounded) found.of_means.fidelity_pct = kNoNumber;
  return found;
}

std::string_view because(const MeasureStatistics& measure) {
  if (measure.fidelity.bounded) return "";
  return std::isnan(measure.rig.mean) || std::isnan(measure.twin.mean) || std::isnan(measure.docking)
             ? "not measured"
             : "|E_hd| is within its noise";
}

double ScenarioStatistics::expanded(std::size_t measure) const {
  return budget.expanded(measure, measures[measure].by_chance_pct);
}

bool ScenarioStatistics::agrees(std::size_t measure) const {
  return std::abs(measures[measure].of_means.e_hm_pct) <= expanded(measure);
}

ScenarioStatistics statistics(const TwinEnsemble& twin, std::span<const Measured> rig, const Budget& budget) {
  ScenarioStatistics found;
  found.scenario = twin.scenario;
  found.budget = budget;
  for (std::size_t i = 0; i < kMeasures.size(); ++i)
    found.measures[i] = statistics(twin.docking[i], values_of(twin.runs, i), values_of(rig, i));
  return found;
}

}  // namespace hilspace::rig
