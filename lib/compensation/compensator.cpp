#include "compensation/compensator.hpp"

#include <cmath>

#include "contact/law.hpp"

namespace hilspace::compensation {

using instruments::ChainLag;
using instruments::ChainSetup;

bool is_realisable(const CompensatorSetup& setup, const ChainSetup& actuator,
                   const ChainSetup& force_sensor) {
  const Lags lags = lags_of(setup, actuator, force_sensor);
  // The rate of the command has one derivative of the force more than the command itself.
  double derivatives = 0.0;
  if (setup.position == Position::lead && lags.position.first != 0.0) derivatives = 1.0;
  if (setup.position == Position::lead && lags.position.second != 0.0) derivatives = 2.0;
  double of_sensor = 0.0;
  if (setup.force == Force::lead && lags.force != 0.0) of_sensor = 1.0;
  const double sensor = smoothing_of(force_sensor);
  return sensor >= of_sensor && smoothing_of(actuator) + sensor >= derivatives + of_sensor;
}

Lags lags_of(const CompensatorSetup& setup, const ChainSetup& actuator, const ChainSetup& force_sensor) {
  Lags lags;
  if (!setup.present()) return lags;
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
  return lags;
}

namespace {

/// What a lag takes from the damping of a contact, k tau, with the stiffness between rest and the largest depth.
double damping_of(const Impact& impact, const Lags& lags) {
  const double depth = contact::elastic_depth(impact.contact, impact.mass, impact.velocity);
  return impact.contact.stiffness * std::pow(depth, impact.contact.exponent - 1.0) * lags.position.first;
}

}  // namespace

template <>
Compensator<double>::Compensator(const CompensatorSetup& setup, const Lags& lags, const Impact& impact)
    : form(compensation::form(setup)),
      first(lags.position.first),
      second(lags.position.second),
      force_lead(lags.force),
      mass(impact.mass),
      model(contact::general_law(impact.contact, impact.velocity)) {
  model.spring *= 1.0 + setup.model_error;
  model.damping = impact.contact.damping_number / impact.velocity;
  if (model.viscoplastic) model.damping = impact.contact.damping_per_stiffness;
  model.pressing = true;
  damping = std::isnan(setup.damping) ? damping_of(impact, lags) : setup.damping;
  static constexpr double kBinomials[kPast][kPast + 1]{{2.0, -1.0}, {3.0, -3.0, 1.0}, {4.0, -6.0, 4.0, -1.0}};
  if (setup.position != Position::polynomial) return;
  weights[0] = 1.0;
  if (!(first > 0.0)) return;
  const auto order = static_cast<std::size_t>(setup.order);
  for (std::size_t j = 0; j <= order; ++j) weights[j] = kBinomials[order - 1][j];
  for (std::size_t j = 0; j < order; ++j) past[j].delay = static_cast<double>(j + 1) * first;
}

}  // namespace hilspace::compensation
