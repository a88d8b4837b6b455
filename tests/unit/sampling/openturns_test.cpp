#include "sampling/openturns.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "core/error.hpp"
#include "support/message.hpp"

namespace hilspace::sampling {
namespace {

std::string refusal(DesignType type, std::size_t dimensions) {
  return test::message_of([&] { points({.type = type, .samples = 4}, dimensions); });
}

TEST(OpenTurns, IsLoadedWhenItIsAskedForOnly) {
  if (!openturns::available()) GTEST_SKIP();
  constexpr std::array u{0.5};
  for (const DesignType type : {DesignType::random, DesignType::one_at_a_time, DesignType::morris})
    points({.type = type, .samples = 4}, 2);
  values_at({.kind = DistributionKind::uniform, .from = 0.0, .to = 2.0}, u);
  EXPECT_FALSE(openturns::loaded());
  EXPECT_EQ(points({.type = DesignType::sobol, .samples = 2}, 2), (Points{{0.5, 0.75}, {0.5, 0.25}}));
  EXPECT_TRUE(openturns::loaded());
}

TEST(OpenTurns, WhatItsModuleRefusesIsAnInputErrorHere) {
  if (!openturns::available()) GTEST_SKIP();
  EXPECT_EQ(refusal(DesignType::sobol, 5000), "the Sobol sequence has 1111 dimensions; this takes 5000");
}

TEST(OpenTurns, WhereItIsNeverLoadedItsDesignsAreRefused) {  // the last one: there is no way back
  openturns::never_load();
  EXPECT_FALSE(openturns::available());
  EXPECT_NE(refusal(DesignType::sobol, 2).find("give the points as a list"), std::string::npos);
  EXPECT_EQ(points({.type = DesignType::random, .samples = 4}, 2).size(), 2U);
}

}  // namespace
}  // namespace hilspace::sampling
