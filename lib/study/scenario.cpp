// From the index of a scenario to its numbers.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "contact/law.hpp"
#include "study/study.hpp"

namespace hilspace::study {
namespace {

/// Calls visit(axis number, position on it), the last axis first.
template <class Visit>
void for_each_position(const Study& study, std::uint64_t index, Visit visit) {
  for (std::size_t k = study.axes.size(); k-- > 0;) {
    const std::uint64_t size = study.axes[k].size();
    visit(k, static_cast<std::size_t>(index % size));
    index /= size;
  }
}

double or_else(double value, double otherwise) { return std::isnan(value) ? otherwise : value; }

double natural_frequency(double total_delay, double bandwidth, double natural_frequency) {
  if (total_delay > 0.0) return 4.0 / total_delay;
  if (bandwidth > 0.0) return 2.0 * std::numbers::pi * bandwidth;
  return or_else(natural_frequency, 0.0);
}

contact::Material material(const Study& study, double index) {
  return study.materials[static_cast<std::size_t>(index)].material;
}

double radius(const ParameterValues& values) {
  if (!std::isnan(values[Id::contact_radius])) return values[Id::contact_radius];  // the target is flat
  return contact::effective_radius(values[Id::contact_chaser_radius], values[Id::contact_target_radius]);
}

}  // namespace

std::uint64_t scenario_count(const Study& study) {
  std::uint64_t count = 1;
  for (const auto& axis : study.axes) count *= axis.size();
  return count;
}

std::vector<std::size_t> positions(const Study& study, std::uint64_t index) {
  std::vector<std::size_t> result(study.axes.size());
  for_each_position(study, index, [&](std::size_t axis, std::size_t position) { result[axis] = position; });
  return result;
}

ParameterValues parameter_values(const Study& study, std::uint64_t index) {
  ParameterValues values = study.base;
  for_each_position(study, index, [&](std::size_t k, std::size_t position) {
    const Axis& axis = study.axes[k];
    for (std::size_t p = 0; p < axis.parameters.size(); ++p)
      values[axis.parameters[p]] = axis.values[p][position];
  });
  return values;
}

models::AxialSetup axial_setup(const Study& study, std::uint64_t index) {
  const ParameterValues values = parameter_values(study, index);
  const auto law = contact::kLaws[static_cast<std::size_t>(values[Id::contact_law])].law;

  models::AxialSetup setup;
  setup.chaser_mass = values[Id::chaser_mass];
  setup.target_mass = values[Id::target_mass];
  setup.approach_velocity = values[Id::approach_velocity];
  setup.stiffness =
      contact::hertz_stiffness(material(study, values[Id::contact_chaser_material]),
                               material(study, values[Id::contact_target_material]), radius(values));
  setup.damping_number = contact::damping_number(law, values[Id::contact_restitution]);
  setup.actuator = {
      .natural_frequency = natural_frequency(values[Id::actuator_total_delay], values[Id::actuator_bandwidth],
                                             values[Id::actuator_natural_frequency]),
      .damping = values[Id::actuator_damping],
      .resolution = values[Id::actuator_resolution],
  };
  setup.force_sensor = {
      .natural_frequency =
          natural_frequency(values[Id::force_sensor_total_delay], values[Id::force_sensor_bandwidth],
                            values[Id::force_sensor_natural_frequency]),
      .damping = values[Id::force_sensor_damping],
      .resolution = values[Id::force_sensor_resolution],
  };
  if (!study.hil) {
    // Nobody asks how the instruments do; ideal ones make the HIL model follow the docking model.
    setup.actuator = {};
    setup.force_sensor = {};
  }
  // Absent: the setup's own default.
  setup.step = or_else(values[Id::numerics_step], setup.step);
  setup.time_limit = or_else(values[Id::numerics_time_limit], setup.time_limit);
  setup.penetration_limit = or_else(values[Id::numerics_penetration_limit], setup.penetration_limit);
  return setup;
}

std::string text_of(const Study& study, Id parameter, double value) {
  const Kind kind = parameters()[static_cast<std::size_t>(parameter)].kind;
  if (kind == Kind::law) return std::string(contact::kLaws[static_cast<std::size_t>(value)].name);
  if (kind == Kind::material) return study.materials[static_cast<std::size_t>(value)].name;
  return fmt::format("{}", value);
}

bool is_error_sample(const Study& study, std::uint64_t index) {
  if (study.error_share <= 0.0) return false;
  const std::uint64_t count = scenario_count(study);
  const auto share = static_cast<std::uint64_t>(std::ceil(study.error_share * static_cast<double>(count)));
  const std::uint64_t samples = std::max(share, std::min<std::uint64_t>(count, 8));
  // index * samples reaches 2^80.
  const auto before = [&](std::uint64_t i) {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>(static_cast<Wide>(i) * samples / count);
  };
  return before(index + 1) > before(index);
}

}  // namespace hilspace::study
