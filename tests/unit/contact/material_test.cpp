#include "contact/material.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace hilspace::contact {
namespace {

constexpr double kPlane = std::numeric_limits<double>::infinity();

TEST(HertzStiffness, OfEqualMaterialsIsHalfTheModulus) {
  const Material a{1e9, 0.0};
  EXPECT_DOUBLE_EQ(effective_modulus(a, a), 0.5e9);
  EXPECT_DOUBLE_EQ(hertz_stiffness(a, a, 0.25), 4.0 / 3.0 * 0.5e9 * 0.5);
}

TEST(HertzStiffness, DoesNotCareWhichBodyIsWhich) {
  const Material a{70e9, 0.3}, b{4e9, 0.35};
  EXPECT_EQ(effective_modulus(a, b), effective_modulus(b, a));
  EXPECT_EQ(effective_radius(0.01, 0.03), effective_radius(0.03, 0.01));
}

TEST(EffectiveRadius, OfASphereOnAPlaneIsTheSphere) { EXPECT_EQ(effective_radius(0.025, kPlane), 0.025); }

TEST(EffectiveModulus, OfARigidPartnerIsThePlaneModulus) {
  EXPECT_NEAR(effective_modulus({1e30, 0.3}, {2e9, 0.25}), 2e9 / (1.0 - 0.0625), 1.0);
}

TEST(Materials, AreNamedOnceAndPhysical) {
  for (const auto& one : materials()) {
    int same = 0;
    for (const auto& other : materials()) same += one.name == other.name ? 1 : 0;
    EXPECT_EQ(same, 1) << one.name;
    EXPECT_GT(one.material.youngs_modulus, 0.0);
    EXPECT_GT(one.material.poisson_ratio, -1.0);
    EXPECT_LE(one.material.poisson_ratio, 0.5);
  }
}

}  // namespace
}  // namespace hilspace::contact
