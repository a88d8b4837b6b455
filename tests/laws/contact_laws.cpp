// Laws that every contact law must satisfy in a whole impact: the table of realised restitutions, closed
// forms, momentum.

#include <array>
#include <cmath>
#include <numbers>

#include "contact/general_law.hpp"
#include "contact/law.hpp"
#include "simulate/simulate.hpp"
#include "support/axial_cases.hpp"

namespace hilspace {
namespace {

using contact::Law;
using test::impact;
using test::metric;

/// A contact between a ball and a fixed surface.
models::AxialSetup ball(Law law, double mass, double velocity, double stiffness, double exponent) {
  models::AxialSetup setup;
  setup.chaser_mass = mass;
  setup.target_mass = 1e12 * mass;
  setup.approach_velocity = velocity;
  setup.contact = {.law = law, .stiffness = stiffness, .exponent = exponent};
  return setup;
}

struct Row {
  Law law;
  std::array<double, 4> realised;  // at projected 0.5, 0.7, 0.8, 0.9
};

// Solution of ln((1 + chi)/(1 - chi c')) = chi (1 + c'), to the published digits.
TEST(ContactLaws, RealiseTheRestitutionsOfTheTable) {
  constexpr std::array projected{0.5, 0.7, 0.8, 0.9};
  for (const Row& row : {
           Row{Law::hertz, {1, 1, 1, 1}},
           Row{Law::hunt_crossley, {0.6630, 0.7680, 0.8329, 0.9090}},
           Row{Law::herbert_mcwhannell, {0.5936, 0.7227, 0.8070, 0.9009}},
           Row{Law::lee_wang, {0.7992, 0.8693, 0.9090, 0.9524}},
           Row{Law::lankarani_nikravesh, {0.7252, 0.7960, 0.8471, 0.9132}},
           Row{Law::gonthier, {0.4877, 0.6696, 0.7680, 0.8764}},
           Row{Law::gonthier_exact, {0.5000, 0.7000, 0.8000, 0.9000}},
           Row{Law::zhiying_qishao, {0.4826, 0.6796, 0.7874, 0.8959}},
           Row{Law::flores, {0.4704, 0.6832, 0.7885, 0.8939}},
       }) {
    for (std::size_t i = 0; i < projected.size(); ++i) {
      const auto result = simulate::simulate(impact(10, 10, 0.1, "steel", "steel", row.law, projected[i]));
      EXPECT_NEAR(metric(result, "restitution.docking"), row.realised[i], 0.00005 + 1e-6)
          << contact::kLaws[static_cast<std::size_t>(row.law)].name << " at " << projected[i];
    }
  }
}

// What the theory of impacts takes for the restitution is what simulations realise.
TEST(ContactLaws, HaveTheRestitutionThatTheyRealise) {
  for (const auto& named : contact::kLaws) {
    auto setup = ball(named.law, 2.0, 0.3, 1e6, 1.0);
    setup.contact.damping_number = contact::damping_number(named.law, 0.6);
    if (named.damping == contact::Damping::viscosity) setup.contact.viscosity = 500.0;
    if (named.damping == contact::Damping::plastic) {
      setup.contact.damping_per_stiffness = 0.8;
      setup.contact.permanent_deformation = 3.0;
      setup.contact.compaction_rate = 1.2;
    }
    EXPECT_NEAR(metric(simulate::simulate(setup), "restitution.docking"),
                contact::restitution(setup.contact, 2.0, 0.3), 3e-6)
        << named.name;
  }
}

// Independent of the exponent.
TEST(ContactLaws, RealiseTheSameRestitutionWhateverTheExponent) {
  for (const double exponent : {1.0, 1.5, 2.0, 3.2}) {
    auto setup = ball(Law::gonthier_exact, 2.0, 0.3, 1e6, exponent);
    setup.contact.damping_number = contact::damping_number(Law::gonthier_exact, 0.6);
    EXPECT_NEAR(metric(simulate::simulate(setup), "restitution.docking"), 0.6, 2e-6) << exponent;
  }
}

// m d'' + b d' + k d = 0 from d = 0: half a period with the tensile part; without it, until d'' = 0.
TEST(ContactLaws, KelvinVoigtMatchesItsClosedForms) {
  for (const double zeta : {0.05, 0.2, 0.6}) {
    auto setup = ball(Law::kelvin_voigt_tensile, 3.0, 0.2, 4e5, 1.0);
    setup.contact.viscosity = 2.0 * zeta * std::sqrt(4e5 * 3.0);
    const double decay = zeta / std::sqrt(1.0 - zeta * zeta);
    EXPECT_NEAR(metric(simulate::simulate(setup), "restitution.docking"), std::exp(-decay * std::numbers::pi),
                1e-6);
    setup.contact.law = Law::kelvin_voigt;
    const double angle = std::atan2(2.0 * zeta * std::sqrt(1.0 - zeta * zeta), 2.0 * zeta * zeta - 1.0);
    const auto result = simulate::simulate(setup);
    EXPECT_NEAR(metric(result, "restitution.docking"), std::exp(-decay * angle), 1e-6);
    // The force starts with the jump b v0.
    EXPECT_GE(metric(result, "force.peak_docking"), setup.contact.viscosity * 0.2 * (1.0 - 1e-9));
  }
}

struct Plastic {
  double exponent, lambda, restitution;
};
// The ball of the impact chapters (1 kg, 8e4, 2 m/s): 0.475 with b = 62922 for any exponent, and 0.275 with
// the published permanent deformations.
TEST(ContactLaws, ViscoplasticReproducesThePublishedBall) {
  for (const Plastic& is : {Plastic{1.0, 1.0, 0.475}, Plastic{1.5, 1.0, 0.475}, Plastic{2.5, 1.0, 0.475},
                            Plastic{1.0, 6.41, 0.275}, Plastic{1.5, 16.94, 0.275}}) {
    auto setup = ball(Law::viscoplastic, 1.0, 2.0, 8e4, is.exponent);
    setup.contact.damping_per_stiffness = 62922.0 / 8e4;
    setup.contact.permanent_deformation = is.lambda;
    const auto result = simulate::simulate(setup);
    EXPECT_NEAR(metric(result, "restitution.docking"), is.restitution, 0.0002);
    EXPECT_NEAR(metric(result, "energy.balance_docking") / 2.0, 0.0, 1e-7);
  }
}

// Without damping the energy loss is the area between the two springs: the compression stores k
// a^(n+1)/(n+1), the shorter and stiffer spring returns the share q = (1/lambda)^(1/n) of it.
TEST(ContactLaws, ViscoplasticLosesTheAreaBetweenItsSprings) {
  for (const double exponent : {1.0, 1.5, 2.2}) {
    auto setup = ball(Law::viscoplastic, 1.0, 0.5, 1e6, exponent);
    setup.contact.permanent_deformation = 3.0;
    EXPECT_NEAR(metric(simulate::simulate(setup), "restitution.docking"),
                std::sqrt(std::pow(1.0 / 3.0, 1.0 / exponent)), 2e-6);
  }
}

// Two bodies, each integrated separately with the force of the law: their momentum changes cancel.
TEST(ContactLaws, ConserveMomentumToRounding) {
  for (const auto& law : contact::kLaws) {
    auto setup = impact(30, 75, 0.1, "polyimide", "aluminium", law.law, 0.7);
    if (law.damping == contact::Damping::viscosity)
      setup.contact = {.law = law.law, .stiffness = 1e6, .exponent = 1.0, .viscosity = 1500.0};
    setup.contact.damping_per_stiffness = law.damping == contact::Damping::plastic ? 2.0 : 0.0;
    setup.contact.permanent_deformation = law.damping == contact::Damping::plastic ? 2.0 : 1.0;
    auto contact = contact::general_law(setup.contact, 1e-4);
    const double m1 = 30.0, m2 = 75.0, h = 1e-6;
    double x1 = 0.0, x2 = 0.0, v1 = 0.13, v2 = 0.03, acceleration = 0.0;
    const double before = m1 * v1 + m2 * v2;
    for (int step = 0; step < 40000; ++step) {
      const Signal<double> a{x1 - x2, v1 - v2, acceleration};
      contact.begin_step(a, false, {h, h / 64.0, step * h});
      const double force = contact.force(a);
      acceleration = -force * (1.0 / m1 + 1.0 / m2);
      v1 -= h * force / m1;
      v2 += h * force / m2;
      x1 += h * v1;
      x2 += h * v2;
    }
    EXPECT_LT(v1 - v2, 0.0) << law.name;
    EXPECT_NEAR(m1 * v1 + m2 * v2, before, 1e-12 * before) << law.name;
  }
}

}  // namespace
}  // namespace hilspace
