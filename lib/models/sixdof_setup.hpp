#pragma once
// Setup of one scenario in six degrees of freedom, as plain numbers in SI. Read by models/sixdof.hpp.
//
// Axes: the target's body axes, +x into the target (the probe's direction of motion), and the chaser's body
// axes, +x along the probe. With attitude 0 they are parallel.

#include <array>
#include <cstddef>
#include <limits>

#include "compensation/setup.hpp"
#include "contact/friction_setup.hpp"
#include "contact/law_setup.hpp"
#include "core/vec.hpp"
#include "hybrid/spatial.hpp"
#include "instruments/setup.hpp"
#include "mechanism/setup.hpp"
#include "models/axial_setup.hpp"

namespace hilspace::models {

struct SpacecraftSetup {
  double mass = 0.0;  // kg, > 0
  Mat3 inertia{};     // kg m2, about the centre of mass, body axes
  Vec3 port{};        // m, centre of mass -> base of tip or drogue, body axes
  friend bool operator==(const SpacecraftSetup&, const SpacecraftSetup&) = default;
};

/// The components of a pose (m, rad) and of a wrench about the drogue's base (N, N m), target axes.
inline constexpr std::size_t kComponents = 6;
/// The first three are positions and forces along the axes, the last three angles and torques about them.
enum class Half : std::size_t { linear, angular };
inline constexpr std::size_t kLinearComponents = kComponents / 2;
constexpr bool is_linear(std::size_t component) { return component < kLinearComponents; }
constexpr Half half_of(std::size_t component) { return is_linear(component) ? Half::linear : Half::angular; }
using SixChains = std::array<instruments::ChainSetup, kComponents>;
/// Cross-coupling: the share of each true component in each displayed one, row by row; the unit matrix: none.
using Coupling = std::array<double, kComponents * kComponents>;
inline constexpr Coupling kUncoupled{1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0,
                                     0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1};

struct SixDofSetup {
  SpacecraftSetup chaser, target;
  mechanism::Setup mechanism;
  contact::LawSetup contact;
  contact::FrictionSetup friction;

  // Initial state: the tip's centre in the plane of the drogue's mouth (or the tip on the plane), the target
  // at rest.
  double approach_velocity = 0.0;  // m/s, of the tip, along the probe, > 0
  Vec2 lateral_velocity{};         // m/s, of the tip, along y and z of the chaser
  Vec2 offset{};                   // m, of the tip's centre from the drogue's axis: y, z
  Vec3 attitude{};                 // rad, roll, pitch, yaw of the chaser (3-2-1)
  Vec3 angular_velocity{};         // rad/s, of the chaser, chaser axes

  SixChains robot;          // on x, y, z, roll, pitch, yaw of the chaser's tip against the drogue
  SixChains wrench_sensor;  // on fx, fy, fz, tx, ty, tz about the drogue's base
  Coupling robot_coupling = kUncoupled;
  Coupling wrench_coupling = kUncoupled;
  bool one_sensor = false;  // with a link: whether what the target's sensor shows pushes the chaser as well
  compensation::CompensatorSetup compensator;  // position none, polynomial or lead, of every component alike
  hybrid::SpatialSetup hybrid;                 // of one tip on one surface, or of features
  RandomKey random;

  double thrust = 0.0;             // N, of the chaser along its x, from the first contact on
  double thrust_time = 0.0;        // s
  bool ends_with_capture = false;  // a run goes on until all latches hold, it leaves, or its time is over
  double after_capture = 0.0;      // s, for which it goes on then

  bool hil = true;                  // whether the HIL model is run as well
  bool first_impact = false;        // whether the runs end with their first impact
  Solver solver = Solver::dopri5;   // dopri5 or reference
  bool resolve_quantizers = false;  // every crossing of a cell, however fast they come
  double tolerance = 1e-9;          // local error, relative to the motion
  double step = 0.0;                // s, largest one in contact; 0: automatic_step()
  double time_limit = 0.0;          // s of simulated time; 0: automatic_time_limit()
  double penetration_limit = std::numeric_limits<double>::infinity();  // m
  double tooth = 0.0;                                                  // as of AxialSetup

  friend bool operator==(const SixDofSetup&, const SixDofSetup&) = default;
};

/// Whether a chain shows its input as it is.
bool is_ideal(const instruments::ChainSetup& chain);
/// Effective mass of both bodies for a push at the tip along the docking axis, as if through their centres of
/// mass. kg
double reduced_mass(const SixDofSetup& setup);
/// Ripple of the robot on the docking axis (models/ripple.hpp): how far a viscoplastic contact must come back for a phase
/// of it to end, unless the study says it. m
double ripple(const SixDofSetup& setup);
/// Steps of the axial model in the largest one: the local error sees to what happens within.
inline constexpr double kFineSteps = 16.0;
/// With a link, whose dampers and whose chaser's mass make contacts last, so many times that.
inline constexpr double kLinkedSteps = 3.0;
double automatic_step(const SixDofSetup& setup);
/// Time in which an undisturbed chaser would pass the drogue 150 times. s
double automatic_time_limit(const SixDofSetup& setup);
/// A straight hit on the docking axis, behind the instruments of that axis.
AxialSetup straight_hit(const SixDofSetup& setup);
/// Whether the robot's angles are other than those of the bodies.
bool sees_angles(const SixDofSetup& setup);
/// Whether the compensator can be had: in every component that the robot shows and that has a lag, the robot itself has
/// some, so that nothing that is commanded shows at once; nor does the computed part of a hybrid contact.
bool is_realisable(const SixDofSetup& setup);
/// The setup with the holds of its compensator's computer, and step and time_limit filled in; they stay 0 where the
/// numbers underflow.
SixDofSetup resolved(SixDofSetup setup);

}  // namespace hilspace::models
