#include "instruments/any_chain.hpp"

#include <algorithm>
#include <utility>
#include <variant>

namespace hilspace::instruments {
namespace {

template <std::size_t kSections>
struct Make {
  AllStages<double, kSections>& all;
  RandomStream noise;

  void operator()(const LowPassSetup& setup) { all.low_pass = LowPass<double>(setup); }
  void operator()(const QuantizerSetup& setup) { all.quantizer = PhasedQuantizer<double>(setup); }
  void operator()(const TransportDelaySetup& setup) { all.transport_delay = TransportDelay<double>(setup); }
  void operator()(const SampleHoldSetup& setup) {
    all.sample_hold = SampleHold<double>(setup);
    if (setup.rate > 0.0) all.quantizer.resolve_always();
  }
  void operator()(const NoiseSetup& setup) { all.noise = Noise<double>(setup, noise); }
  void operator()(const BiasSetup& setup) { all.bias = Bias<double>(setup); }
  void operator()(const DeadBandSetup& setup) { all.dead_band = DeadBand<double>(setup); }
  void operator()(const SaturationSetup& setup) { all.saturation = Saturation<double>(setup); }
  void operator()(const CalibrationSetup& setup) { all.calibration = Calibration<double>(setup); }
  void operator()(const TransferFunctionSetup& setup) {
    all.transfer_function = TransferFunction<double, kSections>(setup);
  }
};

}  // namespace

Kinds kinds(const ChainSetup& setup) {
  Kinds kinds;
  for (const StageSetup& stage : setup.all())
    kinds.at[kinds.count++] = static_cast<unsigned char>(stage.index());
  return kinds;
}

bool has_sections(const Kinds& kinds) {
  return std::find(kinds.at, kinds.at + kinds.count, kKindOf<TransferFunctionSetup>) !=
         kinds.at + kinds.count;
}

template <class S, std::size_t kSections>
AnyChain<S, kSections>::AnyChain(const ChainSetup& setup, RandomStream noise) : kinds_(kinds(setup)) {
  double bound = 0.0;
  for (std::size_t i = 0; i < setup.count; ++i) {
    std::visit(Make<kSections>{stages_, noise}, setup.stages[i]);
    const double before = bound;
    with_stage(
        kinds_.at[i], [&bound](const auto& stage) { bound = stage.residual(bound); }, stages_);
    leeway_[i] = kLeeway * std::max(before, bound);
  }
  residual_ = kLeeway * bound;
  stages_.quantizer.resolve(clipped_levels(setup));
}

template AnyChain<double, 0>::AnyChain(const ChainSetup&, RandomStream);
template AnyChain<double, kMostSections>::AnyChain(const ChainSetup&, RandomStream);

}  // namespace hilspace::instruments
