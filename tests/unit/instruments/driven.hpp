#pragma once
// A chain of instruments that follows a given input, step by step, as the models do it.

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <deque>
#include <functional>
#include <initializer_list>
#include <random>
#include <vector>

#include "instruments/any_chain.hpp"
#include "integrate/rk4.hpp"
#include "support/numbers.hpp"

namespace hilspace::instruments {

/// A calibration that falls for a while and bends twice; one that halves; a lag of 1 ms.
inline constexpr std::array kCurve{CurvePoint{-1.0, -3.0}, CurvePoint{0.0, 0.5}, CurvePoint{0.5, 0.25},
                                   CurvePoint{2.0, 4.0}};
inline constexpr std::array kHalf{CurvePoint{-1.0, -0.5}, CurvePoint{1.0, 0.5}};
inline constexpr std::array kLag{Section{{1.0, 0.0, 0.0}, {1.0, 1e-3, 0.0}}};

using Input = std::function<Signal<double>(double)>;

inline AnyChain<double> chain_of(std::initializer_list<StageSetup> stages, std::uint64_t stream = 0) {
  ChainSetup setup;
  for (const StageSetup& stage : stages) setup.add(stage);
  return {setup, RandomStream(1, 2, stream)};
}

inline Input sine(double amplitude, double w) {
  return [=](double t) {
    return Signal<double>{amplitude * std::sin(w * t), amplitude * w * std::cos(w * t),
                          -amplitude * w * w * std::sin(w * t)};
  };
}
inline Input ramp(double start, double rate) {
  return [=](double t) { return Signal<double>{start + rate * t, rate, 0.0}; };
}
inline Input held(double value) { return ramp(value, 0.0); }

using Numbers = test::Numbers<17>;

template <class C = AnyChain<double>>
class Driven {
 public:
  using State = std::array<double, C::kStates + 1>;  // of the chain; time
  C chain;

  Driven(C its_chain, Input input, double longest, double begin = 0.0)
      : chain(std::move(its_chain)), input_(std::move(input)), longest_(longest) {
    Signal<double> in = input_(begin);
    in.acceleration = 0.0;
    chain.follow_ramp(in, state_.data());
    state_[C::kStates] = begin;
  }

  double time() const { return state_[C::kStates]; }
  const double* state() const { return state_.data(); }
  Signal<double> in(double after = 0.0) const { return input_(time() + after); }
  Horizon<double> horizon() const { return {longest_, longest_ / 64.0, time()}; }
  void longest(double h) { longest_ = h; }

  Outlook<double> begin() {
    make_room();
    chain.freeze(state_.data(), in(), false, horizon());
    return chain.look_ahead(state_.data(), in(), Outlook<double>::smooth(horizon()), horizon());
  }
  Signal<double> out() const { return chain.output(state_.data(), in()); }
  /// Some time into the step that has begun.
  Signal<double> out(double after) const {
    const State y = moved(after);
    return chain.output(y.data(), input_(y[C::kStates]));
  }
  void end(double h) {
    const State middle = moved(0.5 * h), last = moved(h);
    if constexpr (C::kRemembers)
      if (chain.has_memory())
        chain.record({state_.data(), middle.data(), last.data()}, {in(), in(0.5 * h), in(h)});
    state_ = last;
  }

  /// Steps until `t`, calling each(h, outlook) once a step of length h has begun.
  template <class Each>
  void run(double t, Each&& each) {
    while (time() < t) {
      const Outlook<double> outlook = begin();
      const double h = std::min(outlook.until, t - time());
      each(h, outlook);
      end(h);
    }
  }
  void run(double t) {
    run(t, [](double, const Outlook<double>&) {});
  }

 private:
  State moved(double h) const {
    return integrate::rk4(state_, h,
                          [this](const State& y) {
                            State rate;
                            chain.derivative(y.data(), input_(y[C::kStates]), rate.data());
                            rate[C::kStates] = 1.0;
                            return rate;
                          })
        .end;
  }
  void make_room() {
    if constexpr (C::kRemembers) {
      Past& past = chain.delay().past.of[0];
      if (chain.has_memory() && !past.has_room(1))
        past.move_to(rings_.emplace_back(std::bit_ceil(past.size + spare_)));
    }
  }

 public:
  /// By how many steps memory grows.
  void grow_by(std::size_t steps) { spare_ = steps; }

 private:
  Input input_;
  double longest_;
  State state_{};
  std::size_t spare_ = 1000;
  std::deque<std::vector<PastStep>> rings_;
};

}  // namespace hilspace::instruments
