#pragma once
// AnyChain: instruments in series, in the order given by a study. Members: chain.hpp, plus those needed by
// the solvers and by delay memory.
//
// All lanes of a pack have the same kinds of stages in the same order, with different parameters. The kind of
// a stage is therefore dispatched once per stage and call.

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

/// Kinds of the stages of a chain, in order, as indices into kStages.
struct Kinds {
  unsigned char at[ChainSetup::kMostStages]{};
  std::size_t count = 0;
  friend auto operator<=>(const Kinds&, const Kinds&) = default;
};
Kinds kinds(const ChainSetup& setup);
/// Whether a transfer function is among them.
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

/// Index of a kind of stage in kStages, by its setup.
template <class Setup>
inline constexpr std::size_t kKindOf = StageSetup(Setup{}).index();

/// Calls visit(stage...) with the stage of that kind out of each of `all`.
template <class Visit, class... All>
HILSPACE_INLINE void with_stage(std::size_t kind, Visit&& visit, All&... all) {
  switch (kind) {
    case kKindOf<LowPassSetup>:
      return visit(all.low_pass...);
    case kKindOf<QuantizerSetup>:
      return visit(all.quantizer...);
    case kKindOf<TransportDelaySetup>:
      return visit(all.transport_delay...);
    case kKindOf<SampleHoldSetup>:
      return visit(all.sample_hold...);
    case kKindOf<NoiseSetup>:
      return visit(all.noise...);
    case kKindOf<BiasSetup>:
      return visit(all.bias...);
    case kKindOf<DeadBandSetup>:
      return visit(all.dead_band...);
    case kKindOf<SaturationSetup>:
      return visit(all.saturation...);
    case kKindOf<CalibrationSetup>:
      return visit(all.calibration...);
    default:
      return visit(all.transfer_function...);
  }
}

/// `kSections` is the capacity of its transfer function: each section costs two states, whether used or not.
template <class S, std::size_t kSections = kMostSections>
class AnyChain {
 public:
  static constexpr std::size_t kFilterStates = TransferFunction<S, kSections>::kStates;
  /// Each kind of stage occurs at most once.
  static constexpr std::size_t kStates =
      LowPass<S>::kStates + TransportDelay<S>::kStates + TransferFunction<S, kSections>::kStates;
  /// Whether it may need record() after every step.
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
    // Unused states are constant.
    for (auto i = static_cast<std::size_t>(end - begin); i < kStates; ++i) rate[i] = S(0.0);
  }

  void follow_ramp(Signal<S> in, S* x) {
    for (std::size_t i = 0; i < kStates; ++i) x[i] = S(0.0);
    walk(*this, x, in, [](auto& stage, S* at, const Signal<S>& its) { stage.follow_ramp(its, at); });
  }

  Passed<S> freeze(const S* x, Signal<S> in, Mask<S> constant, Horizon<S> horizon) {
    auto outlook = Outlook<S>::smooth(horizon, constant);
    walk(*this, x, in, [&](auto& stage, const S* at, const Signal<S>& its) {
      stage.freeze(at, its, outlook.constant, horizon);
      outlook = stage.look_ahead(at, its, outlook, horizon);
    });
    return {in, outlook};
  }

  /// look_ahead() and output() at once.
  Passed<S> pass(const S* x, Signal<S> in, Outlook<S> outlook, Horizon<S> horizon) const {
    walk(*this, x, in, [&](const auto& stage, const S* at, const Signal<S>& its) {
      outlook = stage.look_ahead(at, its, outlook, horizon);
    });
    return {in, outlook};
  }
  HILSPACE_INLINE Outlook<S> look_ahead(const S* x, Signal<S> in, Outlook<S> outlook,
                                        Horizon<S> horizon) const {
    return pass(x, in, outlook, horizon).outlook;
  }

  /// A stage also counts as at rest while its output stays within what upstream bias and noise can cause.
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

  /// Bound of the output in the limit of a zero input, with a margin for signals that approach it
  /// asymptotically.
  S residual() const { return residual_; }

  /// Whether record() must be called after every step.
  bool has_memory() const { return any(stages_.transport_delay.present()); }
  /// Records a step: the states and the input at its start, middle and end.
  void record(std::array<const S*, 3> x, std::array<Signal<S>, 3> in) {
    for (std::size_t i = 0; i < kinds_.count; ++i) {
      if (kinds_.at[i] == kKindOf<TransportDelaySetup>)
        return stages_.transport_delay.record(*x[0], *x[2], in);
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
  /// Makes every crossing of its quantizer end a step, at any rate (quantizer.hpp).
  void resolve_always() { stages_.quantizer.resolve_always(); }
  /// How far the jumps of two quantizers are taken to coincide (quantizer.hpp).
  void let_coincide(S share) { stages_.quantizer.coincide = share; }
  /// Which tooth of an unresolved quantizer passes the dead band behind it (dead_band.hpp).
  void take_tooth(S tooth) { stages_.dead_band.tooth = tooth; }
  /// Asks its quantizer for its levels in the next step, where masked (quantizer.hpp).
  HILSPACE_INLINE void ask_levels(Mask<S> where) { stages_.quantizer.asked = where; }
  /// How probable it is that its quantizer's input turned so near to a crossing by chance; 1 without one.
  S edge_chance() const { return stages_.quantizer.turns > S(0.0) ? stages_.quantizer.chance() : S(1.0); }
  /// Resolves the crossings of its quantizer up to so many cells per full step, unless it resolves all.
  void resolve_up_to(S cells) {
    auto& slow = stages_.quantizer.slow;
    slow = select(slow >= S(kNever), slow, cells * stages_.quantizer.resolution);
  }
  /// The stage whose memory must be maintained when has_memory().
  TransportDelay<S>& delay() { return stages_.transport_delay; }
  /// Whether a positive value is still in transit.
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
  S leeway_[ChainSetup::kMostStages]{};  // threshold at rest of each stage in turn
  S residual_ = S(0.0);
};

}  // namespace hilspace::instruments
