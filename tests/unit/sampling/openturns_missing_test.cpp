#include <gtest/gtest.h>
#include <stdlib.h>

#include <array>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "sampling/design.hpp"
#include "sampling/distribution.hpp"
#include "sampling/openturns.hpp"
#include "support/directory.hpp"
#include "support/message.hpp"

namespace hilspace::sampling {
namespace {

void expect_part(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << text;
}

void look_in(const std::filesystem::path& folder) { ::setenv("HILSPACE_MODULES", folder.c_str(), 1); }

const auto kSobol = [] { points({.type = DesignType::sobol, .samples = 4}, 2); };

TEST(WithoutOpenTurns, WhatNeedsItNamesThePackageAndTheFolder) {
  const test::Directory empty;
  look_in(empty.path());
  EXPECT_FALSE(openturns::available());
  constexpr std::array u{0.5};
  std::vector<std::function<void()>> actions;
  for (const DesignType type :
       {DesignType::latin_hypercube, DesignType::sobol, DesignType::halton, DesignType::saltelli})
    actions.push_back([type] { points({.type = type, .samples = 4}, 2); });
  actions.push_back([&] { values_at({.kind = DistributionKind::normal, .mean = 0.0, .std = 1.0}, u); });
  actions.push_back(
      [&] { values_at({.kind = DistributionKind::triangular, .from = 0.0, .to = 2.0, .mode = 1.0}, u); });
  actions.push_back([] { openturns::martinez_indices({}, {}, {}, 0.95); });
  for (const auto& action : actions) {
    const auto text = test::message_of(action);
    expect_part(text, "libopenturns-dev");
    expect_part(text, empty.path().string());
  }
  EXPECT_FALSE(openturns::loaded());
}

TEST(WithoutOpenTurns, TheRestIsThere) {
  const test::Directory empty;
  look_in(empty.path());
  constexpr std::array u{0.5};
  for (const DesignType type : {DesignType::random, DesignType::one_at_a_time, DesignType::morris})
    EXPECT_EQ(points({.type = type, .samples = 4}, 2).size(), 2U);
  EXPECT_EQ(values_at({.kind = DistributionKind::uniform, .from = 0.0, .to = 2.0}, u).front(), 1.0);
  EXPECT_DOUBLE_EQ(values_at({.kind = DistributionKind::log_uniform, .from = 1.0, .to = 4.0}, u).front(),
                   2.0);
}

TEST(WithoutOpenTurns, AModuleThatCannotBeLoadedSaysWhy) {
  const test::Directory folder;
  std::ofstream(folder / "hilspace_openturns.so") << "no library";
  look_in(folder.path());
  EXPECT_TRUE(openturns::available());
  const auto text = test::message_of(kSobol);
  expect_part(text, "cannot be loaded");
  expect_part(text, "libopenturns-dev");
}

TEST(WithoutOpenTurns, AModuleOfAnotherRevisionIsRefused) {
  look_in(HILSPACE_OTHER_MODULE);
  expect_part(test::message_of(kSobol), "has revision other");
  EXPECT_FALSE(openturns::loaded());
}

}  // namespace
}  // namespace hilspace::sampling
