#include "metrics/qualification.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace hilspace::metrics {
namespace {

constexpr Capability kRig{300e-6, 8e3};

Limit binds(const Demand& demand, const Capability& capability = kRig) {
  return verdict(demand, capability).binds;
}

TEST(Qualification, IsThePublishedRule) {  // 8.5
  const Demand demand{200e-6, 2e3, 0.05, 60.0};
  EXPECT_EQ(binds(demand), Limit::force_at_extension);
  EXPECT_NEAR(verdict(demand, kRig).share, 200e-6 * 8e3 / (8e3 - 2e3) / 300e-6, 1e-12);
  EXPECT_NEAR(verdict(demand, kRig).margin(), 11.111, 1e-3);
  EXPECT_TRUE(verdict(demand, kRig).qualifies());
  EXPECT_FALSE(verdict({230e-6, 2e3, 0.05, 60.0}, kRig).qualifies());
}

TEST(Qualification, HasItsBorderWhereBothSidesAreEqual) {
  EXPECT_FALSE(verdict({225e-6, 2e3, 0.0, 0.0}, kRig).qualifies());  // exactly 300 um
  EXPECT_TRUE(verdict({225e-6 * (1.0 - 1e-12), 2e3, 0.0, 0.0}, kRig).qualifies());
}

TEST(Qualification, FactorMultipliesTheLeftHandSide) {
  Capability careful = kRig;
  careful.safety_factor = 1.2;
  const Demand demand{200e-6, 2e3, 0.05, 60.0};
  EXPECT_NEAR(verdict(demand, careful).share, 1.2 * verdict(demand, kRig).share, 1e-12);
  EXPECT_FALSE(verdict(demand, careful).qualifies());
}

TEST(Qualification, NamesWhatIsTooMuchByItselfFirst) {
  EXPECT_EQ(binds({310e-6, 2e3, 0.0, 0.0}), Limit::stroke);
  EXPECT_NEAR(verdict({310e-6, 2e3, 0.0, 0.0}, kRig).margin(), -100.0 / 30.0, 1e-9);
  EXPECT_EQ(binds({100e-6, 9e3, 0.0, 0.0}), Limit::force);
  EXPECT_NEAR(verdict({100e-6, 9e3, 0.0, 0.0}, kRig).margin(), -12.5, 1e-9);
  EXPECT_EQ(binds({100e-6, 8e3, 0.0, 0.0}), Limit::force);  // where 8.5 divides by 0
  EXPECT_EQ(binds({10e-6, 4e3, 0.0, 0.0}), Limit::force);   // far from all of them, and nearest to this
}

TEST(Qualification, LooksAtVelocityAndAccelerationWhereTheyAreLimited) {
  Capability slow = kRig;
  slow.velocity = 0.1;
  slow.acceleration = 100.0;
  EXPECT_EQ(binds({100e-6, 1e3, 0.11, 60.0}, slow), Limit::velocity);
  EXPECT_EQ(binds({100e-6, 1e3, 0.05, 120.0}, slow), Limit::acceleration);
  EXPECT_NEAR(verdict({100e-6, 1e3, 0.05, 120.0}, slow).margin(), -20.0, 1e-9);
  EXPECT_EQ(binds({100e-6, 1e3, 0.11, 120.0}, kRig), Limit::force_at_extension);
}

TEST(Qualification, IsDeniedToWhatIsNotKnown) {
  constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(verdict({kUnknown, 1e3, 0.0, 0.0}, kRig).qualifies());
  EXPECT_FALSE(verdict({1e-6, kUnknown, 0.0, 0.0}, kRig).qualifies());
  EXPECT_FALSE(verdict({1e-6, 1e3, kUnknown, 0.0}, kRig).qualifies());
  EXPECT_FALSE(verdict({1e-6, 1e3, 0.0, kUnknown}, kRig).qualifies());
}

TEST(Demand, IsTakenFromTheHilModel) {
  Row row = not_run();
  const auto set = [&](std::string_view name, double value) {
    for (std::size_t i = 0; i < kMetricCount; ++i)
      if (catalogue()[i].name == name) row.values[i] = value;
  };
  set("penetration.peak_hil", 120e-6);
  set("penetration.peak_docking", 1.0);
  set("contact_force.peak_hil", 1300.0);
  set("force.peak_hil", 1250.0);
  set("velocity.after_hil", -0.09);
  const Demand found = demand(row, {25.0, 0.05}, 68e-6);
  EXPECT_EQ(found.extension, 120e-6 + 68e-6);
  EXPECT_EQ(found.force, 1300.0);
  EXPECT_EQ(found.velocity, 0.09);  // it leaves faster than it came
  EXPECT_EQ(found.acceleration, 50.0);
  EXPECT_EQ(demand(row, {25.0, 0.1}, 0.0).velocity, 0.1);
}

}  // namespace
}  // namespace hilspace::metrics
