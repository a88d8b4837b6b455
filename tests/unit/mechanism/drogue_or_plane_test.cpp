#include "mechanism/drogue_or_plane.hpp"

#include <gtest/gtest.h>

namespace hilspace::mechanism {
namespace {

template <class Its>
void expect_same(const DrogueOrPlane& either, const Its& its) {
  EXPECT_EQ(either.start(), its.start());
  EXPECT_EQ(either.meets_again(), its.meets_again());
  for (const Eigen::Vector3d& centre :
       {Eigen::Vector3d(-0.024, 0.002, -0.003), Eigen::Vector3d(-0.1, 0.04, 0.01)}) {
    const ContactPoint contact = either.contact(centre), expected = its.contact(centre);
    EXPECT_EQ(contact.penetration, expected.penetration);
    EXPECT_EQ(contact.normal, expected.normal);
    EXPECT_EQ(contact.point, expected.point);
    EXPECT_EQ(either.advance_left(centre), its.advance_left(centre));
    EXPECT_EQ(either.way_out(centre), its.way_out(centre));
    EXPECT_EQ(either.bend(centre), its.bend(centre));
  }
}

TEST(DrogueOrPlane, IsWhatTheSetupHas) {
  mechanism::Setup setup{MechanismKind::drogue, 0.025, 0.032, 0.05, 0.195, 0.4325};
  expect_same(DrogueOrPlane(setup), Drogue(setup));
  EXPECT_TRUE(DrogueOrPlane(setup).meets_again());
  setup.kind = MechanismKind::plane;
  expect_same(DrogueOrPlane(setup), Plane(setup));
  EXPECT_FALSE(DrogueOrPlane(setup).meets_again());  // one impact, and the run is over
}

TEST(DrogueOrPlane, OnlyADrogueCanBeMissed) {
  mechanism::Setup setup{MechanismKind::drogue, 0.025, 0.032, 0.05, 0.195, 0.4325};
  const Eigen::Vector3d beside(-0.24, 0.1, 0.1);
  EXPECT_TRUE(DrogueOrPlane(setup).outside(beside));
  EXPECT_EQ(DrogueOrPlane(setup).to_mouth(beside), Drogue(setup).to_mouth(beside));
  setup.kind = MechanismKind::plane;
  EXPECT_FALSE(DrogueOrPlane(setup).outside(beside));
  EXPECT_GT(DrogueOrPlane(setup).to_mouth(beside), 1e300);
}

}  // namespace
}  // namespace hilspace::mechanism
