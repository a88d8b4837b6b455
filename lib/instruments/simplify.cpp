#include "instruments/simplify.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <variant>

namespace hilspace::instruments {
namespace {

struct IsNeutral {
  static constexpr double kNone = std::numeric_limits<double>::infinity();

  bool operator()(const LowPassSetup& its) const { return its.natural_frequency == 0.0; }
  bool operator()(const QuantizerSetup& its) const { return its.resolution == 0.0; }
  bool operator()(const TransportDelaySetup& its) const { return its.delay == 0.0; }
  bool operator()(const SampleHoldSetup& its) const { return its.rate == 0.0; }
  bool operator()(const NoiseSetup& its) const { return its.std == 0.0; }
  bool operator()(const BiasSetup& its) const { return its.value == 0.0; }
  bool operator()(const DeadBandSetup& its) const { return its.threshold == 0.0; }
  bool operator()(const SaturationSetup& its) const { return its.min == -kNone && its.max == kNone; }
  bool operator()(const CalibrationSetup&) const { return false; }
  bool operator()(const TransferFunctionSetup&) const { return false; }
};
bool is_neutral(const StageSetup& stage) { return std::visit(IsNeutral{}, stage); }

std::optional<LowPassSetup> as_low_pass(const StageSetup& stage) {
  const auto* its = std::get_if<TransferFunctionSetup>(&stage);
  if (its == nullptr || its->sections.size() != 1) return std::nullopt;
  const auto& [numerator, denominator] = its->sections[0];
  const auto& [a0, a1, a2] = denominator;
  const bool is_of_unit_gain = numerator[0] == a0 && numerator[1] == 0.0 && numerator[2] == 0.0;
  if (!is_of_unit_gain || !(a1 / a0 > 0.0 && a2 / a0 > 0.0)) return std::nullopt;
  const double w = std::sqrt(a0 / a2);
  return LowPassSetup{w, 0.5 * w * (a1 / a0)};
}

}  // namespace

void simplify(ChainSetup& chain) {
  const auto all = chain.all();
  chain.count = static_cast<std::size_t>(std::remove_if(all.begin(), all.end(), is_neutral) - all.begin());
  const auto is_low_pass = [](const StageSetup& stage) {
    return std::holds_alternative<LowPassSetup>(stage);
  };
  if (std::ranges::any_of(chain.all(), is_low_pass)) return;
  for (StageSetup& stage : chain.all())
    if (const auto low_pass = as_low_pass(stage)) stage = *low_pass;
}

}  // namespace hilspace::instruments
