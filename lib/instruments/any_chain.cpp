#include "instruments/any_chain.hpp"

#include <type_traits>

namespace hilspace::instruments {
namespace {

struct Make {
  RandomStream noise;

  AnyStage operator()(const LowPassSetup& setup) const { return LowPass<double>(setup); }
  AnyStage operator()(const QuantizerSetup& setup) const { return Quantizer<double>(setup); }
  AnyStage operator()(const TransportDelaySetup& setup) const { return TransportDelay(setup); }
  AnyStage operator()(const SampleHoldSetup& setup) const { return SampleHold<double>(setup); }
  AnyStage operator()(const NoiseSetup& setup) const { return Noise(setup, noise); }
  AnyStage operator()(const BiasSetup& setup) const { return Bias<double>(setup); }
  AnyStage operator()(const DeadBandSetup& setup) const { return DeadBand<double>(setup); }
  AnyStage operator()(const SaturationSetup& setup) const { return Saturation<double>(setup); }
  AnyStage operator()(const CalibrationSetup& setup) const { return Calibration<double>(setup); }
  AnyStage operator()(const TransferFunctionSetup& setup) const { return TransferFunction<double>(setup); }
};

}  // namespace

AnyChain::AnyChain(const ChainSetup& setup, RandomStream noise) {
  for (const StageSetup& stage : setup.all()) {
    stages_[count_] = std::visit(Make{noise}, stage);
    states_ += std::visit([](const auto& its) { return its.kStates; }, stages_[count_]);
    ++count_;
  }
  for_each_delay([this](const TransportDelay&) { memory_ = true; });
}

void AnyChain::record(std::array<const double*, 3> x, std::array<Signal<double>, 3> in) {
  for (std::size_t i = 0; i < count_; ++i)
    std::visit(
        [&](auto& stage) {
          if constexpr (std::is_same_v<std::decay_t<decltype(stage)>, TransportDelay>)
            if (stage.present()) stage.record(*x[0], *x[2], in);
          for (std::size_t k = 0; k < x.size(); ++k) {
            in[k] = stage.output(x[k], in[k]);
            x[k] += stage.kStates;
          }
        },
        stages_[i]);
}

bool AnyChain::holds_positive() const {
  for (const AnyStage& stage : stages())
    if (const auto* delay = std::get_if<TransportDelay>(&stage);
        delay != nullptr && delay->present() && delay->holds_positive())
      return true;
  return false;
}

}  // namespace hilspace::instruments
