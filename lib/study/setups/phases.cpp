#include "study/setups/phases.hpp"

#include <variant>

namespace hilspace::study {

void draw_phases(instruments::ChainSetup& chain, const RandomStream& stream, bool is_tared,
                 std::size_t component) {
  for (auto& stage : chain.all()) {
    if (auto* quantizer = std::get_if<instruments::QuantizerSetup>(&stage)) {
      quantizer->phase = stream.uniform(2 * component) - 0.5;
      quantizer->tared = is_tared;
    } else if (auto* hold = std::get_if<instruments::SampleHoldSetup>(&stage)) {
      hold->phase = stream.uniform(2 * component + 1);
    }
  }
}

}  // namespace hilspace::study
