#include "study/parameter.hpp"

#include <algorithm>
#include <deque>
#include <string>

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
constexpr Parameter any(std::string_view path, std::string_view unit, std::string_view example,
                        std::string_view description) {
  return {path, Kind::quantity, unit, -kInfinity, true, kInfinity, kNone, example, description};
}
constexpr Parameter number(std::string_view path, double high, double fallback, std::string_view example,
                           std::string_view description) {
  return {path, Kind::number, "1", 0.0, false, high, fallback, example, description};
}
constexpr Parameter at_least_one(std::string_view path, double fallback, std::string_view example,
                                 std::string_view description) {
  return {path, Kind::number, "1", 1.0, true, kInfinity, fallback, example, description};
}
constexpr Parameter name(std::string_view path, Kind kind, std::string_view example,
                         std::string_view description) {
  return {path, kind, "1", 0.0, true, kInfinity, kNone, example, description};
}

constexpr std::array kBefore{
    positive("chaser.mass", "kg", "\"30 kg\"", "mass of the chaser, the body that approaches"),
    positive("target.mass", "kg", "\"75 kg\"", "mass of the target, the body that is docked to"),
    positive("approach.velocity", "m s-1", "\"0.1 m/s\"", "closing speed at the first contact"),
    name("contact.law", Kind::law, "\"flores\"", "force law of the contact (hilspace list laws)"),
    number("contact.restitution", 1.0, kNone, "0.8",
           "coefficient of restitution projected into the law; laws that have no use for it ignore it"),
    name("contact.chaser_material", Kind::material, "\"polyimide\"",
         "material of the chaser's tip (hilspace list materials, or a table of your own)"),
    name("contact.target_material", Kind::material, "\"aluminium\"",
         "material of the target's surface (hilspace list materials, or a table of your own)"),
    positive("contact.radius", "m", "\"25 mm\"", "radius of the chaser's tip on a flat target"),
    positive("contact.chaser_radius", "m", "\"25 mm\"",
             "radius of the chaser's surface at the contact, together with contact.target_radius"),
    positive("contact.target_radius", "m", "\"100 mm\"",
             "radius of the target's surface at the contact, together with contact.chaser_radius"),
    positive("contact.stiffness", "N m-1", "\"1e5 N/m\"",
             "instead of materials and radius: stiffness k of a contact of exponent 1"),
    number("contact.exponent", kInfinity, kNone, "1.5",
           "exponent n of the penetration; absent: 1 for the laws of Kelvin and Voigt, which take no other, "
           "and 1.5 for all others, which is what materials need"),
    positive("contact.reference_force", "N", "\"1 kN\"",
             "instead of materials and radius, for any exponent: elastic force F at reference_penetration d, "
             "k = F/d^n"),
    positive("contact.reference_penetration", "m", "\"0.1 mm\"",
             "penetration at which the elastic force is contact.reference_force"),
    not_negative("contact.damping", "N s m-1", kNone, "\"60 N s/m\"",
                 "viscosity b of the laws kelvin_voigt and kelvin_voigt_tensile; 0: elastic"),
    not_negative("contact.damping_per_stiffness", "s m-1", 0.0, "\"0.2 s/m\"",
                 "viscosity over stiffness, b/k, of the law viscoplastic"),
    at_least_one("contact.permanent_deformation", 1.0, "6.4",
                 "coefficient of permanent deformation that many impacts approach, of the law viscoplastic; "
                 "1: none"),
    number("contact.compaction_rate", kInfinity, kNone, "2.5",
           "how fast impacts approach contact.permanent_deformation, of the law viscoplastic; absent: at the "
           "first one"),
};

/// Of both instruments, in the order of InstrumentKey; U stands for the unit of the instrument's signal.
struct InstrumentRow {
  Parameter parameter;
  std::string_view force_sensor_example;
};
constexpr InstrumentRow both(const Parameter& parameter) { return {parameter, parameter.example}; }

