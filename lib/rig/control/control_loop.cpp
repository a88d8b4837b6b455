#include "rig/control/control_loop.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>

#include "numerics/vector.hpp"
#include "rig/control/state_space.hpp"

namespace hilspace::rig {
namespace {

constexpr double kLowest = 1.0, kHighest = 1e6;  // rad/s, search range
constexpr std::size_t kPoints = 20000;           // 0.07 % apart: a damping of 0.02 is 60 of them wide
constexpr double kInfinite = std::numeric_limits<double>::infinity();

/// Bisection: the root of f between two frequencies of opposite sign.
double crossing(const std::function<double(double)>& f, double below, double above) {
  const bool rises = f(above) > 0.0;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (below + above);
    ((f(middle) > 0.0) == rises ? above : below) = middle;
  }
  return 0.5 * (below + above);
}

/// All roots in the search range.
std::vector<double> crossings(const std::function<double(double)>& f) {
  std::vector<double> found;
  double before = kLowest, value = f(before);
  for (const double frequency : logarithmic(kLowest, kHighest, kPoints)) {
    const double next = f(frequency);
    if ((next > 0.0) != (value > 0.0)) found.push_back(crossing(f, before, frequency));
    before = frequency;
    value = next;
  }
  return found;
}

StateSpace sampled_open_loop(const ControlLoop& loop, const Sampling& sampling) {
  const StateSpace plant = sampling.plant == HeldPlant::bilinear
                               ? sampled(loop.plant, sampling.rate)
                               : held(realised(loop.plant), 1.0 / sampling.rate);
  return series(series(sampled(loop.controller, sampling.rate), delay(sampling.delay)), plant);
}

StateSpace whole(const StateSpace& prefilter, const StateSpace& open) {
  return series(prefilter, feedback(open));
}

StepResponse measured(std::vector<double> values, double interval, double end) {
  StepResponse step{interval, std::move(values), end, 0.0, kInfinite, kInfinite};
  const auto time = [&](auto at) { return interval * static_cast<double>(at - step.values.begin()); };
  step.overshoot = std::max(0.0, std::ranges::max(step.values) / end - 1.0);
  const auto first_above = [&](double share) {
    return std::ranges::find_if(step.values, [&](double y) { return y / end >= share; });
  };
  const auto low = first_above(0.1), high = first_above(0.9);
  if (high != step.values.end()) step.rise_time = time(high) - time(low);
  const auto outside = [&](double y) { return !(std::abs(y / end - 1.0) <= 0.02); };
  auto last = step.values.end();
  while (last != step.values.begin() && !outside(*(last - 1))) --last;
  if (last != step.values.end()) step.settling_time = time(last);
  return step;
}

/// x(k+1) = A x + b, from rest.
StepResponse stepped(const StateSpace& system, double interval, double duration, double end) {
  std::vector<double> values(static_cast<std::size_t>(std::ceil(duration / interval)) + 1);
  std::vector<double> x(system.b.size(), 0.0);
  for (double& y : values) {
    y = system.d + numerics::dot(system.c, x);
    x = numerics::product(system.a, x);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += system.b[i];
  }
  return measured(std::move(values), interval, end);
}

double end_value(const ControlLoop& loop) { return from_reference(loop, 1e-6).real(); }

}  // namespace

Complex open_loop(const ControlLoop& loop, double frequency) {
  return response(loop.controller, frequency) * response(loop.plant, frequency) *
         std::polar(1.0, -frequency * loop.lag);
}
Complex closed_loop(const ControlLoop& loop, double frequency) {
  const Complex open = open_loop(loop, frequency);
  return open / (1.0 + open);
}
Complex from_reference(const ControlLoop& loop, double frequency) {
  return response(loop.prefilter, frequency) * closed_loop(loop, frequency);
}

std::vector<Complex> closed_loop_poles(const ControlLoop& loop) {
  return poles(feedback(series(realised(loop.controller), realised(loop.plant))));
}

std::optional<double> bandwidth(const ControlLoop& loop) {
  const double least = std::abs(end_value(loop)) / std::numbers::sqrt2;
  const auto found =
      crossings([&](double frequency) { return least - std::abs(from_reference(loop, frequency)); });
  if (found.empty()) return std::nullopt;
  return found.front();
}

Margins margins(const ControlLoop& loop) {
  Margins found{kInfinite, kInfinite, kInfinite, kInfinite, 0.0, 0.0};
  const auto open = [&](double frequency) { return open_loop(loop, frequency); };
  for (const double w : crossings([&](double frequency) { return open(frequency).imag(); }))
    if (const Complex at = open(w); at.real() < 0.0 && at.real() > -1.0 && -1.0 / at.real() < found.gain) {
      found.gain = -1.0 / at.real();
      found.gain_frequency = w;
    }
  for (const double w : crossings([&](double frequency) { return std::abs(open(frequency)) - 1.0; }))
    if (const double phase = std::arg(-open(w)); std::abs(phase) < std::abs(found.phase)) {
      found.phase = phase;
      found.phase_frequency = w;
    }
  for (const double w : logarithmic(kLowest, kHighest, kPoints))
    if (const double sensitivity = 1.0 / std::abs(1.0 + open(w)); sensitivity > found.sensitivity) {
      found.sensitivity = sensitivity;
      found.sensitivity_frequency = w;
    }
  return found;
}

std::vector<Complex> sampled_poles(const ControlLoop& loop, const Sampling& sampling) {
  return poles(feedback(sampled_open_loop(loop, sampling)));
}

StepResponse step_response(const ControlLoop& loop, double duration) {
  constexpr int kSteps = 20000;
  const double interval = duration / kSteps;
  const StateSpace open = series(realised(loop.controller), realised(loop.plant));
  return stepped(held(whole(realised(loop.prefilter), open), interval), interval, duration, end_value(loop));
}

StepResponse step_response(const ControlLoop& loop, double duration, const Sampling& sampling) {
  const StateSpace open = sampled_open_loop(loop, sampling);
  return stepped(whole(sampled(loop.prefilter, sampling.rate), open), 1.0 / sampling.rate, duration,
                 end_value(loop));
}

}  // namespace hilspace::rig
