#include <fmt/format.h>

#include <vector>

#include "compensation/compensator.hpp"
#include "study/checks/checks.hpp"
#include "study/checks/combination.hpp"
#include "study/setups/setup.hpp"

namespace hilspace::study {
namespace {

constexpr std::array kKeys{
    "compensator.position"_id,  "compensator.force"_id,       "compensator.order"_id,  "compensator.lag"_id,
    "compensator.lag_error"_id, "compensator.model_error"_id, "compensator.damping"_id};

/// Why the compensator cannot be had with these instruments; empty if it can.
std::string complaint(const compensation::CompensatorSetup& setup, const Study& study,
                      const ParameterValues& values) {
  using compensation::Position;
  if (setup.position == Position::lead && setup.order > 2)
    return "a lead has order 1 or 2; the third derivative of the motion is not known";
  if (is_realisable(setup, chain_setup(study, Instrument::actuator, values),
                    chain_setup(study, Instrument::force_sensor, values)))
    return "";
  return fmt::format(
      "the command would depend on the force that it causes at the same instant, an algebraic loop: a lead "
      "of "
      "order {} needs an actuator or a force sensor with a low-pass, a delay or a sample_hold",
      setup.order);
}

}  // namespace

void check_compensator(Reading& reading) {
  check_companions("compensator", reading);
  if (!any_present(kKeys, reading) || reading.study.twin != Twin::controlled) return;
  const Id first = first_present(kKeys, reading);
  reading.findings.add(reading.place_of(first),
                       fmt::format("{}: the controlled twin of the rig has no compensator; write twin = "
                                   "\"identified\" in [rig], or remove this",
                                   parameter(first).path));
}

void check_compensator_values(Reading& reading) {
  if (!any_present(kKeys, reading)) return;
  std::vector<Id> ids(kKeys.begin(), kKeys.end());
  for (const auto instrument : {Instrument::actuator, Instrument::force_sensor})
    for (std::size_t key = 0; key < InstrumentKey::kCount; ++key)
      if (const Id id = id_of(instrument, InstrumentKey(key)); reading.present(id)) ids.push_back(id);
  for_each_combination(reading.study, ids, [&](const ParameterValues& values) {
    if (!all_known(ids, values, reading)) return true;
    const auto setup = compensator_setup(values);
    if (!setup.present()) return true;
    const auto problem = complaint(setup, reading.study, values);
    if (problem.empty()) return true;
    const Id blamed = last_present(kKeys, reading);
    reading.findings.add(reading.place_of(blamed), fmt::format("{}: {}", parameter(blamed).path, problem));
    return false;
  });
}

}  // namespace hilspace::study
