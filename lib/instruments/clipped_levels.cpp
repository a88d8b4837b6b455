#include "instruments/clipped_levels.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "instruments/calibration.hpp"

namespace hilspace::instruments {
namespace {

template <class Setup>
std::optional<std::size_t> place_of(std::span<const StageSetup> stages) {
  for (std::size_t i = 0; i < stages.size(); ++i)
    if (std::holds_alternative<Setup>(stages[i])) return i;
  return std::nullopt;
}

double on_curve(std::span<const CurvePoint> points, double x) {
  Calibration<double> curve(CalibrationSetup{points});
  curve.follow_ramp({x, 0.0, 0.0}, nullptr);
  return curve.output(nullptr, {x, 0.0, 0.0}).value;
}

/// The curve from outputs to inputs; empty where some output has several.
std::vector<CurvePoint> inverse(std::span<const CurvePoint> points) {
  std::vector<CurvePoint> swapped;
  for (const CurvePoint& point : points) swapped.push_back({point.output, point.input});
  if (swapped.front().input > swapped.back().input) std::ranges::reverse(swapped);
  const auto no_rise = std::ranges::adjacent_find(swapped, std::greater_equal{}, &CurvePoint::input);
  if (no_rise != swapped.end()) swapped.clear();
  return swapped;
}

/// A value behind the stage, given that before it; nothing where a lag leaves none.
std::optional<double> behind(const StageSetup& stage, double value) {
  const auto* low_pass = std::get_if<LowPassSetup>(&stage);
  if (low_pass != nullptr && low_pass->natural_frequency > 0.0) return std::nullopt;
  if (std::holds_alternative<TransferFunctionSetup>(stage)) return std::nullopt;
  if (const auto* bias = std::get_if<BiasSetup>(&stage)) return value + bias->value;
  if (const auto* calibration = std::get_if<CalibrationSetup>(&stage))
    return on_curve(calibration->curve, value);
  return value;
}

/// A value before the stage, given that behind it.
std::optional<double> before(const StageSetup& stage, double value) {
  if (const auto* bias = std::get_if<BiasSetup>(&stage)) return value - bias->value;
  if (const auto* calibration = std::get_if<CalibrationSetup>(&stage)) {
    const auto points = inverse(calibration->curve);
    return points.empty() ? std::nullopt : std::optional(on_curve(points, value));
  }
  return behind(stage, value);
}

/// The limit as an input of the quantizer, in whose coordinates the levels are multiples of its resolution.
std::optional<double> at_quantizer(std::span<const StageSetup> stages, std::size_t saturation,
                                   std::size_t quantizer, double limit) {
  std::optional<double> value = limit;
  for (std::size_t i = saturation + 1; value && i < quantizer; ++i) value = behind(stages[i], *value);
  for (std::size_t i = saturation; value && i-- > quantizer + 1;) value = before(stages[i], *value);
  return value;
}

}  // namespace

std::array<ClippedLevels, 2> clipped_levels(const ChainSetup& chain) {
  std::array<ClippedLevels, 2> clipped;
  const auto stages = chain.all();
  const auto quantizer = place_of<QuantizerSetup>(stages), saturation = place_of<SaturationSetup>(stages);
  if (!quantizer || !saturation) return clipped;
  const auto& its = std::get<QuantizerSetup>(stages[*quantizer]);
  const auto& limits = std::get<SaturationSetup>(stages[*saturation]);
  if (!(its.resolution > 0.0)) return clipped;
  const double shift = its.phase * its.resolution;
  for (std::size_t i = 0; i < clipped.size(); ++i) {
    const auto limit = at_quantizer(stages, *saturation, *quantizer, i == 0 ? limits.min : limits.max);
    if (!limit || !std::isfinite(*limit)) continue;
    // An input gets the shift before it is rounded, and what is shown is without it again, unless it is tared.
    const bool shows_levels = *saturation > *quantizer && its.tared;
    const double cells = (*limit + (shows_levels ? 0.0 : shift)) / its.resolution;
    constexpr double kRounding = 1e-9;  // a limit on a level is one level
    const double below = std::floor(cells + kRounding), above = std::ceil(cells - kRounding);
    clipped[i] = {(below - 0.5) * its.resolution - shift, (above + 0.5) * its.resolution - shift};
  }
  return clipped;
}

}  // namespace hilspace::instruments