constexpr std::array<InstrumentRow, kInstrumentKeyCount> kInstrumentRows{
    both(not_negative("total_delay", "s", kNone, "\"1 ms\"",
                      "total delay D: a second-order low-pass of natural frequency 4/D; 0: none")),
    both(positive("bandwidth", "Hz", "\"640 Hz\"",
                  "instead of total_delay: natural frequency of the low-pass in hertz")),
    both(positive("natural_frequency", "rad s-1", "\"4000 rad/s\"",
                  "instead of total_delay: natural frequency of the low-pass in radians per second")),
    both(number("damping", kInfinity, 0.7, "0.7", "damping ratio of the low-pass")),
    {not_negative("resolution", "U", kNone, "\"1 um\"",
                  "smallest step of what is shown, a quantizer; 0 or absent: continuous"),
     "\"1 N\""},

    both(not_negative("low_pass.total_delay", "s", kNone, "\"1 ms\"",
                      "total delay D: natural frequency 4/D of the low-pass; 0: none")),
    both(positive("low_pass.bandwidth", "Hz", "\"640 Hz\"",
                  "instead of total_delay: natural frequency of the low-pass in hertz")),
    both(positive("low_pass.natural_frequency", "rad s-1", "\"4000 rad/s\"",
                  "instead of total_delay: natural frequency of the low-pass in radians per second")),
    both(number("low_pass.damping", kInfinity, 0.7, "0.7", "damping ratio of the low-pass")),
    {not_negative("quantizer.resolution", "U", kNone, "\"1 um\"",
                  "smallest step of the value; 0: continuous"),
     "\"1 N\""},
    both(
        not_negative("transport_delay.delay", "s", kNone, "\"16 ms\"", "how much later the signal is shown")),
    both(positive("sample_hold.rate", "Hz", "\"250 Hz\"", "samples a second, each held until the next")),
    {not_negative("noise.std", "U", kNone, "\"0.73 um\"", "standard deviation of the noise that is added"),
     "\"1.5 N\""},
    {not_negative("noise.psd", "U2 Hz-1", kNone, "\"1e-17 m2/Hz\"",
                  "instead of std: two-sided power spectral density of the white train the noise is made of"),
     "\"1e-3 N2/Hz\""},
    both(positive("noise.bandwidth", "Hz", "\"23 kHz\"",
                  "natural frequency of the low-pass that colours the noise; absent: white")),
    both(number("noise.damping", kInfinity, 0.7, "0.7",
                "damping ratio of the low-pass that colours the noise")),
    both(positive("noise.sample_time", "s", "\"4 us\"",
                  "time between values of the white train; absent: a tenth of 1/bandwidth")),
    {any("bias.value", "U", "\"2 um\"", "constant that is added"), "\"0.6 N\""},
    {not_negative("dead_band.threshold", "U", kNone, "\"1 um\"", "magnitude up to which 0 is shown"),
     "\"22 N\""},
    {any("saturation.min", "U", "\"-1 mm\"", "least value that is shown; absent: no lower limit"),
     "\"-1 kN\""},
    {any("saturation.max", "U", "\"1 mm\"", "greatest value that is shown; absent: no upper limit"),
     "\"1 kN\""},
};

constexpr std::array kAfter{
    positive("numerics.step", "s", "\"1 us\"",
             "largest step of the time grid both models share; absent: chosen for each scenario"),
    number("numerics.tolerance", 1e-3, 1e-9, "1e-9", "relative local error of the solver dopri5"),
    positive("numerics.time_limit", "s", "\"2 s\"",
             "simulated time after which a scenario is given up; absent: chosen for each scenario"),
    positive("numerics.penetration_limit", "m", "\"0.3 mm\"",
             "penetration beyond which a scenario is given up; absent: none"),
};

