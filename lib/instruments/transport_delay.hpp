#pragma once
// Transport delay: shows value and rate as they were a fixed time ago.
//
//   y(t) = x(t - D), y'(t) = x'(t - D)      D  delay, s, >= 0; 0 means none
//
// What came in is kept step by step, as the parabolas through the start, middle and end of each step (error
// O(h^3)); before the first step it was a ramp. Steps are at most D long, so the history always reaches far
// enough, and whatever jumped on its way in makes a step end when it comes out. Time is a state of the
// stage, so that the models stay autonomous.
//
// The memory is the caller's: has_room() tells when it needs more. It grows with the number of steps in D,
// which for equal steps is known beforehand. Source: EPOS (robot and measurement delays).

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>

#include "core/parabola.hpp"
#include "instruments/setup.hpp"
#include "instruments/stage.hpp"

namespace hilspace::instruments {

/// One step of a signal's past.
struct PastStep {
  double begin, end;  // s
  Points<double> value, rate;
  bool jump;  // whether it does not continue the step before it
};

struct TransportDelay {
  static constexpr std::size_t kStates = 1;  // time
  double delay;                              // D
  std::span<PastStep> ring{};                // the caller's
  std::size_t first = 0, count = 0;          // numbers of the oldest step kept, and of the next one
  Signal<double> ramp{};                     // at time 0, and before
  bool on_ramp = true;                       // in the present step: begins before time 0 comes out
  std::size_t block_end = 0;                 // in the present step: the first past step behind the next jump

  explicit TransportDelay(const TransportDelaySetup& setup) : delay(setup.delay) {}

  bool present() const { return delay > 0.0; }

  Signal<double> output(const double* x, Signal<double> in) const {
    if (!present()) return in;
    return at(*x - delay);
  }

  void derivative(const double*, Signal<double>, double* rate) const { *rate = 1.0; }

  void follow_ramp(Signal<double> in, double* x) {
    *x = 0.0;
    ramp = in;
  }

  void freeze(const double* x, Signal<double>, bool, Horizon<double> horizon) {
    const double then = *x - delay + soon(horizon);
    if (then > 0.0)
      while (first < count && past(first).end <= then) ++first;
    on_ramp = then <= 0.0;
    block_end = on_ramp ? first : first + 1;
    while (block_end < count && !past(block_end).jump) ++block_end;
    block_end = std::min(block_end, count);
  }

  Outlook<double> look_ahead(const double* x, Signal<double>, Outlook<double> before,
                             Horizon<double> horizon) const {
    if (!present()) return before;
    double until = std::min(before.until, delay);
    if (block_end < count) until = std::min(until, past(block_end).begin + delay - *x);
    return {std::max(until, soon(horizon)), is_constant(*x - delay, until)};
  }

  bool settled(const double* x, Signal<double> in, double threshold) const {
    const auto quiet = [threshold](double value) { return std::abs(value) <= threshold; };
    if (!quiet(in.value)) return false;
    if (!present()) return true;
    if (*x < delay && !quiet(ramp.value)) return false;
    for (std::size_t i = first; i < count; ++i)
      if (!std::all_of(past(i).value.begin(), past(i).value.end(), quiet)) return false;
    return true;
  }

  /// Whether something positive is still on its way.
  bool holds_positive() const {
    for (std::size_t i = first; i < count; ++i)
      if (std::any_of(past(i).value.begin(), past(i).value.end(), [](double v) { return v > 0.0; }))
        return true;
    return false;
  }

  /// Keeps a step: when it began and ended, and its input at start, middle and end.
  void record(double begin, double end, const std::array<Signal<double>, 3>& in) {
    PastStep step{
        begin, end, {in[0].value, in[1].value, in[2].value}, {in[0].rate, in[1].rate, in[2].rate}, false};
    const double value = count > 0 ? past(count - 1).value[2] : ramp.value;
    const double rate = count > 0 ? past(count - 1).rate[2] : ramp.rate;
    step.jump = step.value[0] != value || step.rate[0] != rate;
    ring[count % ring.size()] = step;
    ++count;
  }

  /// Whether so many more steps can be kept.
  bool has_room(std::size_t steps) const { return count - first + steps <= ring.size(); }
  /// Gives it larger memory.
  void move_to(std::span<PastStep> larger) {
    for (std::size_t i = first; i < count; ++i) larger[i % larger.size()] = past(i);
    ring = larger;
  }

  template <class Visit>
  void margins(const double*, Signal<double>, bool, Visit&&) const {}

  double residual(double bound) const { return bound; }

 private:
  /// A jump nearer than this counts as happening now; never as much as the delay itself.
  double soon(Horizon<double> horizon) const { return std::min(horizon.shortest, delay / 64.0); }

  const PastStep& past(std::size_t i) const { return ring[i % ring.size()]; }

  /// Within the present block, so that a jump at its end is seen from this side.
  Signal<double> at(double t) const {
    std::size_t i = first;
    while (i + 1 < block_end && past(i).end < t) ++i;
    if (i >= block_end || (on_ramp && t < 0.0)) return {ramp.value + t * ramp.rate, ramp.rate, 0.0};
    const PastStep& step = past(i);
    const double h = step.end - step.begin;
    const double x = (t - step.begin) / h;
    const Parabola<double> rate(step.rate);
    return {Parabola<double>(step.value).at(x), rate.at(x), rate.slope_at(x) / h};
  }

  /// Whether a quantizer or a hold kept it where it was all along.
  bool is_constant(double t, double until) const {
    if (t < 0.0 || first >= block_end) return false;
    const double value = past(first).value[0];
    for (std::size_t i = first; i < block_end && past(i).begin < t + until; ++i)
      if (past(i).value[0] != value || !is_constant(past(i))) return false;
    return true;
  }
  static bool is_constant(const PastStep& step) {
    return step.value[0] == step.value[1] && step.value[0] == step.value[2];
  }
};

}  // namespace hilspace::instruments
