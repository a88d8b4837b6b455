#include "hybrid/spatial.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace hilspace::hybrid {
namespace {

constexpr Mat3 kSprings{3000.0, 0, 0, 0, 1200.0, 0, 0, 0, 1200.0};

SpatialSetup of(Share stiffness, Share damping) {
  SpatialSetup setup;
  setup.its.is_real = setup.its.is_computed = true;
  setup.its.real_damping = 5.0;
  setup.its.virtual_stiffness = 70.0;
  setup.its.virtual_damping = 7.0;
  setup.springs = kSprings;
  setup.wanted = {1500.0, 40.0};
  setup.stiffness = stiffness;
  setup.damping = damping;
  setup.stiffness_along = {100.0, 200.0, 300.0};
  setup.damping_along = {1.0, 2.0, 3.0};
  setup.lags = {16e-3, 32e-3};
  return setup;
}

const Vec3 kNormal{-0.6, 0.0, 0.8};
const double kForce = 1.0 / (0.36 / 3000.0 + 0.64 / 1200.0), kDisplacement = 0.36 * 3000.0 + 0.64 * 1200.0;

TEST(SpatialHybrid, HasTheSpringsAlongTheNormal) {
  auto setup = of(Share::value, Share::value);
  EXPECT_NEAR(along(setup, kNormal).real_stiffness, kForce, 1e-9);
  setup.reading = ComplianceReading::displacement;
  EXPECT_NEAR(along(setup, kNormal).real_stiffness, kDisplacement, 1e-9);
  EXPECT_EQ(along(setup, kNormal).real_damping, 5.0);
  setup.its.is_real = false;
  EXPECT_EQ(along(setup, kNormal).real_stiffness, 0.0);
}

TEST(SpatialHybrid, HasItsSharesAlongTheNormal) {
  auto now = along(of(Share::value, Share::value), kNormal);
  EXPECT_EQ(now.virtual_stiffness, 70.0);
  EXPECT_EQ(now.virtual_damping, 7.0);
  now = along(of(Share::along_axes, Share::along_axes), kNormal);
  EXPECT_NEAR(now.virtual_stiffness, 0.36 * 100.0 + 0.64 * 300.0, 1e-12);
  EXPECT_NEAR(now.virtual_damping, 0.36 * 1.0 + 0.64 * 3.0, 1e-12);
  now = along(of(Share::fill, Share::fill), kNormal);
  EXPECT_NEAR(now.virtual_stiffness, 1500.0 - kForce, 1e-9);
  EXPECT_NEAR(now.virtual_damping, 35.0, 1e-12);
  now = along(of(Share::fill, Share::corrected), kNormal);
  EXPECT_NEAR(now.virtual_damping, 35.0 + kForce * 16e-3 + (1500.0 - kForce) * 32e-3, 1e-9);
}

TEST(SpatialHybrid, IsDirectedWhereTheProbesTurnMatters) {
  EXPECT_FALSE(of(Share::value, Share::value).is_directed());
  EXPECT_TRUE(of(Share::along_axes, Share::value).is_directed());
  EXPECT_TRUE(of(Share::fill, Share::value).is_directed());
  auto setup = of(Share::fill, Share::corrected);
  setup.springs = {900.0, 0, 0, 0, 900.0, 0, 0, 0, 900.0};
  EXPECT_FALSE(setup.is_directed());
  setup.torsional_damping = {0.0, 1.0, 0.0};
  EXPECT_TRUE(setup.is_directed());
}

TEST(SpatialHybrid, StaysWithinItsBounds) {
  for (const auto stiffness : {Share::value, Share::along_axes, Share::fill})
    for (const auto damping : {Share::value, Share::along_axes, Share::fill, Share::corrected})
      for (const auto reading : {ComplianceReading::force, ComplianceReading::displacement}) {
        auto setup = of(stiffness, damping);
        setup.reading = reading;
        const auto most = bounds(setup);
        for (const double angle : {0.0, 0.4, 0.9, 1.5}) {
          const auto now = along(setup, {std::cos(angle), 0.0, std::sin(angle)});
          EXPECT_LE(now.real_stiffness + std::abs(now.virtual_stiffness), most.stiffness * (1.0 + 1e-12));
          EXPECT_LE(now.real_damping + std::abs(now.virtual_damping), most.damping * (1.0 + 1e-12));
        }
      }
}

}  // namespace
}  // namespace hilspace::hybrid
