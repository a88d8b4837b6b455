#pragma once
// AnyChain: any instruments one after another, in the order a study gives. Members: chain.hpp; plus what the
// solvers and the memory of delays need.
//
// All lanes of a pack have the same kinds of stages in the same order, each with its own numbers. So what a
// stage is, is decided once per stage and call.

#include <array>
#include <compare>
#include <cstddef>

#include "core/random.hpp"
#include "instruments/bias.hpp"
#include "instruments/calibration.hpp"
#include "instruments/dead_band.hpp"
#include "instruments/low_pass.hpp"
#include "instruments/noise.hpp"
#include "instruments/phased_quantizer.hpp"
#include "instruments/sample_hold.hpp"
#include "instruments/saturation.hpp"
#include "instruments/setup.hpp"
#include "instruments/transfer_function.hpp"
#include "instruments/transport_delay.hpp"

namespace hilspace::instruments {

/// The kinds of stages of a chain in their order, as places in kStages.
struct Kinds {
  unsigned char at[ChainSetup::kMostStages]{};
  std::size_t count = 0;
  // clang-tidy takes the 0 of the comparison that the compiler writes for ours.
  friend auto operator<=>(const Kinds&, const Kinds&) = default;  // NOLINT(modernize-use-nullptr)
};
Kinds kinds(const ChainSetup& setup);
/// Whether there are transfer functions among them.
bool has_sections(const Kinds& kinds);
HILSPACE_INLINE const Kinds& lane(const Kinds& all, int) { return all; }
HILSPACE_INLINE void set_lane(Kinds& all, int, const Kinds& one) { all = one; }

/// One stage of each kind.
template <class S, std::size_t kSections>
struct AllStages {
  static_assert(
      AnyStage<LowPass<double>> && AnyStage<PhasedQuantizer<double>> && AnyStage<TransportDelay<double>> &&
          AnyStage<SampleHold<double>> && AnyStage<Noise<double>> && AnyStage<Bias<double>> &&
          AnyStage<DeadBand<double>> && AnyStage<Saturation<double>> && AnyStage<Calibration<double>> &&
          AnyStage<TransferFunction<double, kSections>>,
      "a stage of AnyChain needs the members that instruments/stage.hpp lists, margins and residual too");
  LowPass<S> low_pass;
  PhasedQuantizer<S> quantizer;
  TransportDelay<S> transport_delay;
  SampleHold<S> sample_hold;
  Noise<S> noise;
  Bias<S> bias;
  DeadBand<S> dead_band;
  Saturation<S> saturation;
  Calibration<S> calibration;
  TransferFunction<S, kSections> transfer_function;
};

/// Calls visit(stage...) with the stage of that kind out of each of `all`.
template <class Visit, class... All>
HILSPACE_INLINE void with_stage(std::size_t kind, Visit&& visit, All&... all) {
  switch (kind) {  // as in kStages
    case 0:
      return visit(all.low_pass...);
    case 1:
      return visit(all.quantizer...);
    case 2:
      return visit(all.transport_delay...);
    case 3:
      return visit(all.sample_hold...);
    case 4:
      return visit(all.noise...);
    case 5:
      return visit(all.bias...);
    case 6:
      return visit(all.dead_band...);
    case 7:
      return visit(all.saturation...);
    case 8:
      return visit(all.calibration...);
    default:
      return visit(all.transfer_function...);
  }
}
inline constexpr std::size_t kTransportDelay = StageSetup(TransportDelaySetup{}).index();

/// `kSections` is the most that its transfer function can have: each is two states, which take their time
/// even where it has fewer.
template <class S, std::size_t kSections = kMostSections>
class AnyChain {
 public:
  /// Each kind of stage at most once.
  static constexpr std::size_t kStates =
      LowPass<S>::kStates + TransportDelay<S>::kStates + TransferFunction<S, kSections>::kStates;
  /// Whether it may have to be told of every step: record().
  static constexpr bool kRemembers = true;

  AnyChain() = default;
  /// `noise` is the random stream of this chain. For doubles only.
  AnyChain(const ChainSetup& setup, RandomStream noise);

  Signal<S> output(const S* x, Signal<S> in) const {
    walk(*this, x, in, [](const auto&, const S*, const Signal<S>&) {});
    return in;
  }

  void derivative(const S* x, Signal<S> in, S* rate) const {
    const S* begin = x;
    const S* end = walk(*this, x, in, [=](const auto& stage, const S* at, const Signal<S>& its) {
      stage.derivative(at, its, rate + (at - begin));
    });
    // States that belong to no stage do not change.
    for (auto i = static_cast<std::size_t>(end - begin); i < kStates; ++i) rate[i] = S(0.0);
  }

