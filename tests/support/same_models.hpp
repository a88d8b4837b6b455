#pragma once
// Ideal instruments: the HIL model is the docking model.

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "metrics/catalogue.hpp"
#include "support/axial_cases.hpp"

namespace hilspace::test {

/// Every metric of the docking model that is defined has the bits of its counterpart in the HIL model; there are at
/// least so many.
inline void expect_hil_is_docking(const metrics::Row& row, int at_least) {
  const auto catalogue = metrics::catalogue();
  int compared = 0;
  for (std::size_t i = 0; i < catalogue.size(); ++i) {
    const std::string name(catalogue[i].name);
    const auto at = name.find("docking");
    if (at == std::string::npos || std::isnan(row.values[i])) continue;
    EXPECT_EQ(row.values[i], metric(row, name.substr(0, at) + "hil")) << name;
    ++compared;
  }
  EXPECT_GE(compared, at_least);
}

}  // namespace hilspace::test
