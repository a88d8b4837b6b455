// Single poses of every pair to twelve digits, computed once by another program; the table; and the places
// where a pair has no normal of its own.

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>

#include "core/error.hpp"
#include "mechanism/pairs/no_pair.hpp"
#include "mechanism/pairs/table.hpp"

namespace hilspace::mechanism {
namespace {

using Eigen::Vector3d;

constexpr double kDegree = std::numbers::pi / 180.0;
const Vector3d kTiltAxis(0.0, 0.6, 0.8);

Eigen::Matrix3d tilted() {
  return (Eigen::AngleAxisd(0.05, kTiltAxis) * Eigen::AngleAxisd(0.04, Vector3d::UnitX())).toRotationMatrix();
}
Pose at(double x, double y, double z) { return {Eigen::Matrix3d::Identity(), {x, y, z}}; }
Pose tilted_at(double x, double y, double z) { return {tilted(), {x, y, z}}; }

/// Apex at x = 0, 45 degrees, radii 0.05 to 0.40 m.
Revolution cone() { return Revolution(std::array{Vec2{-0.05, 0.05}, Vec2{-0.4, 0.4}}); }

Contacts meet(const Primitive& active, const Primitive& passive, const Pose& pose) {
  Contacts out;
  pair_of(active, passive)(active, passive, pose, out);
  EXPECT_EQ(out.dropped(), 0u);
  return out;
}

ContactPoint deepest(const Contacts& all) {
  EXPECT_GT(all.size(), 0u);
  ContactPoint most = all[0];
  for (const ContactPoint& one : all)
    if (one.penetration > most.penetration) most = one;
  return most;
}

void expect_contact(const ContactPoint& found, double d, const Vector3d& n, const Vector3d& c) {
  EXPECT_NEAR(found.penetration, d, 6e-14);
  EXPECT_LT((found.normal - n).cwiseAbs().maxCoeff(), 1e-12) << found.normal.transpose();
  EXPECT_LT((found.point - c).cwiseAbs().maxCoeff(), 1e-12) << found.point.transpose();
}

TEST(PairPoses, SphereInAConeAndBeyondItsRim) {
  const primitive::Sphere sphere{0.045};
  expect_contact(deepest(meet(sphere, cone(), at(-0.25, 0.12, 0.07))), -3.354228177469e-02,
                 {-0.707106781187, -0.610783918271, -0.356290618992},
                 {-0.194462219947, 0.167972362612, 0.097983878191});
  expect_contact(deepest(meet(sphere, cone(), at(-0.43, 0.36, 0.1))), 5.058381058230e-03,
                 {-0.751096244840, -0.636107512042, -0.176696531123}, {-0.4, 0.385407163852, 0.107057545514});
}

TEST(PairPoses, SphereOnACircleSpeltInTwoWays) {
  const primitive::Sphere sphere{0.045};
  for (const Primitive& circle :
       {Primitive(primitive::Edge{0.05}), Primitive(Revolution(std::array<Vec2, 1>{Vec2{0.0, 0.05}}))})
    expect_contact(deepest(meet(sphere, circle, at(-0.02, 0.03, 0.01))), 1.783895547238e-02,
                   {-0.736348706312, -0.641881238580, -0.213960412860},
                   {0.0, 0.047434164903, 0.015811388301});
}

TEST(PairPoses, SegmentOnAnEdge) {
  const primitive::Segment segment{{-0.1, 0.50, 0.02}, {0.06, 0.64, 0.05}};
  expect_contact(deepest(meet(segment, primitive::Edge{0.6}, Pose{})), -8.402553263935e-03,
                 {0.662987222467, -0.746947167011, -0.050178407108}, {0.0, 0.598650700625, 0.040216149010});
}

TEST(PairPoses, BordersOfTwoPlates) {
  const primitive::Border active{{-0.12, 0.55, 0.19}, {0.02, 0.43, 0.183}, {0.0, 0.0, -1.0}};
  const primitive::Border passive{{0.0, 0.55, 0.25}, {-0.16, 0.42, 0.12}, {0.0, 0.0, 1.0}};
  expect_contact(deepest(meet(active, passive, Pose{})), 1.079287766880e-02,
                 {-0.329483318692, -0.433330001166, 0.838847931864},
                 {-0.066230980344, 0.496187328471, 0.196187328471});
}

TEST(PairPoses, TorusInAConeAndOnACircle) {
  const primitive::Torus torus{0.1, 0.012};
  expect_contact(deepest(meet(torus, cone(), tilted_at(-0.15, 0.012, -0.008))), -1.676999306289e-02,
                 {-0.707106781187, -0.601479424590, 0.371782869152},
                 {-0.134632059368, 0.114520770772, -0.070786894771});
  const Revolution circle(std::array<Vec2, 1>{Vec2{0.02, 0.12}});
  expect_contact(deepest(meet(torus, circle, tilted_at(0.0, 0.012, -0.008))), -1.315158865452e-02,
                 {-0.925759976198, -0.375516837910, -0.044221837553}, {0.02, 0.119176473945, 0.014034530915});
}

/// Given in the axes of the petal, with the edge placed in them.
TEST(PairPoses, FaceOfAPetalOnARing) {
  const primitive::Petal petal{0.5985, 45 * kDegree, 0.16, 28.5 * kDegree, 15 * kDegree};
  const Pose edge = tilted_at(0.06, -0.064, 0.01);
  const ContactPoint found = deepest(meet(petal, primitive::Edge{0.6}, edge.inverse()));
  expect_contact({found.penetration, edge.direction(found.normal), edge.point(found.point)},
                 2.221696742210e-02, {-0.707106781187, -0.671586505889, 0.221295199017},
                 {0.031752944167, 0.508436275375, -0.167535389350});
}

TEST(PairTable, GivesTheSameContactWithTheRolesExchanged) {
  const primitive::Torus torus{0.1, 0.012};
  const Pose pose = tilted_at(-0.15, 0.012, -0.008);
  const Contacts one = meet(torus, cone(), pose), other = meet(cone(), torus, pose.inverse());
  ASSERT_EQ(one.size(), other.size());
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_EQ(one[i].penetration, other[i].penetration);
    EXPECT_LT((one[i].normal + pose.direction(other[i].normal)).norm(), 4e-15);
    // each tells the point of the surface that is passive there
    const Vector3d active = one[i].point - one[i].penetration * one[i].normal;
    EXPECT_LT((active - pose.point(other[i].point)).norm(), 1e-15);
  }
}

TEST(PairTable, NamesThePairsThereAreWhereOneIsUnknown) {
  const Primitive plane = primitive::Plane{};
  EXPECT_EQ(find_pair(plane, plane), nullptr);
  try {
    pair_of(plane, primitive::Edge{0.6});
    FAIL();
  } catch (const InputError& error) {
    const std::string said = error.what();
    for (const char* words :
         {"no contact of plane and edge", "sphere and revolution", "torus and plane", "segment and edge",
          "segment and segment", "border and border", "petal and edge"})
      EXPECT_NE(said.find(words), std::string::npos) << words << " in: " << said;
  }
}

/// Their distance is never below zero. A segment on an edge has a side.
TEST(PairTable, KnowsWhichPairsNeverPush) {
  const Primitive point = primitive::Sphere{0.0}, ball = primitive::Sphere{0.01},
                  line = primitive::Segment{{0.0, 0.0, 0.0}, {0.1, 0.0, 0.0}},
                  pin = primitive::Segment{{0.0, 0.0, 0.0}, {0.1, 0.0, 0.0}, 0.01},
                  circle = primitive::Torus{0.1, 0.0}, edge = primitive::Edge{0.6},
                  plane = primitive::Plane{};
  for (const auto& [one, other] :
       {std::pair{point, line}, {line, line}, {circle, edge}, {edge, point}, {circle, point}})
    EXPECT_TRUE(never_push(one, other)) << name_of(one) << " and " << name_of(other);
  for (const auto& [one, other] : {std::pair{ball, line},
                                   {line, pin},
                                   {line, edge},
                                   {edge, line},
                                   {point, plane},
                                   {circle, plane},
                                   {ball, edge}})
    EXPECT_FALSE(never_push(one, other)) << name_of(one) << " and " << name_of(other);
}

TEST(RevolutionProfile, PartsItsChainsAtReentrantCornersOnly) {
  const Revolution socket(std::array{Vec2{0.0, 0.0}, Vec2{0.0, 0.05}, Vec2{-0.09, 0.05}, Vec2{-0.44, 0.4}});
  EXPECT_EQ(socket.chains(), 2u);  // bottom; cylinder and cone
  const Contacts seated = meet(primitive::Sphere{0.045}, socket, at(-0.044, 0.006, 0.0));
  ASSERT_EQ(seated.size(), 2u);
  EXPECT_NEAR(seated[0].penetration, 0.001, 1e-16);
  EXPECT_EQ(seated[0].normal, Vector3d(-1.0, 0.0, 0.0));
  EXPECT_NEAR(seated[1].penetration, 0.001, 1e-16);
  EXPECT_EQ(seated[1].normal, Vector3d(0.0, -1.0, 0.0));
}

TEST(RevolutionProfile, SaysAllThatIsWrongWithIt) {
  const auto findings = [](std::span<const Vec2> profile) -> std::vector<std::string> {
    try {
      Revolution{profile};
    } catch (const InputError& error) {
      return error.findings();
    }
    return {};
  };
  EXPECT_EQ(findings({}).size(), 1u);
  EXPECT_EQ(findings(std::array<Vec2, 1>{Vec2{0.0, 0.0}}).size(), 1u);
  EXPECT_EQ(findings(std::array{Vec2{0.0, 0.1}, Vec2{0.0, 0.1}, Vec2{-0.1, -0.2}, Vec2{NAN, 0.1}}).size(),
            3u);
  EXPECT_EQ(findings(std::array<Vec2, 17>{}).size(), 17u);
  EXPECT_TRUE(findings(std::array<Vec2, 1>{Vec2{0.0, 0.05}}).empty());
}

void expect_finite(const Contacts& all) {
  for (const ContactPoint& one : all) {
    EXPECT_TRUE(std::isfinite(one.penetration) && one.point.allFinite());
    EXPECT_NEAR(one.normal.norm(), 1.0, 1e-14);
  }
}

/// Where no normal is nearer than another, one is taken.
TEST(DegeneratePoses, TakeOneOfManyNormals) {
  const primitive::Sphere sphere{0.045};
  const Contacts on_axis = meet(sphere, cone(), at(-0.2, 0.0, 0.0));
  ASSERT_EQ(on_axis.size(), 1u);
  EXPECT_NEAR(on_axis[0].penetration, 0.045 - 0.2 * std::sqrt(0.5), 1e-15);
  expect_finite(on_axis);

  const Contacts on_circle = meet(sphere, primitive::Edge{0.05}, at(0.0, 0.03, 0.04));
  EXPECT_NEAR(on_circle[0].penetration, 0.045, 1e-16);
  expect_finite(on_circle);
  expect_finite(meet(sphere, cone(), at(-0.4, 0.4, 0.0)));

  // on the centre of another, on a circle, on a segment
  const primitive::Torus ring{0.05, 0.01};
  const primitive::Segment pin{{-0.1, 0.0, 0.0}, {0.1, 0.0, 0.0}, 0.01};
  EXPECT_NEAR(meet(sphere, sphere, Pose{})[0].penetration, 0.09, 1e-16);
  EXPECT_NEAR(meet(sphere, ring, at(0.0, 0.03, 0.04))[0].penetration, 0.055, 1e-16);
  EXPECT_NEAR(meet(sphere, ring, Pose{})[0].penetration, 0.005, 1e-16);
  EXPECT_NEAR(meet(sphere, pin, at(0.05, 0.0, 0.0))[0].penetration, 0.055, 1e-16);
  for (const Primitive& passive : {Primitive(sphere), Primitive(ring), Primitive(pin)})
    expect_finite(meet(sphere, passive, Pose{}));

  // a ring on the axis: one place of the circle, for a cone, an edge and a plane
  const primitive::Torus torus{0.1, 0.012};
  for (const Primitive& passive :
       {Primitive(cone()), Primitive(primitive::Edge{0.12}), Primitive(primitive::Plane{})}) {
    const Contacts coaxial = meet(torus, passive, at(-0.12, 0.0, 0.0));
    EXPECT_EQ(coaxial.size(), 1u) << name_of(passive);
    expect_finite(coaxial);
  }
}

/// Rounding makes no contacts of its own: a ring beside the axis by next to nothing has one place, too.
TEST(DegeneratePoses, HaveOnePlaceHoweverNearTheAxis) {
  const primitive::Torus torus{0.1, 0.012};
  for (double offset = 1e-18; offset < 1e-2; offset *= 3.0)
    for (const Primitive& passive : {Primitive(cone()), Primitive(primitive::Edge{0.12})}) {
      const Contacts all = meet(torus, passive, at(-0.12, 0.6 * offset, -0.8 * offset));
      ASSERT_EQ(all.size(), 1u) << name_of(passive) << ", " << offset;
      if (offset < 1e-10) continue;  // else the direction is rounding's
      EXPECT_LT((all[0].point.tail<2>().normalized() - Eigen::Vector2d(0.6, -0.8)).norm(), 1e-4) << offset;
    }
}

TEST(DegeneratePoses, SegmentsThatAreParallelMeetInTheMiddleOfTheirOverlap) {
  const primitive::Segment one{{0.0, 0.0, 0.0}, {0.4, 0.0, 0.0}, 0.01};
  const Contacts beside = meet(one, one, at(0.1, 0.03, 0.0));
  ASSERT_EQ(beside.size(), 1u);
  EXPECT_NEAR(beside[0].penetration, -0.01, 1e-16);
  EXPECT_LT((beside[0].point - Vector3d(0.25, 0.01, 0.0)).norm(), 1e-15);
  const Contacts turned =
      meet(one, one, {Eigen::DiagonalMatrix<double, 3>(-1.0, -1.0, 1.0), {0.5, 0.03, 0.0}});
  EXPECT_LT((turned[0].point - Vector3d(0.25, 0.01, 0.0)).norm(), 1e-15);
  const Contacts apart = meet(one, one, at(0.5, 0.0, 0.0));
  EXPECT_NEAR(apart[0].penetration, 0.02 - 0.1, 1e-16);
  const Contacts crossing = meet(one, primitive::Segment{{0.2, -0.1, 0.0}, {0.2, 0.1, 0.0}, 0.01}, Pose{});
  EXPECT_NEAR(crossing[0].penetration, 0.02, 1e-16);
  EXPECT_NEAR(std::abs(crossing[0].normal.z()), 1.0, 1e-15);
}

TEST(DegeneratePoses, HaveNoContactWhereThereIsNoCommonNormal) {
  const primitive::Border border{{0.0, 0.0, 0.0}, {0.4, 0.0, 0.0}, {0.0, 1.0, 0.0}};
  EXPECT_EQ(meet(border, border, at(0.1, 0.03, 0.0)).size(), 0u);
  const primitive::Edge edge{0.6};
  const primitive::Segment in_plane{{0.0, 0.5, 0.0}, {0.0, 0.7, 0.0}},
      across{{0.0, 0.0, 0.0}, {0.2, 0.0, 0.0}};
  EXPECT_EQ(meet(in_plane, edge, Pose{}).size(), 0u);
  EXPECT_EQ(meet(across, edge, Pose{}).size(), 0u);  // along the axis: every direction is as near
}

TEST(SegmentOnAnEdge, LeansEitherWay) {
  const primitive::Edge edge{0.6};
  for (const double lean : {-0.3, 0.0, 0.3}) {
    const primitive::Segment segment{{-0.1, 0.61 - 0.1 * lean, 0.0}, {0.1, 0.61 + 0.1 * lean, 0.0}};
    const primitive::Segment reversed{segment.to, segment.from};
    for (const auto& one : {segment, reversed}) {
      const Contacts all = meet(one, edge, Pose{});
      ASSERT_EQ(all.size(), 1u);
      const double cosine = 1.0 / std::hypot(1.0, lean);
      EXPECT_NEAR(all[0].penetration, 0.01 * cosine, 1e-15);
      EXPECT_LT((all[0].normal - Vector3d(lean * cosine, -cosine, 0.0)).norm(), 1e-15);
    }
  }
}

}  // namespace
}  // namespace hilspace::mechanism
