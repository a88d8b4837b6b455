#pragma once
// Uncertainty budget of E_hm, the deviation of the rig from its twin: the part that follows from limited
// knowledge of the rig, in addition to random scatter.
//
//   u_i   standard uncertainty of gap, scales, temperature: [uncertainty] of the rig file
//   c_i   100 (f(+u_i) - f(-u_i))/(2 m): effect on a measure, percent of the twin's mean m, from noise-free
//         runs of
//         the twin on a rig that deviates by u_i from its file
//   u_c   sqrt(sum c_i^2 + u_r^2)        u_r  of the means of rig and twin, from their scatter
//   U     2 u_c                          |E_hm| <= U: rig and twin agree within the uncertainty
//
// Temperature changes the specimens' stiffness and the gap together. Source: JCGM 100 (GUM), 5.1.

#include <array>
#include <string_view>

#include "rig/comparison/twin_ensemble.hpp"

namespace hilspace::rig {

inline constexpr std::array<std::string_view, 4> kBudget{"gap", "position_scale", "force_scale",
                                                         "temperature"};
inline constexpr double kCoverage = 2.0;

struct Budget {
  std::array<Measured, kBudget.size()> share{};  // c_i of each measure, percent; signed
  /// U of a measure whose means have the relative standard uncertainty u_r, percent.
  double expanded(std::size_t measure, double by_chance_pct) const;
};

/// Throws RunError, like twin_ensemble().
Budget uncertainty_budget(const Campaign& campaign, const TwinEnsemble& twin);

}  // namespace hilspace::rig
