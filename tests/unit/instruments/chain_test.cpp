#include "instruments/chain.hpp"

#include <gtest/gtest.h>

#include <array>

#include "instruments/low_pass.hpp"
#include "instruments/quantizer.hpp"

namespace hilspace::instruments {
namespace {

using Filtered = Chain<double, LowPass<double>, Quantizer<double>>;
using Rounded = Chain<double, Quantizer<double>, LowPass<double>>;
const Horizon<double> kChainHorizon{1e-4, 1e-6, 0.0};

Filtered filter_first() {
  Filtered chain;
  chain.first = LowPass<double>({100.0, 0.7});
  chain.rest.first = Quantizer<double>({1.0});
  return chain;
}
Rounded round_first() {
  Rounded chain;
  chain.first = Quantizer<double>({1.0});
  chain.rest.first = LowPass<double>({100.0, 0.7});
  return chain;
}

TEST(Chain, EmptyIsTheIdentity) {
  const Chain<double> none;
  const auto out = none.output(nullptr, {1.5, 2.5, 3.5});
  EXPECT_EQ(out.value, 1.5);
  EXPECT_EQ(out.rate, 2.5);
  EXPECT_EQ(out.acceleration, 3.5);
  static_assert(Chain<double>::kStates == 0);
}

TEST(Chain, PassesTheSignalInOrder) {
  static_assert(Filtered::kStates == 2 && Rounded::kStates == 2);
  const std::array<double, 2> state{3.3, 4.0};
  // The last stage decides what is seen: a rounded state, or the state as it is.
  auto rounded = filter_first();
  rounded.freeze(state.data(), {9.0, 0.0, 0.0}, false, kChainHorizon);
  EXPECT_EQ(rounded.output(state.data(), {9.0, 0.0, 0.0}).value, 3.0);
  EXPECT_EQ(round_first().output(state.data(), {9.0, 0.0, 0.0}).value, 3.3);
}

TEST(Chain, IsConstantOnlyIfItsLastStageIs) {
  auto filtered = filter_first();
  auto rounded = round_first();
  const std::array<double, 2> state{3.3, 4.0};
  const auto smooth = Outlook<double>::smooth(kChainHorizon);
  filtered.freeze(state.data(), {9.0, 0.0, 0.0}, false, kChainHorizon);
  rounded.freeze(state.data(), {9.0, 0.0, 0.0}, false, kChainHorizon);
  EXPECT_TRUE(filtered.look_ahead(state.data(), {9.0, 0.0, 0.0}, smooth, kChainHorizon).constant);
  EXPECT_FALSE(rounded.look_ahead(state.data(), {9.0, 0.0, 0.0}, smooth, kChainHorizon).constant);
}

TEST(Chain, HandsAJumpOn) {
  auto chain = round_first();
  const std::array<double, 2> state{3.3, 4.0};
  chain.freeze(state.data(), {0.4, 2000.0, 0.0}, false, kChainHorizon);
  const auto look = chain.look_ahead(state.data(), {0.4, 2000.0, 0.0}, Outlook<double>::smooth(kChainHorizon),
                                     kChainHorizon);
  EXPECT_NEAR(look.until, 0.1 / 2000.0, 1e-12);
}

}  // namespace
}  // namespace hilspace::instruments
