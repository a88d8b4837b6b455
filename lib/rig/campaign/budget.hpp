#pragma once
// The budget of uncertainty of E_hm, the rig against its twin: what of it may come from what is known of the
// rig only so well, beside chance.
//
//   u_i   standard uncertainty of gap, scales, temperature: [uncertainty] of the rig file
//   c_i   100 (f(+u_i) - f(-u_i))/(2 m): what it does to a measure, percent of the twin's mean m; by runs of
//   the
//         twin without noise on a rig that is off by u_i, believed to be as its file says
//   u_c   sqrt(sum c_i^2 + u_r^2)        u_r  of the means of rig and twin, by their spread
//   U     2 u_c                          |E_hm| <= U: rig and twin agree as well as can be told
//
// Temperature makes specimens softer and gaps other, at once. Source: JCGM 100 (GUM), 5.1.

#include <array>
#include <string_view>

#include "rig/campaign/twin_ensemble.hpp"

namespace hilspace::rig {

inline constexpr std::array<std::string_view, 4> kBudget{"gap", "position_scale", "force_scale",
                                                         "temperature"};
inline constexpr double kCoverage = 2.0;

struct Budget {
  std::array<Measured, kBudget.size()> share{};  // c_i of each measure, percent; signed
  /// U of a measure whose means have the relative standard uncertainty u_r, percent.
  double expanded(std::size_t measure, double by_chance_pct) const;
};

/// Throws RunError, as twin_ensemble() does.
Budget uncertainty_budget(const Campaign& campaign, const TwinEnsemble& twin);

}  // namespace hilspace::rig
