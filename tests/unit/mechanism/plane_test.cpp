#include "mechanism/plane.hpp"

#include <gtest/gtest.h>

namespace hilspace::mechanism {
namespace {

TEST(Plane, OverlapsByWhatTheSphereReachesBeyondIt) {
  mechanism::Setup setup;
  setup.kind = MechanismKind::plane;
  setup.tip_radius = 0.025;
  const Plane plane(setup);
  EXPECT_EQ(plane.contact({plane.start(), 0.1, -0.2}).penetration, 0.0);
  const ContactPoint contact = plane.contact({-0.024, 0.1, -0.2});
  EXPECT_NEAR(contact.penetration, 0.001, 1e-15);
  EXPECT_EQ(contact.normal, Eigen::Vector3d(-1.0, 0.0, 0.0));
  EXPECT_EQ(contact.point, Eigen::Vector3d(0.0, 0.1, -0.2));
}

}  // namespace
}  // namespace hilspace::mechanism
