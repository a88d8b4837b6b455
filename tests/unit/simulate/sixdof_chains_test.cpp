#include "simulate/sixdof/sixdof_chains.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

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

/// Noise of the same kind in two components, in robot and sensor, or in both sensors of a link, is not the same noise.
TEST(SixDofChains, EachHasNoiseOfItsOwn) {
  models::SixChains setups;
  for (auto& chain : setups) chain.add(instruments::NoiseSetup{1.0, 0.0, 0.7, 1e-3});
  std::vector<double> drawn;
  for (const auto instrument : {SixInstrument::robot, SixInstrument::sensor, SixInstrument::target_sensor}) {
    auto six = general_instruments<models::GeneralSix>(setups, {1, 7}, instrument, 1.0, 1.0, false);
    for (auto& chain : six.chains) {
      const std::vector<double> states(chain.kStates + 1);
      chain.freeze(states.data(), Signal<double>{}, false, {1e-3, 1e-9, 0.0});
      drawn.push_back(chain.output(states.data(), Signal<double>{}).value);
    }
  }
  std::ranges::sort(drawn);
  EXPECT_EQ(std::ranges::adjacent_find(drawn), drawn.end());
}

}  // namespace
}  // namespace hilspace::simulate
