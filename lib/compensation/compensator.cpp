#include "compensation/compensator.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

namespace hilspace::compensation {

using instruments::ChainLag;
using instruments::ChainSetup;

namespace {

bool holds(const ChainSetup& chain) {
  return std::ranges::any_of(chain.all(), [](const instruments::StageSetup& stage) {
    return std::holds_alternative<instruments::SampleHoldSetup>(stage);
  });
}

}  // namespace

void add_holds(const CompensatorSetup& setup, ChainSetup& actuator, ChainSetup& force_sensor) {
  if (!(setup.rate > 0.0)) return;
  const instruments::SampleHoldSetup hold{setup.rate, setup.phase};
  if (!holds(actuator)) {
    ChainSetup all;
    all.add(hold);
    for (const auto& stage : actuator.all()) all.add(stage);
    actuator = all;
  }
  if (!holds(force_sensor)) force_sensor.add(hold);
}

bool is_realisable(const CompensatorSetup& setup, ChainSetup actuator, ChainSetup force_sensor) {
  add_holds(setup, actuator, force_sensor);
  const Lags lags = lags_of(setup, actuator, force_sensor);
  // The rate of the command has one derivative of the force more than the command itself.
  double derivatives = 0.0;
  if (setup.position == Position::lead && lags.position.first != 0.0) derivatives = 1.0;
  if (setup.position == Position::lead && lags.position.second != 0.0) derivatives = 2.0;
  if (setup.position == Position::ats) derivatives = 2.0;
  double of_sensor = 0.0;
  if (setup.force == Force::lead && lags.force != 0.0) of_sensor = 1.0;
  const double sensor = smoothing_of(force_sensor);
  return sensor >= of_sensor && smoothing_of(actuator) + sensor >= derivatives + of_sensor;
}

Lags lags_of(const CompensatorSetup& setup, ChainSetup actuator, ChainSetup force_sensor) {
  Lags lags;
  if (!setup.present()) return lags;
  add_holds(setup, actuator, force_sensor);
  const ChainLag sensor = lag_of(force_sensor);
  const bool both = setup.force == Force::lead;
  lags.position = both ? lag_of(actuator) : in_series(lag_of(actuator), sensor);
  if (!std::isnan(setup.lag)) lags.position = {setup.lag, 0.5 * setup.lag * setup.lag};
  if (both) lags.force = sensor.first;
  const double held = 1.0 + setup.lag_error;
  lags.position.first *= held;
  lags.position.second *= held * held;
  lags.force *= held;
  if (setup.position == Position::lead && setup.order == 1) lags.position.second = 0.0;
  if (setup.position == Position::ats) lags.position.second = 0.5 * lags.position.first * lags.position.first;
  return lags;
}

template <>
Compensator<double>::Compensator(const CompensatorSetup& setup, const Lags& lags, const Impact& impact,
                                 const KnownInstruments& instruments)
    : form(compensation::form(setup)),
      first(lags.position.first),
      second(lags.position.second),
      force_lead(lags.force),
      mass(impact.mass),
      model(contact::general_law(impact.contact, impact.velocity)),
      sampled(instruments::SampleHoldSetup{setup.rate, setup.phase}),
      ports(setup.ports) {
  if (setup.position == Position::ats && first > 0.0)
    learner =
        AdaptiveLead<double>(first, setup.filter > 0.0 ? setup.filter : 1.0 / first, impact.velocity * first);
  if (setup.force == Force::smith) {
    auto contact = impact.contact;
    contact.stiffness *= 1.0 + setup.model_error;
    testbed.now = testbed.late = contact::general_law(contact, contact::kSlowestShare * impact.velocity);
    testbed.actuator = TestbedModel<double>::Chain(instruments.actuator, {});
    testbed.sensor = TestbedModel<double>::Chain(instruments.force_sensor, {});
  }
  model.spring *= 1.0 + setup.model_error;
  model.damping = impact.contact.damping_number / impact.velocity;
  if (model.viscoplastic) model.damping = impact.contact.damping_per_stiffness;
  model.pressing = true;
  damping = std::isfinite(setup.damping) ? setup.damping : 0.0;
  static constexpr double kBinomials[kPast][kPast + 1]{{2.0, -1.0}, {3.0, -3.0, 1.0}, {4.0, -6.0, 4.0, -1.0}};
  if (setup.position != Position::polynomial) return;
  weights[0] = 1.0;
  if (!(first > 0.0)) return;
  const auto order = static_cast<std::size_t>(setup.order);
  for (std::size_t j = 0; j <= order; ++j) weights[j] = kBinomials[order - 1][j];
  for (std::size_t j = 0; j < order; ++j) past[j].delay = static_cast<double>(j + 1) * first;
}

}  // namespace hilspace::compensation