static_assert(kBefore.size() == static_cast<std::size_t>(Id::actuator_total_delay));
static_assert(kBefore.size() + 2 * kInstrumentRows.size() + kAfter.size() == kParameterCount);

struct Rows {
  std::deque<std::string> texts;  // what is put together for the rows of the instruments
  std::vector<Parameter> all;
};

void append_instrument(const NamedInstrument& instrument, Rows& rows) {
  for (const auto& [row, force_sensor_example] : kInstrumentRows) {
    Parameter parameter = row;
    parameter.path = rows.texts.emplace_back(std::string(instrument.name) + '.' + std::string(row.path));
    if (row.unit.starts_with('U'))
      parameter.unit =
          rows.texts.emplace_back(std::string(instrument.unit) + std::string(row.unit.substr(1)));
    if (instrument.name == "force_sensor") parameter.example = force_sensor_example;
    rows.all.push_back(parameter);
  }
}

Rows make_rows() {
  Rows rows;
  rows.all.assign(kBefore.begin(), kBefore.end());
  for (const auto& instrument : kInstruments) append_instrument(instrument, rows);
  rows.all.insert(rows.all.end(), kAfter.begin(), kAfter.end());
  return rows;
}

std::vector<Exclusive> make_exclusive() {
  using enum InstrumentKey;
  std::vector<Exclusive> all{
      {Id::contact_radius, Id::contact_chaser_radius},
      {Id::contact_radius, Id::contact_target_radius},
  };
  for (const auto instrument : {Instrument::actuator, Instrument::force_sensor})
    for (const auto& [first, second] : {
             std::pair{total_delay, bandwidth},
             std::pair{total_delay, natural_frequency},
             std::pair{bandwidth, natural_frequency},
             std::pair{low_pass_total_delay, low_pass_bandwidth},
             std::pair{low_pass_total_delay, low_pass_natural_frequency},
             std::pair{low_pass_bandwidth, low_pass_natural_frequency},
             std::pair{noise_std, noise_psd},
         })
      all.push_back({id_of(instrument, first), id_of(instrument, second)});
  return all;
}

std::vector<Companion> make_companions() {
  using enum InstrumentKey;
  std::vector<Companion> all;
  for (const auto i : {Instrument::actuator, Instrument::force_sensor}) {
    all.push_back(
        {id_of(i, damping), {id_of(i, total_delay), id_of(i, bandwidth), id_of(i, natural_frequency)}});
    all.push_back({id_of(i, low_pass_damping),
                   {id_of(i, low_pass_total_delay), id_of(i, low_pass_bandwidth),
                    id_of(i, low_pass_natural_frequency)}});
    all.push_back({id_of(i, noise_damping), {id_of(i, noise_bandwidth)}});
  }
  return all;
}

constexpr std::array kLawParameters{
    LawParameter{Id::contact_restitution, contact::Damping::restitution, true},
    LawParameter{Id::contact_damping, contact::Damping::viscosity, true},
    LawParameter{Id::contact_damping_per_stiffness, contact::Damping::plastic, false},
    LawParameter{Id::contact_permanent_deformation, contact::Damping::plastic, false},
    LawParameter{Id::contact_compaction_rate, contact::Damping::plastic, false},
};

}  // namespace

std::span<const Parameter> parameters() {
  static const Rows rows = make_rows();
  return rows.all;
}

std::optional<Id> find_parameter(std::string_view path) {
  const auto all = parameters();
  const auto found = std::ranges::find(all, path, &Parameter::path);
  if (found == all.end()) return std::nullopt;
  return static_cast<Id>(found - all.begin());
}

std::span<const Exclusive> exclusive_parameters() {
  static const std::vector<Exclusive> all = make_exclusive();
  return all;
}

std::span<const Companion> companions() {
  static const std::vector<Companion> all = make_companions();
  return all;
}

std::span<const LawParameter> law_parameters() { return kLawParameters; }

}  // namespace hilspace::study