  void follow_ramp(Signal<S> in, S* x) {
    for (std::size_t i = 0; i < kStates; ++i) x[i] = S(0.0);
    walk(*this, x, in, [](auto& stage, S* at, const Signal<S>& its) { stage.follow_ramp(its, at); });
  }

  void freeze(const S* x, Signal<S> in, Mask<S> constant, Horizon<S> horizon) {
    auto outlook = Outlook<S>::smooth(horizon, constant);
    walk(*this, x, in, [&](auto& stage, const S* at, const Signal<S>& its) {
      stage.freeze(at, its, outlook.constant, horizon);
      outlook = stage.look_ahead(at, its, outlook, horizon);
    });
  }

  Outlook<S> look_ahead(const S* x, Signal<S> in, Outlook<S> outlook, Horizon<S> horizon) const {
    walk(*this, x, in, [&](const auto& stage, const S* at, const Signal<S>& its) {
      outlook = stage.look_ahead(at, its, outlook, horizon);
    });
    return outlook;
  }

  /// At rest is a stage, too, that shows no more than biases and noise in front of it can make.
  Mask<S> settled(const S* x, Signal<S> in, S threshold) const {
    Mask<S> all(true);
    const S* leeway = leeway_;
    walk(*this, x, in, [&](const auto& stage, const S* at, const Signal<S>& its) {
      all = all && stage.settled(at, its, larger(threshold, *leeway++));
    });
    return all && magnitude(in.value) <= larger(threshold, residual_);
  }

  /// Visits the margins of all stages; `horizon` as in look_ahead().
  template <class Visit>
  void margins(const S* x, Signal<S> in, Mask<S> constant, Horizon<S> horizon, Visit&& visit) const {
    auto outlook = Outlook<S>::smooth(horizon, constant);
    walk(*this, x, in, [&](const auto& stage, const S* at, const Signal<S>& its) {
      stage.margins(at, its, outlook.constant, visit);
      outlook = stage.look_ahead(at, its, outlook, horizon);
    });
  }

  /// How far the output can be from 0 for ever while the input is 0, with a leeway for what only approaches
  /// it.
  S residual() const { return residual_; }

  /// Whether record() has to be told of every step.
  bool has_memory() const { return any(stages_.transport_delay.present()); }
  /// Keeps a step: the states and the input at its start, middle and end.
  void record(std::array<const S*, 3> x, std::array<Signal<S>, 3> in) {
    for (std::size_t i = 0; i < kinds_.count; ++i) {
      if (kinds_.at[i] == kTransportDelay) return stages_.transport_delay.record(*x[0], *x[2], in);
      with_stage(
          kinds_.at[i],
          [&](const auto& stage) HILSPACE_INLINE_LAMBDA {
            for (std::size_t k = 0; k < x.size(); ++k) {
              in[k] = stage.output(x[k], in[k]);
              x[k] += stage.kStates;
            }
          },
          stages_);
    }
  }
  /// Every crossing of its quantizer ends a step, however fast (quantizer.hpp).
  void resolve_always() { stages_.quantizer.resolve_always(); }
  /// Whose memory is to be seen to, when has_memory().
  TransportDelay<S>& delay() { return stages_.transport_delay; }
  /// Whether something positive is still on its way through.
  Mask<S> holds_positive() const { return stages_.transport_delay.holds_positive(); }

  template <class Self, class Other, class Visit>
  static void zip(Self& self, Other& other, Visit&& visit) {
    visit(self.kinds_, other.kinds_);
    for (std::size_t i = 0; i < kStages.size(); ++i) visit(self.leeway_[i], other.leeway_[i]);
    visit(self.residual_, other.residual_);
    for (std::size_t i = 0; i < kStages.size(); ++i)
      with_stage(
          i, [&](auto& one, auto& another) { one.zip(one, another, visit); }, self.stages_, other.stages_);
  }

 private:
  template <class, std::size_t>
  friend class AnyChain;
  static constexpr double kLeeway = 1.01;

  /// Calls visit(stage, its states, its input) along the chain; `in` becomes the output. Returns the end of
  /// the states.
  template <class Self, class State, class Visit>
  static HILSPACE_INLINE State* walk(Self& self, State* x, Signal<S>& in, Visit&& visit) {
    for (std::size_t i = 0; i < self.kinds_.count; ++i)
      with_stage(
          self.kinds_.at[i],
          [&](auto& stage) HILSPACE_INLINE_LAMBDA {
            visit(stage, x, in);
            in = stage.output(x, in);
            x += stage.kStates;
          },
          self.stages_);
    return x;
  }

  AllStages<S, kSections> stages_;
  Kinds kinds_;
  S leeway_[ChainSetup::kMostStages]{};  // of each stage in turn, at rest
  S residual_ = S(0.0);
};

}  // namespace hilspace::instruments
