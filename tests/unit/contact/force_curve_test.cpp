#include "contact/force_curve.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "contact/curve_points.hpp"
#include "contact/law.hpp"

namespace hilspace::contact {
namespace {

constexpr std::array kPoints{ForcePoint{0.0, 0.0}, ForcePoint{0.1, 5.0}, ForcePoint{0.25, 40.0},
                             ForcePoint{0.3, 40.0}, ForcePoint{0.6, 100.0}};

// Force, slope and integral of scipy.interpolate.PchipInterpolator through the same points.
TEST(ForceCurve, IsThePchipOfItsPoints) {
  const auto pieces = monotone_pieces(kPoints);
  const ForceCurve curve{pieces};
  for (const auto& [x, force, slope, energy] : {
           std::array{0.03, 0.5826315789473685, 36.94736842105264, 0.0059684210526315794},
           std::array{0.1, 5.0, 78.94736842105263, 0.18421052631578955},
           std::array{0.2, 31.803118908382075, 284.7953216374267, 1.8528265107212483},
           std::array{0.27, 40.0, 0.0, 4.507236842105264},
           std::array{0.3, 40.0, 0.0, 5.707236842105263},
           std::array{0.45, 56.07142857142858, 207.1428571428572, 12.52420112781955},
           std::array{0.6, 100.0, 371.42857142857144, 23.92152255639098},
       }) {
    EXPECT_NEAR(curve.force(x), force, 1e-12 * force) << x;
    EXPECT_NEAR(curve.slope(x), slope, 1e-9) << x;
    EXPECT_NEAR(curve.energy(x), energy, 1e-12 * energy) << x;
  }
}

TEST(ForceCurve, NeverFallsAndNeverOvershoots) {
  const auto pieces = monotone_pieces(kPoints);
  const ForceCurve curve{pieces};
  double before = 0.0;
  for (int i = 1; i <= 6000; ++i) {
    const double force = curve.force(1e-4 * i);
    EXPECT_GE(force, before - 1e-12);
    before = force;
  }
  EXPECT_LE(curve.force(0.29), 40.0 + 1e-12);
}

TEST(ForceCurve, GoesOnAlongItsTangent) {
  const auto pieces = monotone_pieces(kPoints);
  const ForceCurve curve{pieces};
  EXPECT_EQ(curve.end(), 0.6);
  EXPECT_EQ(curve.slope(0.9), curve.slope(0.6));
  EXPECT_NEAR(curve.force(0.9), 100.0 + 0.3 * curve.slope(0.6), 1e-9);
  EXPECT_NEAR(curve.energy(0.9), curve.energy(0.6) + 0.5 * 0.3 * (100.0 + curve.force(0.9)), 1e-9);
}

TEST(ForceCurve, FindsTheDepthOfAnEnergyAndOfAForce) {
  const auto pieces = monotone_pieces(kPoints);
  const ForceCurve curve{pieces};
  for (const double x : {0.01, 0.1, 0.2, 0.5, 0.6, 1.7}) {
    EXPECT_NEAR(depth_at_energy(curve, curve.energy(x)), x, 1e-12) << x;
    EXPECT_NEAR(depth_at_force(curve, curve.force(x)), x, 1e-12) << x;
  }
  EXPECT_NEAR(steepest(curve, 0.05), curve.slope(0.05), 1e-9);
  double most = 0.0;
  for (int i = 0; i <= 25000; ++i) most = std::max(most, curve.slope(1e-5 * i));
  EXPECT_NEAR(steepest(curve, 0.25), most, 1e-6 * most);
}

// Depth, duration, force and energy of an elastic impact are those of the power law that the curve follows.
TEST(ForceCurve, OfAPowerLawHasItsImpact) {
  LawSetup power;
  power.stiffness = 2e9;
  power.exponent = 1.5;
  std::vector<ForcePoint> points;
  for (int i = 0; i <= 200; ++i) {
    const double x = 1e-6 * i;
    points.push_back({x, power.stiffness * x * std::sqrt(x)});
  }
  const auto pieces = monotone_pieces(points);
  LawSetup measured;
  measured.stiffness = measured.exponent = 1.0;
  measured.curve = {pieces};
  const double mass = 20.0, velocity = 0.1, depth = elastic_depth(power, mass, velocity);
  EXPECT_NEAR(elastic_depth(measured, mass, velocity), depth, 1e-5 * depth);
  const double duration = elastic_duration(power, mass, velocity);
  EXPECT_NEAR(elastic_duration(measured, mass, velocity), duration, 1e-4 * duration);
  EXPECT_NEAR(elastic_force(measured, depth), elastic_force(power, depth),
              1e-4 * elastic_force(power, depth));
  EXPECT_NEAR(exponent_at(measured, depth), 1.5, 1e-3);
  EXPECT_NEAR(elastic_energy(measured, depth), elastic_energy(power, depth),
              1e-4 * elastic_energy(power, depth));
  EXPECT_NEAR(restitution(measured, mass, velocity), 1.0, 1e-9);
}

}  // namespace
}  // namespace hilspace::contact
