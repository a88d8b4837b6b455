#pragma once
// Mechanisms of features, and the cases that have them.

#include <array>
#include <cmath>
#include <numbers>

#include "mechanism/assembly.hpp"
#include "models/sixdof_setup.hpp"
#include "support/features.hpp"
#include "support/shared_assembly.hpp"

namespace hilspace::test {

inline void give(models::SixDofSetup& setup, const mechanism::Assembly& assembly) {
  setup.mechanism.kind = mechanism::MechanismKind::features;
  setup.mechanism.assembly = shared(assembly);
}

/// A ball, and two planes that open towards it, each at that angle to the docking axis.
inline mechanism::Assembly valley(double angle, double radius) {
  using mechanism::FeatureType, mechanism::Side;
  auto left = feature(Side::target, FeatureType::plane), right = left;
  left.axis = Vec3{std::sin(angle), 0.0, std::cos(angle)};
  right.axis = Vec3{std::sin(angle), 0.0, -std::cos(angle)};
  return mechanism::Assembly::of(std::array{feature(Side::chaser, FeatureType::sphere, radius), left, right},
                                 {});
}

/// Two rings that face each other: petals of each on the edge of the other.
inline mechanism::Assembly rings() {
  using mechanism::FeatureType, mechanism::Side;
  constexpr double kInRadians = std::numbers::pi / 180.0;
  auto petal = feature(Side::both, FeatureType::petal, 0.5985);
  petal.half_angle = 45.0 * kInRadians;
  petal.height = 0.16;
  petal.half_width = {28.5 * kInRadians, 15.0 * kInRadians};
  petal.repeat = 3;
  return mechanism::Assembly::of(std::array{petal, feature(Side::both, FeatureType::edge, 0.6)}, {});
}

}  // namespace hilspace::test
