#include "compensation/testbed_model.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>

#include "instruments/chain_lag.hpp"

namespace hilspace::compensation {
namespace {

using namespace instruments;

bool is_filter(const StageSetup& stage) {
  return std::holds_alternative<LowPassSetup>(stage) || std::holds_alternative<TransferFunctionSetup>(stage);
}

}  // namespace

ChainSetup known(const ChainSetup& chain, double scale) {
  const auto stages = chain.all();
  ChainLag smooth;
  for (const StageSetup& stage : stages)
    if (is_filter(stage)) smooth = in_series(smooth, lag_of(stage));
  // Two filters are one low-pass of their lag; a lag that no low-pass has counts as a delay.
  const bool is_low_pass = smooth.first > 0.0 && smooth.second > 0.0;
  double delay = is_low_pass ? 0.0 : std::max(smooth.first, 0.0);
  for (const StageSetup& stage : stages)
    if (const auto* its = std::get_if<TransportDelaySetup>(&stage)) delay += its->delay;

  ChainSetup all;
  bool has_filter = !is_low_pass, has_delay = !(delay > 0.0);
  for (const StageSetup& stage : stages) {
    if (is_filter(stage) && !std::exchange(has_filter, true)) {
      const double w = 1.0 / std::sqrt(smooth.second);
      all.add(LowPassSetup{w / scale, 0.5 * smooth.first * w});
    }
    if (std::holds_alternative<TransportDelaySetup>(stage) && !std::exchange(has_delay, true))
      all.add(TransportDelaySetup{scale * delay});
    if (const auto* hold = std::get_if<SampleHoldSetup>(&stage)) all.add(*hold);
  }
  if (!has_delay) all.add(TransportDelaySetup{scale * delay});
  return all;
}

KnownInstruments known_instruments(const CompensatorSetup& setup, const ChainSetup& actuator,
                                   const ChainSetup& force_sensor) {
  const double scale = 1.0 + setup.lag_error;
  if (std::isnan(setup.lag)) return {known(actuator, scale), known(force_sensor, scale)};
  KnownInstruments its;
  if (setup.lag > 0.0) its.actuator.add(TransportDelaySetup{scale * setup.lag});
  return its;
}

}  // namespace hilspace::compensation
