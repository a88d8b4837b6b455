#include "simulate/sixdof/sixdof_chains.hpp"

#include <gtest/gtest.h>

#include "support/sixdof_cases.hpp"

namespace hilspace::simulate {
namespace {

TEST(SixDofChains, AnImpactEndsAfterWhatIsStillToCome) {
  auto setup = test::whole_docking();
  EXPECT_EQ(closing(setup), 0.0);
  setup.robot[0].add(instruments::LowPassSetup{4.0 / 1e-3, 0.7});
  const double settled = closing(setup);
  EXPECT_GE(settled, 4.0 * 1e-3 / 4.0);
  setup.robot[1].add(instruments::TransportDelaySetup{5e-3});
  setup.wrench_sensor[1].add(instruments::SampleHoldSetup{500.0});
  EXPECT_DOUBLE_EQ(closing(setup), settled + 5e-3 + 2e-3);
}

TEST(SixDofChains, OnlyTheReferenceStepsAsFarAsAsked) {
  auto setup = test::whole_docking();
  setup.step = 1e-3;
  EXPECT_EQ(fine_step(setup), 1e-3 / models::kFineSteps);
  setup.solver = models::Solver::reference;
  EXPECT_EQ(fine_step(setup), 1e-3);
}

}  // namespace
}  // namespace hilspace::simulate
