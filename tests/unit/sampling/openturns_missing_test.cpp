#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <string>

#include "core/error.hpp"
#include "sampling/design.hpp"
#include "sampling/distribution.hpp"

namespace hilspace::sampling {
namespace {

void expect_refusal(const std::function<void()>& action) {
  try {
    action();
    ADD_FAILURE() << "not refused";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("libopenturns-dev"), std::string::npos) << error.what();
  }
}

TEST(WithoutOpenTurns, DesignsThatNeedItNameThePackage) {
  for (const Type type : {Type::latin_hypercube, Type::sobol, Type::halton, Type::saltelli})
    expect_refusal([&] { points({.type = type, .samples = 4}, 2); });
}

TEST(WithoutOpenTurns, DistributionsThatNeedItNameThePackage) {
  constexpr std::array u{0.5};
  expect_refusal([&] { values_at({.kind = Kind::normal, .mean = 0.0, .std = 1.0}, u); });
  expect_refusal([&] { values_at({.kind = Kind::triangular, .from = 0.0, .to = 2.0, .mode = 1.0}, u); });
}

TEST(WithoutOpenTurns, TheRestIsThere) {
  constexpr std::array u{0.5};
  for (const Type type : {Type::random, Type::one_at_a_time, Type::morris})
    EXPECT_EQ(points({.type = type, .samples = 4}, 2).size(), 2U);
  EXPECT_EQ(values_at({.kind = Kind::uniform, .from = 0.0, .to = 2.0}, u).front(), 1.0);
  EXPECT_DOUBLE_EQ(values_at({.kind = Kind::log_uniform, .from = 1.0, .to = 4.0}, u).front(), 2.0);
}

}  // namespace
}  // namespace hilspace::sampling
