// What is kept of a step's poses is what is found there anew.

#include "models/sixdof_seen.hpp"

#include <gtest/gtest.h>

#include <array>
#include <numbers>

#include "support/features.hpp"
#include "unit/mechanism/oracle.hpp"

namespace hilspace::models {
namespace {

using mechanism::Assembly;
using mechanism::FeatureType;
using mechanism::Nearness;
using mechanism::Pose;
using mechanism::Side;

/// A ring in a cone, and a petal behind the edge of another ring: pairs with several minima.
Assembly rings() {
  auto ring = test::feature(Side::chaser, FeatureType::torus, 0.1);
  ring.tube = 0.012;
  auto cone = test::feature(Side::target, FeatureType::revolution);
  cone.profile = {{-0.05, 0.05}, {-0.4, 0.4}};
  auto petal = test::feature(Side::chaser, FeatureType::petal, 0.5985);
  petal.half_angle = 45.0 * std::numbers::pi / 180.0;
  petal.height = 0.16;
  petal.half_width = {28.5 * std::numbers::pi / 180.0, 15.0 * std::numbers::pi / 180.0};
  const auto edge = test::feature(Side::target, FeatureType::edge, 0.6);
  return Assembly::of(std::array{ring, cone, petal, edge},
                      std::array{mechanism::FeaturePairSetup{"torus", "revolution", {}},
                                 mechanism::FeaturePairSetup{"petal", "edge", {}}});
}

/// The bodies behind a late robot are elsewhere than what it shows, where the step began: what touches there is searched
/// for all around.
TEST(Seen, FarFromTheStepsStartIsWhatIsFoundThere) {
  const Assembly assembly = rings();
  const Nearness nothing_known(std::vector<double>(assembly.pairs().size(), 1.0));
  mechanism::test::Random random(hilspace::test::seed());
  const auto place = [&] {
    Pose pose{random.turn(0.1), random.in_box(0.03)};
    pose.origin.x() -= 0.1;
    return pose;
  };
  std::size_t found = 0;
  for (int i = 0; i < mechanism::test::poses(300); ++i) {
    const Pose begin = place(), far = place();
    Seen seen(assembly), anew(assembly);
    seen.begin_step();
    seen.at(assembly, nothing_known, begin, Asked::touching);
    const auto& there = seen.at(assembly, nothing_known, far, Asked::touching).found;
    const auto& all = anew.at(assembly, nothing_known, far, Asked::touching).found;
    ASSERT_EQ(there.size(), all.size()) << i;
    for (std::size_t k = 0; k < all.size(); ++k)
      EXPECT_EQ(there[k].contact.penetration, all[k].contact.penetration) << i;
    found += all.size();
  }
  EXPECT_GT(found, hilspace::test::fewer(300));
}

}  // namespace
}  // namespace hilspace::models
