#pragma once
// Setup of one axial scenario, as plain numbers in SI. Read by models/axial.hpp.

#include <array>
#include <cstdint>
#include <limits>
#include <string_view>

#include "compensation/setup.hpp"
#include "contact/law_setup.hpp"
#include "hybrid/setup.hpp"
#include "instruments/setup.hpp"

namespace hilspace::models {

/// Integration method of a scenario. Both models of a pair always share one time grid.
enum class Solver {
  rk4,          // Runge-Kutta of order 4, steps end on predicted jumps
  dopri5,       // Dormand-Prince 5(4), adaptive, jumps located on its dense output
  reference,    // SUNDIALS at tight tolerance: slow, to check the others
  collocation,  // a few pieces per contact, linear part exact; rk4 where it does not fit
  automatic,    // collocation where it fits, rk4 elsewhere
};
/// Whether scenarios are solved by collocation where it fits.
constexpr bool collocates(Solver solver) {
  return solver == Solver::collocation || solver == Solver::automatic;
}
struct NamedSolver {
  std::string_view name;
  std::string_view meaning;
};
/// In the order of Solver.
inline constexpr std::array kSolvers{
    NamedSolver{"rk4", "Runge-Kutta of order 4 with steps that end on predicted jumps"},
    NamedSolver{"dopri5", "Dormand-Prince 5(4), adaptive, with jumps located on its dense output"},
    NamedSolver{"reference", "SUNDIALS (ARKODE, order 8) at tight tolerance: slow, to check the others"},
    NamedSolver{"collocation",
                "a few pieces per contact with the instruments solved exactly; rk4 where it does not fit"},
    NamedSolver{"auto", "collocation where it fits the scenario, rk4 elsewhere"},
};

/// Key of a scenario's random streams.
struct RandomKey {
  std::uint64_t seed = 1;
  std::uint64_t index = 0;
  friend bool operator==(const RandomKey&, const RandomKey&) = default;
};

struct AxialSetup {
  double chaser_mass = 0.0;        // m1, kg, > 0
  double target_mass = 0.0;        // m2, kg, > 0
  double approach_velocity = 0.0;  // v, m/s, closing speed at contact, > 0
  contact::LawSetup contact;
  instruments::ChainSetup actuator;      // on position and rate of the bodies, m
  instruments::ChainSetup force_sensor;  // on the contact force, N
  compensation::CompensatorSetup compensator;
  hybrid::HybridSetup hybrid;  // of the HIL model; `contact` is then what is wanted, and the docking model's
  RandomKey random;

  Solver solver = Solver::rk4;
  double tolerance = 1e-9;  // of dopri5: local error, relative to the motion
  double step = 0.0;        // s; 0: automatic_step()
  double time_limit = 0.0;  // s of simulated time; 0: automatic_time_limit()
  double penetration_limit = std::numeric_limits<double>::infinity();  // m
  double tooth = 0.0;  // of a quantizer that is not resolved, for the numerical error (metrics/tally.hpp)

  friend bool operator==(const AxialSetup&, const AxialSetup&) = default;
};

double reduced_mass(const AxialSetup& setup);
/// Whether the instruments leave time enough for the compensator, on the way of the measured force and on that of
/// a computed one (compensation::is_realisable).
bool is_realisable(const AxialSetup& setup);
/// The contact law at the interface of the HIL model: the real spring of a hybrid contact, or `contact`.
contact::LawSetup law_at_interface(const AxialSetup& setup);
/// Estimated duration of the contact, from the elastic one without instruments. s
double contact_duration(const AxialSetup& setup);
/// Lag of a chain behind a slow motion (instruments/chain_lag.hpp). A low-pass of total delay D (w = 4/D,
/// zeta = 0.7) lags 0.35 D. s
double lag(const instruments::ChainSetup& chain);
/// Shortest time, s, in which a stage reacts, 1/w of its fastest pole; infinite if it adds no time scale of its own.
double reaction_time(const instruments::StageSetup& stage);
/// The longest step, s, with which Runge-Kutta's method of order 4 does not let a pole of the stage grow; infinite
/// without poles.
double longest_stable_step(const instruments::StageSetup& stage);
/// The quantum, m, of levels of the actuator that are sampled behind the contact, by the sensor or for a computed force, with no
/// lag in between: a sample is one level and not the mean of many. 0: none.
double sampled_level(const AxialSetup& setup);
/// Whether a quantum is so small a part of the depth that not each of its levels is gone through.
bool is_fine_level(const AxialSetup& setup, double quantum);
/// The largest step of the time grid that both models of the pair share. s
double automatic_step(const AxialSetup& setup);
/// Many times the duration of an impact and its ring-down, but at most ten million full steps. s
double automatic_time_limit(const AxialSetup& setup);
/// The setup with the holds of its compensator's computer, its chains in their simplest form (instruments/simplify.hpp), and
/// step and time_limit filled in; they stay 0 where the numbers underflow.
AxialSetup resolved(AxialSetup setup);

}  // namespace hilspace::models
