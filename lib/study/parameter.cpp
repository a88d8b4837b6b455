#include "study/parameter.hpp"

#include <algorithm>

namespace hilspace::study {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

constexpr Parameter positive(std::string_view path, std::string_view unit, std::string_view example,
                             std::string_view description) {
  return {path, Kind::quantity, unit, 0.0, false, kInfinity, kNone, example, description};
}
constexpr Parameter not_negative(std::string_view path, std::string_view unit, double fallback,
                                 std::string_view example, std::string_view description) {
  return {path, Kind::quantity, unit, 0.0, true, kInfinity, fallback, example, description};
}
constexpr Parameter number(std::string_view path, double high, double fallback, std::string_view example,
                           std::string_view description) {
  return {path, Kind::number, "1", 0.0, false, high, fallback, example, description};
}
constexpr Parameter name(std::string_view path, Kind kind, std::string_view example,
                         std::string_view description) {
  return {path, kind, "1", 0.0, true, kInfinity, kNone, example, description};
}

constexpr std::array kParameters{
    positive("chaser.mass", "kg", "\"30 kg\"", "mass of the chaser, the body that approaches"),
    positive("target.mass", "kg", "\"75 kg\"", "mass of the target, the body that is docked to"),
    positive("approach.velocity", "m s-1", "\"0.1 m/s\"", "closing speed at the first contact"),
    name("contact.law", Kind::law, "\"flores\"", "force law of the contact (hilspace list laws)"),
    number("contact.restitution", 1.0, kNone, "0.8",
           "coefficient of restitution projected into the law; the law hertz ignores it, and needs none"),
    name("contact.chaser_material", Kind::material, "\"polyimide\"",
         "material of the chaser's tip (hilspace list materials, or a table of your own)"),
    name("contact.target_material", Kind::material, "\"aluminium\"",
         "material of the target's surface (hilspace list materials, or a table of your own)"),
    positive("contact.radius", "m", "\"25 mm\"", "radius of the chaser's tip on a flat target"),
    positive("contact.chaser_radius", "m", "\"25 mm\"",
             "radius of the chaser's surface at the contact, together with contact.target_radius"),
    positive("contact.target_radius", "m", "\"100 mm\"",
             "radius of the target's surface at the contact, together with contact.chaser_radius"),

    not_negative("actuator.total_delay", "s", kNone, "\"1 ms\"",
                 "total delay D of the actuator: a second-order low-pass of natural frequency 4/D; 0: none"),
    positive("actuator.bandwidth", "Hz", "\"640 Hz\"",
             "instead of total_delay: natural frequency of the actuator's low-pass in hertz"),
    positive("actuator.natural_frequency", "rad s-1", "\"4000 rad/s\"",
             "instead of total_delay: natural frequency of the actuator's low-pass in radians per second"),
    number("actuator.damping", kInfinity, 0.7, "0.7", "damping ratio of the actuator's low-pass"),
    not_negative("actuator.resolution", "m", 0.0, "\"1 um\"",
                 "smallest step of the actuator's position; 0: continuous"),

    not_negative("force_sensor.total_delay", "s", kNone, "\"0.1 ms\"",
                 "total delay D of the sensor: a second-order low-pass of natural frequency 4/D; 0: none"),
    positive("force_sensor.bandwidth", "Hz", "\"10 kHz\"",
             "instead of total_delay: natural frequency of the sensor's low-pass in hertz"),
    positive("force_sensor.natural_frequency", "rad s-1", "\"62832 rad/s\"",
             "instead of total_delay: natural frequency of the sensor's low-pass in radians per second"),
    number("force_sensor.damping", kInfinity, 0.7, "0.7", "damping ratio of the sensor's low-pass"),
    not_negative("force_sensor.resolution", "N", 0.0, "\"1 N\"",
                 "smallest step of the measured force; 0: continuous"),

    positive("numerics.step", "s", "\"1 us\"",
             "largest step of the time grid both models share; absent: chosen for each scenario"),
    positive("numerics.time_limit", "s", "\"2 s\"",
             "simulated time after which a scenario is given up; absent: chosen for each scenario"),
    positive("numerics.penetration_limit", "m", "\"0.3 mm\"",
             "penetration beyond which a scenario is given up; absent: none"),
};
static_assert(kParameters.size() == kParameterCount);

constexpr std::array kExclusive{
    Exclusive{Id::contact_radius, Id::contact_chaser_radius},
    Exclusive{Id::contact_radius, Id::contact_target_radius},
    Exclusive{Id::actuator_total_delay, Id::actuator_bandwidth},
    Exclusive{Id::actuator_total_delay, Id::actuator_natural_frequency},
    Exclusive{Id::actuator_bandwidth, Id::actuator_natural_frequency},
    Exclusive{Id::force_sensor_total_delay, Id::force_sensor_bandwidth},
    Exclusive{Id::force_sensor_total_delay, Id::force_sensor_natural_frequency},
    Exclusive{Id::force_sensor_bandwidth, Id::force_sensor_natural_frequency},
};

}  // namespace

std::span<const Parameter> parameters() { return kParameters; }

std::optional<Id> find_parameter(std::string_view path) {
  const auto found = std::ranges::find(kParameters, path, &Parameter::path);
  if (found == kParameters.end()) return std::nullopt;
  return static_cast<Id>(found - kParameters.begin());
}

std::span<const Exclusive> exclusive_parameters() { return kExclusive; }

}  // namespace hilspace::study
