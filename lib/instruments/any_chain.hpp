#pragma once
// AnyChain: any instruments one after another, in the order a study gives. Members: chain.hpp; plus what the
// solvers and the memory of delays need.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>
#include <variant>

#include "core/random.hpp"
#include "instruments/bias.hpp"
#include "instruments/calibration.hpp"
#include "instruments/dead_band.hpp"
#include "instruments/low_pass.hpp"
#include "instruments/noise.hpp"
#include "instruments/quantizer.hpp"
#include "instruments/sample_hold.hpp"
#include "instruments/saturation.hpp"
#include "instruments/setup.hpp"
#include "instruments/transfer_function.hpp"
#include "instruments/transport_delay.hpp"

namespace hilspace::instruments {

using AnyStage =
    std::variant<LowPass<double>, Quantizer<double>, TransportDelay, SampleHold<double>, Noise, Bias<double>,
                 DeadBand<double>, Saturation<double>, Calibration<double>, TransferFunction<double>>;

class AnyChain {
 public:
  /// Each kind of stage at most once.
  static constexpr std::size_t kStates =
      LowPass<double>::kStates + TransportDelay::kStates + TransferFunction<double>::kStates;
  /// Whether it may have to be told of every step: record().
  static constexpr bool kRemembers = true;

  AnyChain() = default;
  /// `noise` is the random stream of this chain.
  AnyChain(const ChainSetup& setup, RandomStream noise);

  Signal<double> output(const double* x, Signal<double> in) const {
    walk(x, in, [](const auto&, const double*, const Signal<double>&) {});
    return in;
  }

  void derivative(const double* x, Signal<double> in, double* rate) const {
    const double* begin = x;
    walk(x, in, [=](const auto& stage, const double* at, const Signal<double>& its) {
      stage.derivative(at, its, rate + (at - begin));
    });
    // What no stage has moved, stays.
    for (std::size_t i = states_; i < kStates; ++i) rate[i] = 0.0;
  }

  void follow_ramp(Signal<double> in, double* x) {
    for (std::size_t i = 0; i < kStates; ++i) x[i] = 0.0;
    for (std::size_t i = 0; i < count_; ++i)
      std::visit(
          [&](auto& stage) {
            stage.follow_ramp(in, x);
            in = stage.output(x, in);
            x += stage.kStates;
          },
          stages_[i]);
  }

  void freeze(const double* x, Signal<double> in, bool constant, Horizon<double> horizon) {
    Outlook<double> outlook{horizon.longest, constant};
    for (std::size_t i = 0; i < count_; ++i)
      std::visit(
          [&](auto& stage) {
            stage.freeze(x, in, outlook.constant, horizon);
            outlook = stage.look_ahead(x, in, outlook, horizon);
            in = stage.output(x, in);
            x += stage.kStates;
          },
          stages_[i]);
  }

  Outlook<double> look_ahead(const double* x, Signal<double> in, Outlook<double> outlook,
                             Horizon<double> horizon) const {
    walk(x, in, [&](const auto& stage, const double* at, const Signal<double>& its) {
      outlook = stage.look_ahead(at, its, outlook, horizon);
    });
    return outlook;
  }

  /// At rest is a stage, too, that shows no more than biases and noise in front of it can make.
  bool settled(const double* x, Signal<double> in, double threshold) const {
    bool all = true;
    double bound = 0.0;
    walk(x, in, [&](const auto& stage, const double* at, const Signal<double>& its) {
      const double before = std::exchange(bound, stage.residual(bound));
      all = all && stage.settled(at, its, std::max(threshold, kLeeway * std::max(before, bound)));
    });
    return all && std::abs(in.value) <= std::max(threshold, kLeeway * bound);
  }

  /// Visits the margins of all stages; `horizon` as in look_ahead().
  template <class Visit>
  void margins(const double* x, Signal<double> in, bool constant, Horizon<double> horizon,
               Visit&& visit) const {
    Outlook<double> outlook{horizon.longest, constant};
    walk(x, in, [&](const auto& stage, const double* at, const Signal<double>& its) {
      stage.margins(at, its, outlook.constant, visit);
      outlook = stage.look_ahead(at, its, outlook, horizon);
    });
  }

  /// How far the output can be from 0 for ever while the input is 0, with a leeway for what only approaches
  /// it.
  double residual() const {
    double bound = 0.0;
    for (const AnyStage& stage : stages())
      bound = std::visit([bound](const auto& its) { return its.residual(bound); }, stage);
    return kLeeway * bound;
  }

  /// Whether record() has to be told of every step.
  bool has_memory() const { return memory_; }
  /// Keeps a step: the states and the input at its start, middle and end.
  void record(std::array<const double*, 3> x, std::array<Signal<double>, 3> in);
  /// The delays that have something to keep.
  template <class Visit>
  void for_each_delay(Visit&& visit) {
    for (std::size_t i = 0; i < count_; ++i)
      if (auto* delay = std::get_if<TransportDelay>(&stages_[i]); delay != nullptr && delay->present())
        visit(*delay);
  }
  /// Whether something positive is still on its way through.
  bool holds_positive() const;

 private:
  static constexpr double kLeeway = 1.01;

  std::span<const AnyStage> stages() const { return {stages_.data(), count_}; }

  /// Calls visit(stage, its states, its input) along the chain; `in` becomes the output.
  template <class Visit>
  HILSPACE_INLINE void walk(const double* x, Signal<double>& in, Visit&& visit) const {
    for (std::size_t i = 0; i < count_; ++i)
      std::visit(
          [&](const auto& stage) HILSPACE_INLINE_LAMBDA {
            visit(stage, x, in);
            in = stage.output(x, in);
            x += stage.kStates;
          },
          stages_[i]);
  }

  static AnyStage ideal() { return LowPass<double>(LowPassSetup{}); }
  std::array<AnyStage, ChainSetup::kMostStages> stages_{ideal(), ideal(), ideal(), ideal(), ideal(),
                                                        ideal(), ideal(), ideal(), ideal(), ideal()};
  std::size_t count_ = 0;
  std::size_t states_ = 0;
  bool memory_ = false;
};

}  // namespace hilspace::instruments
