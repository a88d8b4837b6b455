// What is read of the steps in six degrees of freedom: energies on both sides of a jump.

#include <gtest/gtest.h>

#include "simulate/sixdof.hpp"
#include "support/sixdof_on_axis.hpp"

namespace hilspace::test {
namespace {

/// A cell ends on a jump of the stored energy, which is largest on one side of it: of a contact that is pressed just before it,
/// of one that lets go behind it.
TEST(SixDofTally, OfEnergiesAtCellsIsTheAxialOne) {
  for (const double quantum : {20e-6, 100e-6}) {
    SCOPED_TRACE(quantum);
    auto setup = hit_on_the_axis();
    setup.robot[0].add(instruments::LowPassSetup{4.0 / 1e-3, 0.7});
    setup.robot[0].add(instruments::QuantizerSetup{quantum});
    setup.wrench_sensor[0].add(instruments::QuantizerSetup{10.0});
    const auto one = simulate::simulate(on_one_axis(setup)), other = simulate::simulate(setup);
    ASSERT_EQ(other.outcome, Outcome::ok);
    for (const char* name : {"energy.potential_hil", "energy.mechanical_error"})
      EXPECT_NEAR(metric(other, name) / metric(one, name), 1.0, 1e-5) << name;
  }
}

}  // namespace
}  // namespace hilspace::test
