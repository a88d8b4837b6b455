#include "integrate/rk4_stability.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "integrate/rk4.hpp"
#include "unit/integrate/problems.hpp"

namespace hilspace::integrate {
namespace {

TEST(Rk4Stability, EndsWhereTheLiteratureHasItOnBothAxes) {
  EXPECT_NEAR(rk4_stable_step(1.0), 2.785293563405282, 1e-6);  // Hairer, Wanner, IV.2
  EXPECT_NEAR(rk4_stable_step(0.0), 2.0 * std::sqrt(2.0), 1e-6);
}

/// Growth over many steps of the method itself, a little on either side of the bound.
TEST(Rk4Stability, IsThatOfTheSteps) {
  for (const double damping : {0.01, 0.3, 0.5, 0.7, 0.9}) {
    const auto after = [&](double h) {
      Pair y{1.0, 0.0};
      const auto pole = [&](const Pair& x) { return Pair{x[1], -x[0] - 2.0 * damping * x[1]}; };
      for (int i = 0; i < 4000; ++i) y = rk4(y, h, pole).end;
      return std::hypot(y[0], y[1]);
    };
    const double bound = rk4_stable_step(damping);
    EXPECT_LT(after(0.995 * bound), 1e-2) << damping;
    EXPECT_GT(after(1.005 * bound), 1e2) << damping;
  }
}

}  // namespace
}  // namespace hilspace::integrate
