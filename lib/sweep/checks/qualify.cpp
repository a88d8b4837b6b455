#include "sweep/checks/qualify.hpp"

#include <cmath>

namespace hilspace::sweep {
namespace {

using study::Id;

double or_infinite(double value) {
  return std::isnan(value) ? std::numeric_limits<double>::infinity() : value;
}

}  // namespace

Judged judged(const study::Study& study, std::uint64_t index, const metrics::Row& row) {
  Judged result{row.outcome, {}, {}};
  if (row.outcome != Outcome::ok) return result;
  const auto values = study::parameter_values(study, index);
  const metrics::Bodies bodies{models::reduced_mass(study::axial_setup(study, index)),
                               values["approach.velocity"_id]};
  result.demand = metrics::demand(row, bodies, values["approach.air_gap"_id] + values["rig.offset"_id]);
  result.verdict = metrics::verdict(
      result.demand,
      {values["rig.stroke"_id], values["rig.blocking_force"_id], or_infinite(values["rig.velocity_limit"_id]),
       or_infinite(values["rig.acceleration_limit"_id]), values["rig.safety_factor"_id]});
  return result;
}

}  // namespace hilspace::sweep
