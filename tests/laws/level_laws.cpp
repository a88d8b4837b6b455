// Laws of the levels of a quantizer: which of them begins and ends a contact, also where fixed steps see its mean, and
// what is stored at the deepest of them.

#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <string_view>
#include <variant>

#include "contact/law.hpp"
#include "metrics/numerical_error.hpp"
#include "simulate/simulate.hpp"
#include "support/axial_cases.hpp"
#include "support/stated_error.hpp"

namespace hilspace {
namespace {

using namespace instruments;
using contact::Law;
using test::impact;
using test::instrument;
using test::metric;

metrics::Row with_all_levels(models::AxialSetup setup) {
  setup.solver = models::Solver::dopri5;
  return simulate::simulate(setup);
}

metrics::Errors stated_errors(const models::AxialSetup& setup, const metrics::Row& row) {
  return metrics::errors_of(row, test::finer_rows(setup));
}

double stated(const metrics::Errors& errors, std::string_view name) {
  return metric(metrics::Row{.values = errors}, name);
}

/// 32 kg on 75 kg at 0.135 m/s, 100 kN/m with a damper, a sensor of 1 kHz.
models::AxialSetup damped(double viscosity, double delay, QuantizerSetup quantum) {
  auto setup = impact(32, 75, 0.135, "polyimide", "aluminium", Law::kelvin_voigt, 1.0);
  setup.contact.stiffness = 1e5;
  setup.contact.exponent = 1.0;
  setup.contact.viscosity = viscosity;
  setup.actuator = instrument(delay > 0.0 ? 4.0 / delay : 0.0, 0.7, 0.0);
  test::quantizer(setup.actuator) = quantum;
  setup.force_sensor = instrument(2.0 * std::numbers::pi * 1e3, 0.7, 0.0);
  return setup;
}

/// 30 kg on 75 kg, a sphere, and what the contact leaves of it.
models::AxialSetup dented(double harder, double rate, double delay, double quantum) {
  auto setup = impact(30, 75, 0.1, "polyimide", "aluminium", Law::viscoplastic, 1.0);
  setup.contact.damping_per_stiffness = 1.0;
  setup.contact.permanent_deformation = harder;
  setup.contact.compaction_rate = rate;
  setup.actuator = instrument(delay > 0.0 ? 4.0 / delay : 0.0, 0.7, quantum);
  setup.force_sensor = instrument(2.0 * std::numbers::pi * 10e3, 0.7, 1.0);
  return setup;
}

/// The contact lasts as long as with every level seen: to a third of the time that one quantum takes.
void expect_the_true_duration(const models::AxialSetup& setup) {
  const auto row = simulate::simulate(setup), truth = with_all_levels(setup);
  ASSERT_EQ(row.outcome, Outcome::ok);
  const double quantum = std::get<QuantizerSetup>(setup.actuator.stages[1]).resolution;
  const double one = quantum / std::abs(metric(truth, "velocity.after_hil"));
  const auto errors = stated_errors(setup, row);
  for (const char* name : {"contact.duration_hil", "contact.duration_error"}) {
    const double off = std::abs(metric(row, name) - metric(truth, name));
    EXPECT_LE(off, one / 3.0) << name;
    EXPECT_LE(off, 3.0 * stated(errors, name)) << name;
  }
}

// Whether a contact that is damped still pushes, its level decides: F = k Q(a) + b a' is positive up to the crossing
// behind the last level above -b a'/k, which lies anywhere within a quantum.
TEST(Levels, EndTheContactOfKelvinAndVoigt) {
  for (const double viscosity : {100.0, 850.0, 1700.0})
    for (const double delay : {0.0, 3e-3})
      for (const double quantum : {0.9e-6, 3.2e-6, 7.3e-6}) {
        SCOPED_TRACE(testing::Message() << viscosity << " N s/m, " << delay << " s, " << quantum << " m");
        expect_the_true_duration(damped(viscosity, delay, {quantum}));
      }
}

TEST(Levels, BeginAndEndAContactWhateverTheirPhase) {
  for (const double phase : {-0.45, -0.2, 0.1, 0.3}) {
    SCOPED_TRACE(phase);
    expect_the_true_duration(damped(850.0, 3e-3, {3.2e-6, phase}));
    auto elastic = test::bondoky_531(1e-3);
    test::quantizer(elastic.actuator).phase = phase;
    expect_the_true_duration(elastic);
  }
}

// Without a lag a run begins within a quantum of the onset, and its first step has the levels already: the damper sets in
// where the first of them is shown.
TEST(Levels, AreThereFromTheFirstStepOn) {
  for (const Law law : {Law::kelvin_voigt, Law::kelvin_voigt_tensile})
    for (const double phase : {-0.4, -0.12, 0.2, 0.45}) {
      SCOPED_TRACE(testing::Message()
                   << (law == Law::kelvin_voigt ? "pushes" : "may pull") << ", phase " << phase);
      auto setup = damped(850.0, 0.0, {3.2e-6, phase});
      setup.contact.law = law;
      const auto row = simulate::simulate(setup), truth = with_all_levels(setup);
      EXPECT_NEAR(metric(row, "velocity.after_hil") / metric(truth, "velocity.after_hil"), 1.0, 1e-4);
    }
}

// A dent is as deep as the motion makes it, and ends between two levels.
TEST(Levels, EndADentedContact) {
  for (const double harder : {1.2, 1.7, 2.5})
    for (const double delay : {0.0, 1e-3})
      for (const double quantum : {0.3e-6, 1.1e-6}) {
        SCOPED_TRACE(testing::Message() << harder << ", " << delay << " s, " << quantum << " m");
        expect_the_true_duration(dented(harder, 1.0, delay, quantum));
      }
}

// Of a quantum that not even short steps follow the stated error knows that the end lies anywhere within it.
TEST(Levels, ThatNoStepFollowsAreInTheStatedError) {
  for (const double quantum : {5e-9, 7e-9, 11e-9, 17e-9, 29e-9, 41e-9}) {
    const auto setup = dented(1.7, 1.0, 0.0, quantum);
    const auto row = simulate::simulate(setup);
    const double off = std::abs(metric(row, "contact.duration_hil") -
                                metric(with_all_levels(setup), "contact.duration_hil"));
    EXPECT_LE(off, 3.0 * stated(stated_errors(setup, row), "contact.duration_hil")) << quantum << " m";
  }
}

// A sensor that rounds a force that jumps: of many teeth of both some coincide.
TEST(Levels, OfPlaceAndForceMayCoincide) {
  for (const double quantum : {0.2e-6, 0.5e-6})
    for (const double force : {0.5, 5.0, 20.0}) {
      auto setup = impact(30, 75, 0.1, "polyimide", "aluminium", Law::hertz, 1.0);
      setup.actuator = instrument(4.0 / 1e-3, 0.7, quantum);
      setup.force_sensor = instrument(0.0, 0.7, force);
      const auto row = simulate::simulate(setup);
      const auto errors = stated_errors(setup, row);
      for (const char* name : {"force.e_imax", "force.peak_hil"})
        EXPECT_LE(std::abs(metric(row, name) - metric(with_all_levels(setup), name)),
                  4.0 * stated(errors, name))
            << name << ", " << quantum << " m, " << force << " N";
    }
}

// A dead band behind the quantizer opens and closes on a level: between which, its threshold decides, however many quanta wide.
TEST(Levels, OpenAndCloseADeadBand) {
  for (const double threshold : {11e-6, 37e-6, 80e-6})
    for (const double quantum : {0.9e-6, 3.2e-6, 7.3e-6}) {
      SCOPED_TRACE(testing::Message() << threshold << " m, " << quantum << " m");
      auto setup = damped(0.0, 3e-3, {quantum});
      setup.actuator.add(DeadBandSetup{threshold});
      expect_the_true_duration(setup);
    }
}

// Behind a calibration a level is its slope times as far from the next one, and so are the teeth of the mean.
TEST(Levels, AreAsFarApartAsACalibrationShowsThem) {
  static constexpr std::array kFiveTimes{CurvePoint{0.0, 0.0}, CurvePoint{1e-3, 5e-3}};
  for (const double viscosity : {100.0, 850.0})
    for (const double delay : {0.2e-3, 1e-3})
      for (const double quantum : {0.9e-6, 3.2e-6}) {
        auto setup = damped(viscosity, delay, {quantum});
        setup.actuator.add(CalibrationSetup{kFiveTimes});
        const auto row = simulate::simulate(setup), truth = with_all_levels(setup);
        const auto errors = stated_errors(setup, row);
        for (const char* name : {"contact.duration_hil", "energy.mechanical_hil", "velocity.after_hil"})
          EXPECT_LE(std::abs(metric(row, name) - metric(truth, name)), 3.0 * stated(errors, name))
              << name << ", " << viscosity << " N s/m, " << delay << " s, " << quantum << " m";
        EXPECT_NEAR(metric(row, "contact_force.peak_hil") / metric(truth, "contact_force.peak_hil"), 1.0,
                    1e-4);
      }
}

// A secant divides by the penetration that the quantizer shows, so the force jumps with it. Its peak is known to a fiftieth.
TEST(Levels, AreInTheForceThatASecantDividesByThem) {
  for (const double viscosity : {100.0, 850.0, 1700.0})
    for (const double delay : {0.2e-3, 1e-3})
      for (const double quantum : {0.9e-6, 3.2e-6, 7.3e-6}) {
        auto setup = damped(viscosity, delay, {quantum});
        setup.compensator.force = compensation::Force::secant;
        const auto row = simulate::simulate(setup), truth = with_all_levels(setup);
        EXPECT_NEAR(metric(row, "force.peak_hil") / metric(truth, "force.peak_hil"), 1.0, 0.02)
            << viscosity << " N s/m, " << delay << " s, " << quantum << " m";
      }
}

// A sensor that shows the force at once shows its jumps too, and the secant divides by the same ones: none is left.
TEST(Levels, CancelInASecantBehindASensorWithoutLag) {
  for (const double quantum : {0.9e-6, 3.2e-6, 7.3e-6}) {
    auto setup = damped(100.0, 0.2e-3, {quantum});
    setup.force_sensor = {};
    setup.compensator.force = compensation::Force::secant;
    const auto row = simulate::simulate(setup), truth = with_all_levels(setup);
    EXPECT_NEAR(metric(row, "force.peak_hil") / metric(truth, "force.peak_hil"), 1.0, 1e-4)
        << quantum << " m";
  }
}

// What is stored depends on the depth, but for the phases of a dent: at most that of the largest depth. Of Hertz' contact
// that is all the kinetic energy, wherever the steps fall.
TEST(StoredEnergy, IsThatOfTheLargestDepth) {
  for (const double velocity : {0.013, 0.1, 0.37})
    for (const double mass : {7.0, 30.0, 230.0})
      for (const Law law : {Law::hertz, Law::flores}) {
        auto setup = impact(mass, 75, velocity, "polyimide", "aluminium", law, law == Law::hertz ? 1.0 : 0.8);
        setup.actuator = instrument(4.0 / 1e-3, 0.7, 0.7e-6);
        setup.force_sensor = instrument(2.0 * std::numbers::pi * 10e3, 0.7, 1.0);
        const auto row = simulate::simulate(setup);
        for (const char* of : {"docking", "hil"}) {
          const auto named = [&](const char* what) { return metric(row, std::string(what) + of); };
          const double stored = contact::elastic_energy(setup.contact, named("penetration.peak_"));
          EXPECT_NEAR(named("energy.potential_") / stored, 1.0, 1e-14) << of;
        }
        if (law != Law::hertz) continue;
        const double energy = 0.5 * models::reduced_mass(setup) * velocity * velocity;
        EXPECT_NEAR(metric(row, "energy.potential_docking") / energy, 1.0, 2e-6);
      }
}

}  // namespace
}  // namespace hilspace
