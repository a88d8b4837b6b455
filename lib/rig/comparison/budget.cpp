#include "rig/comparison/budget.hpp"

#include <cmath>

#include "numerics/sample_mean.hpp"

namespace hilspace::rig {
namespace {

Offsets times(const Offsets& offsets, double factor) {
  return {factor * offsets.gap, factor * offsets.position_scale, factor * offsets.force_scale,
          factor * offsets.stiffness};
}

/// In the order of kBudget.
std::array<Offsets, kBudget.size()> offsets_of(const Uncertainties& u) {
  return {Offsets{u.gap, 0.0, 0.0, 0.0}, Offsets{0.0, u.position_scale, 0.0, 0.0},
          Offsets{0.0, 0.0, u.force_scale, 0.0},
          Offsets{u.temperature * u.gap_per_kelvin, 0.0, 0.0, u.temperature * u.stiffness_per_kelvin}};
}

}  // namespace

double Budget::expanded(std::size_t measure, double by_chance_pct) const {
  double squares = by_chance_pct * by_chance_pct;
  for (const Measured& each : share) squares += each[measure] * each[measure];
  return kCoverage * std::sqrt(squares);
}

Budget uncertainty_budget(const Campaign& campaign, const TwinEnsemble& twin) {
  Budget found;
  Measured mean;
  numerics::SampleMeans means;
  for (std::size_t k = 0; k < kMeasures.size(); ++k) {
    std::vector<double> values;
    for (const Measured& run : twin.runs) values.push_back(run[k]);
    mean[k] = means.of(values).mean;
  }
  const auto offsets = offsets_of(campaign.rig.uncertainties);
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    const Measured more = twin_with(campaign, twin.scenario, offsets[i]),
                   less = twin_with(campaign, twin.scenario, times(offsets[i], -1.0));
    for (std::size_t k = 0; k < kMeasures.size(); ++k)
      found.share[i][k] = 50.0 * (more[k] - less[k]) / mean[k];
  }
  return found;
}

}  // namespace hilspace::rig
