#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "analysis/sensitivity/sobol_indices.hpp"
#include "core/error.hpp"

namespace hilspace::analysis {
namespace {

TEST(OpenTurnsMissing, SaysWhichPackageToInstall) {
  std::vector<double> values;
  for (int i = 0; i < 5 * 16; ++i) values.push_back(i % 7);
  try {
    sobol_indices(values, 3, 0.95);
    FAIL() << "no InputError";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("install its package libopenturns-dev"), std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace hilspace::analysis
