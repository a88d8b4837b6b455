// The stated errors of runs in six degrees of freedom.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "metrics/catalogue.hpp"
#include "metrics/numerical_error.hpp"
#include "simulate/sixdof.hpp"
#include "support/sixdof_on_axis.hpp"
#include "support/stated_error.hpp"

namespace hilspace::test {
namespace {

using instruments::SampleHoldSetup;

// Steps that samples bound are finer in the first of the two runs that state the errors, too: else it would be the same run again.
TEST(SixDofError, IsThatOfFinerStepsWhereSamplesBoundThem) {
  auto setup = hit_on_the_axis();
  setup.first_impact = true;
  setup.step = models::automatic_step(setup);
  setup.tolerance = 1e-9;
  for (auto& chain : setup.robot) chain.add(SampleHoldSetup{20e3});
  const auto row = simulate::simulate(setup);
  ASSERT_EQ(row.outcome, Outcome::ok);
  const auto stated = stated_error(setup, row);
  auto finest = setup;
  finest.step = 5e-6;
  finest.tolerance = 1e-11;
  const auto truth = simulate::simulate(finest);
  for (const auto* name :
       {"penetration.e_hint_pct", "penetration.e_imax", "force.e_imax", "velocity.after_hil"}) {
    const auto catalogue = metrics::catalogue();
    const auto i = static_cast<std::size_t>(
        std::ranges::find(catalogue, std::string_view(name), &metrics::Metric::name) - catalogue.begin());
    EXPECT_LE(std::abs(row.values[i] - truth.values[i]), 3.0 * stated.values[i]) << name;
  }
  EXPECT_LE(simulate::finer(setup, 0).step, 0.5 / 20e3);
  auto noisy = setup;
  noisy.wrench_sensor[2].add(instruments::NoiseSetup{.std = 1.0, .sample_time = 30e-6});
  EXPECT_LE(simulate::finer(noisy, 0).step, 0.5 * 30e-6);
  auto hybrid = setup;
  hybrid.hybrid.its.is_computed = true;
  hybrid.hybrid.its.rate = 40e3;
  EXPECT_LE(simulate::finer(hybrid, 0).step, 0.5 / 40e3);
}

}  // namespace
}  // namespace hilspace::test
