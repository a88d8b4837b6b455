#include "sweep/qualify.hpp"

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
                               values[Id::approach_velocity]};
  result.demand = metrics::demand(row, bodies, values[Id::approach_air_gap] + values[Id::rig_offset]);
  result.verdict = metrics::verdict(
      result.demand,
      {values[Id::rig_stroke], values[Id::rig_blocking_force], or_infinite(values[Id::rig_velocity_limit]),
       or_infinite(values[Id::rig_acceleration_limit]), values[Id::rig_safety_factor]});
  return result;
}

}  // namespace hilspace::sweep
