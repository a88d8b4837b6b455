// Laws of contacts with a measured elastic force.

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "contact/curve_points.hpp"
#include "contact/law.hpp"
#include "simulate/rig.hpp"
#include "simulate/simulate.hpp"
#include "simulate/sixdof.hpp"
#include "support/axial_cases.hpp"
#include "support/rig_cases.hpp"
#include "support/sixdof_cases.hpp"

namespace hilspace {
namespace {

using contact::CurvePiece, contact::ForcePoint;
using test::metric;

contact::LawSetup measured(const std::vector<CurvePiece>& pieces, double damping_number) {
  contact::LawSetup law;
  law.law = contact::Law::hunt_crossley;
  law.stiffness = law.exponent = 1.0;
  law.damping_number = damping_number;
  law.curve = {pieces};
  return law;
}

contact::LawSetup linear(double stiffness, double damping_number) {
  contact::LawSetup law;
  law.law = contact::Law::hunt_crossley;
  law.stiffness = stiffness;
  law.exponent = 1.0;
  law.damping_number = damping_number;
  return law;
}

/// A straight line of that slope, to a depth that no test reaches.
const std::vector<CurvePiece>& straight() {
  static const auto pieces =
      contact::monotone_pieces(std::array{ForcePoint{0.0, 0.0}, ForcePoint{1e-3, 2e3}, ForcePoint{0.1, 2e5}});
  return pieces;
}
constexpr double kSlope = 2e6;

/// Soft, then hard, with a plateau between.
const std::vector<CurvePiece>& bent() {
  static const auto pieces = contact::monotone_pieces(
      std::array{ForcePoint{0.0, 0.0}, ForcePoint{50e-6, 20.0}, ForcePoint{120e-6, 200.0},
                 ForcePoint{150e-6, 200.0}, ForcePoint{300e-6, 1500.0}, ForcePoint{900e-6, 9000.0}});
  return pieces;
}

models::AxialSetup impact_with(const contact::LawSetup& law) {
  auto setup = test::bondoky_531(1e-3);
  setup.contact = law;
  setup.actuator = test::instrument(4e3, 0.7, 0.0);
  setup.force_sensor = test::instrument(6e4, 0.7, 0.0);
  return setup;
}

constexpr std::array kNames{"restitution.docking",    "restitution.hil",      "contact_force.peak_docking",
                            "contact_force.peak_hil", "penetration.peak_hil", "contact.duration_docking"};

TEST(CurveLaws, AStraightCurveIsTheLinearLaw) {
  const auto is = simulate::simulate(impact_with(measured(straight(), 0.3)));
  const auto line = simulate::simulate(impact_with(linear(kSlope, 0.3)));
  for (const char* name : kNames)
    EXPECT_NEAR(metric(is, name), metric(line, name), 1e-7 * metric(line, name)) << name;
}

// A law's realised restitution depends on its damping number alone, whatever the elastic force is like.
TEST(CurveLaws, RealiseTheRestitutionOfTheirDampingNumber) {
  for (const double c : {0.5, 0.7, 0.9}) {
    auto setup = impact_with(measured(bent(), contact::damping_number(contact::Law::gonthier_exact, c)));
    EXPECT_NEAR(metric(simulate::simulate(setup), "restitution.docking"), c, 3e-6) << c;
  }
}

// The interpolant's energy is known in closed form: so is the depth at which all of it is in the spring.
TEST(CurveLaws, AnElasticImpactTurnsWhereTheCurveHoldsItsEnergy) {
  const auto setup = impact_with(measured(bent(), 0.0));
  const auto row = simulate::simulate(setup);
  const double depth = contact::elastic_depth(setup.contact, models::reduced_mass(setup), 0.1);
  EXPECT_NEAR(metric(row, "penetration.peak_docking"), depth, 1e-6 * depth);
  const double force = contact::elastic_force(setup.contact, depth);
  EXPECT_NEAR(metric(row, "contact_force.peak_docking"), force, 1e-6 * force);
  EXPECT_NEAR(metric(row, "restitution.docking"), 1.0, 1e-6);
}

// rk4, dopri5 and the reference solver share no step.
TEST(CurveLaws, AreTheSameWithEverySolver) {
  auto setup = impact_with(measured(bent(), 0.3));
  const auto by_rk4 = simulate::simulate(setup);
  for (const auto solver : {models::Solver::dopri5, models::Solver::reference}) {
    setup.solver = solver;
    const auto row = simulate::simulate(setup);
    for (const char* name : kNames)
      EXPECT_NEAR(metric(row, name), metric(by_rk4, name), 2e-5 * metric(row, name)) << name;
  }
}

TEST(CurveLaws, LanesGiveTheBitsOfSingles) {
  std::vector<models::AxialSetup> setups;
  for (int i = 0; i < 24; ++i) {
    auto setup =
        impact_with(i % 3 == 0 ? linear(kSlope, 0.2) : measured(i % 3 == 1 ? bent() : straight(), 0.05 * i));
    setup.approach_velocity = 0.05 + 0.004 * i;
    if (i % 2 == 0) {
      setup.compensator.position = compensation::Position::lead;
      setup.compensator.order = 2;
    }
    if (i % 4 == 1) setup.compensator.force = compensation::Force::secant;
    if (i % 4 == 3) setup.compensator = {compensation::Position::predictor, compensation::Force::none};
    setups.push_back(setup);
  }
  std::vector<metrics::Row> rows(setups.size());
  for (const auto& set : simulate::instruction_sets()) {
    simulate::simulate_lanes_with(set, setups, rows);
    for (std::size_t i = 0; i < setups.size(); ++i) {
      const auto single = simulate::simulate(setups[i]);
      EXPECT_EQ(rows[i].outcome, single.outcome);
      for (std::size_t k = 0; k < single.values.size(); ++k)
        EXPECT_EQ(std::bit_cast<std::uint64_t>(rows[i].values[k]),
                  std::bit_cast<std::uint64_t>(single.values[k]))
            << i << " " << metrics::catalogue()[k].name << " " << set;
    }
  }
}

// Every compensator that has a model of the contact takes the curve for it: what they leave of the error.
TEST(CurveLaws, CompensatorsKnowTheCurve) {
  using compensation::Force, compensation::Position;
  auto setup = impact_with(measured(bent(), 0.2));
  const double plain = std::abs(metric(simulate::simulate(setup), "velocity.error_pct"));
  EXPECT_GT(plain, 20.0);
  for (const auto& [position, force, left] :
       {std::tuple{Position::lead, Force::none, 1.0}, std::tuple{Position::predictor, Force::none, 1.0},
        std::tuple{Position::none, Force::smith, 1.0}, std::tuple{Position::none, Force::damper, 0.1},
        std::tuple{Position::none, Force::secant, 0.5 * plain}}) {
    setup.compensator = {position, force};
    setup.compensator.order = 2;
    const auto row = simulate::simulate(setup);
    EXPECT_EQ(row.outcome, Outcome::ok);
    EXPECT_LT(std::abs(metric(row, "velocity.error_pct")), left)
        << static_cast<int>(position) << " " << static_cast<int>(force);
  }
}

TEST(CurveLaws, SixDegreesTakeThem) {
  auto setup = test::whole_docking();
  setup.first_impact = true;
  setup.contact = linear(kSlope, 0.3);
  const auto line = simulate::simulate(setup);
  setup.contact = measured(straight(), 0.3);
  const auto is = simulate::simulate(setup);
  EXPECT_EQ(is.outcome, line.outcome);
  const double peak = metric(line, "contact_force.peak_docking");
  EXPECT_GT(peak, 1.0);
  EXPECT_NEAR(metric(is, "contact_force.peak_docking"), peak, 1e-6 * peak);
}

TEST(CurveLaws, TheControlledTwinTakesThem) {
  auto setup = test::rig_scenario();
  setup.plant.contact = linear(kSlope, 0.3);
  const auto line = simulate::simulate(setup);
  setup.plant.contact = measured(straight(), 0.3);
  const auto is = simulate::simulate(setup);
  for (const char* name : kNames)
    EXPECT_NEAR(metric(is, name), metric(line, name), 1e-7 * metric(line, name)) << name;
}

}  // namespace
}  // namespace hilspace
