#include "rig/control/excitation.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/error.hpp"
#include "instruments/noise.hpp"

namespace hilspace::rig {
namespace {

/// A seed stream that no emulated rig uses for sensor noise; otherwise the excitation would correlate with
/// that noise, and averaging would not remove it.
constexpr std::uint64_t kStream = 0x4578'6369;

}  // namespace

std::vector<double> excitation(const ExcitationSetup& setup) {
  const auto& [duration, rate, mean, std, bandwidth, min, max, seed] = setup;
  if (!(duration > 0.0) || !(rate > 0.0) || !(std > 0.0) || !(bandwidth >= 0.0))
    throw InputError("an excitation needs a duration, a rate and a standard deviation above 0");
  if (!(min <= mean && mean <= max))
    throw InputError("the mean of the excitation lies outside its limits; take the middle of the range");
  instruments::Noise<double> noise({std, bandwidth, 0.707, 1.0 / rate}, RandomStream(seed, 0, kStream));
  std::vector<double> command(static_cast<std::size_t>(std::llround(duration * rate)));
  for (std::size_t k = 0; k < command.size(); ++k) {
    const double now = static_cast<double>(k) / rate;
    noise.freeze(nullptr, {0.0, 0.0, 0.0}, false, {1.0 / rate, 0.5 / rate, now});
    command[k] = std::clamp(noise.output(nullptr, {mean, 0.0, 0.0}).value, min, max);
  }
  return command;
}

ExcitedMotion excited_motion(Sections plant, const ExcitationSetup& setup) {
  constexpr int kSteps = 8000;
  double all = 0.0, extension = 0.0, velocity = 0.0;
  for (int i = 1; i <= kSteps; ++i) {
    const double w = std::numbers::pi * setup.rate * i / kSteps;
    const double v = setup.bandwidth > 0.0 ? w / (2.0 * std::numbers::pi * setup.bandwidth) : 0.0;
    const double colour = 1.0 / std::norm(Complex(1.0 - v * v, 2.0 * 0.707 * v));
    const double shown = colour * std::norm(response(plant, w));
    all += colour;
    extension += shown;
    velocity += shown * w * w;
  }
  return {setup.std * std::sqrt(extension / all), setup.std * std::sqrt(velocity / all)};
}

}  // namespace hilspace::rig
