// What is followed from a pose nearby is what a search all around finds there.

#include "mechanism/followed.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "mechanism/pairs/petal.hpp"
#include "mechanism/pairs/torus.hpp"
#include "unit/mechanism/bore.hpp"
#include "unit/mechanism/oracle.hpp"

namespace hilspace::mechanism {
namespace {

using Eigen::Vector3d;

constexpr double kRadians = std::numbers::pi / 180.0;
constexpr primitive::Petal kPetal{0.5985, 45 * kRadians, 0.16, 28.5 * kRadians, 15 * kRadians};
constexpr primitive::Edge kEdge{0.6};

/// How many contacts of one set stand in the other, to rounding.
std::size_t common(const Contacts& some, const Contacts& all) {
  std::size_t count = 0;
  for (const ContactPoint& one : some)
    for (const ContactPoint& other : all)
      if (std::abs(one.penetration - other.penetration) < 1e-13 &&
          (one.normal - other.normal).norm() < 1e-10 && (one.point - other.point).norm() < 1e-10) {
        ++count;
        break;
      }
  return count;
}

/// From random poses to some a little farther on, as in a step: all that is found is found all around there as well, and
/// nothing is missed but minima that have come up on the way, in less than that share.
template <class Active, class Passive>
void follows(const Active& active, const Passive& passive, double x, double offset, double tilt,
             double excused) {
  test::Random random(hilspace::test::seed());
  int moved = 0, missed = 0, followed = 0;
  while (moved < test::poses(1000)) {
    Pose begin{random.turn(tilt), random.in_box(offset)};
    begin.origin.x() += x;
    Followed known;
    Contacts there;
    pairs::contacts(active, passive, begin, known, there);
    Contacts all;
    pairs::contacts(active, passive, begin, all);
    ASSERT_EQ(there.size(), all.size());  // what notes finds the same, to the bit
    for (std::size_t i = 0; i < all.size(); ++i) ASSERT_EQ(there[i].penetration, all[i].penetration);
    followed += known.known ? 1 : 0;
    for (int k = 0; k < 4; ++k, ++moved) {
      const Pose pose{random.turn(2e-3) * begin.turn, begin.origin + random.in_box(1e-3)};
      const Followed before = known;
      Contacts some;
      all.clear();
      pairs::contacts(active, passive, pose, known, some);
      pairs::contacts(active, passive, pose, all);
      if (before.known) {  // nothing is noted within a step: what is found depends on the pose alone
        ASSERT_EQ(known.size, before.size);
        for (std::size_t i = 0; i < known.size; ++i) ASSERT_EQ(known.minima[i].at.c, before.minima[i].at.c);
      }
      known = before;
      ASSERT_EQ(common(some, all), some.size());
      missed += some.size() == all.size() ? 0 : 1;
    }
  }
  EXPECT_GT(followed, test::poses(1000) / 4 * 9 / 10);
  EXPECT_LE(missed, excused * moved);
}

TEST(Followed, APetalsContactsAreThoseOfASearchAllAround) { follows(kPetal, kEdge, -0.06, 0.06, 0.07, 2e-3); }

/// Where only what touches is asked for, all that does is told with the bits that it has else, and much else is left out.
TEST(Followed, OfAPetalLeavesOutWhatCannotTouch) {
  test::Random random(hilspace::test::seed());
  int touching = 0, told = 0, left_out = 0;
  for (int i = 0; i < test::poses(4000); ++i) {
    Pose begin{random.turn(0.07), random.in_box(0.06)};
    begin.origin.x() -= 0.06;
    Followed known;
    Contacts there;
    pairs::contacts(kPetal, kEdge, begin, known, there);
    const double step = i % 2 == 0 ? 1.0 : 10.0;  // the second is farther than a step goes
    const Pose pose{random.turn(2e-3 * step) * begin.turn, begin.origin + random.in_box(1e-3 * step)};
    Followed asked = known;
    asked.touching_alone = true;
    Contacts some, all;
    pairs::contacts(kPetal, kEdge, pose, known, all);
    pairs::contacts(kPetal, kEdge, pose, asked, some);
    for (const ContactPoint& one : all) {
      bool is_there = false;
      for (const ContactPoint& other : some)
        is_there = is_there || (one.penetration == other.penetration && one.normal == other.normal);
      ASSERT_TRUE(is_there || one.penetration <= 0.0) << one.penetration;
      touching += one.penetration > 0.0 ? 1 : 0;
      left_out += is_there ? 0 : 1;
    }
    told += static_cast<int>(some.size());
    ASSERT_EQ(common(some, all), some.size());
  }
  EXPECT_GT(touching, test::poses(400));
  EXPECT_GT(told, touching);
  EXPECT_GT(left_out, test::poses(400));
}

TEST(Followed, ARingsContactsAreThoseOfASearchAllAround) {
  follows(primitive::Torus{0.1, 0.012}, test::conical_bore().surface, -0.15, 0.02, 0.1, 2e-3);
  follows(primitive::Torus{0.1, 0.012}, primitive::Edge{0.12}, 0.0, 0.01, 0.2, 2e-2);
}

/// Where nothing is unlike anything else, one direction stands for all and is not followed.
TEST(Followed, ARingOnTheAxisIsSearchedForAllAround) {
  Followed known;
  Contacts found;
  const Pose coaxial{Eigen::Matrix3d::Identity(), Vector3d(-0.06, 0.0, 0.0)};
  pairs::contacts(primitive::Torus{0.1, 0.012}, kEdge, coaxial, known, found);
  EXPECT_FALSE(known.known);
  EXPECT_EQ(found.size(), 1u);
}

/// f = -A cos(u - a): its only minimum is at a; half a turn away f bends the other way.
TEST(Followed, GoesToTheMinimumAndToNoOtherPlace) {
  const double a = 0.4;
  const auto slope = [&](UnitVector u) { return u.s * std::cos(a) - u.c * std::sin(a); };
  for (const double from : {0.4, 0.41, 0.35}) {
    const UnitVector start{std::cos(from), std::sin(from)};
    const auto found = circle::follow(circle::minimum(start, slope), slope);
    ASSERT_TRUE(found);
    EXPECT_NEAR(found->c, std::cos(a), 1e-15);
    EXPECT_NEAR(found->s, std::sin(a), 1e-15);
  }
  for (const double from : {0.4 + 0.5, 0.4 + std::numbers::pi}) {
    const UnitVector start{std::cos(from), std::sin(from)};
    EXPECT_FALSE(circle::follow(circle::minimum(start, slope), slope));
  }
}

/// Two that run into one are not told twice.
TEST(Followed, TwoThatHaveBecomeOneAreLost) {
  const auto slope = [](UnitVector u) { return u.s; };
  const std::array<circle::Minimum, 2> two{circle::Minimum{{std::cos(0.03), std::sin(0.03)}, 1.0},
                                           circle::Minimum{{std::cos(0.03), -std::sin(0.03)}, 1.0}};
  std::array<UnitVector, 2> at;
  EXPECT_FALSE(circle::follow(two, slope, at));
}

}  // namespace
}  // namespace hilspace::mechanism
