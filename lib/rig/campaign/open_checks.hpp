#pragma once
// Bring-up in an open loop: what is driven, and what its record says of the rig. selftest, calibrate,
// calibrate-force, tare and identify, without the terminal.
//
// Nothing here moves anything: a Drive goes to whoever runs it (open_loop.hpp, stepped_run.hpp).

#include <optional>
#include <span>
#include <vector>

#include "rig/campaign/check.hpp"
#include "rig/campaign/open_loop.hpp"
#include "rig/control/calibration.hpp"
#include "rig/control/excitation.hpp"
#include "rig/control/identify.hpp"

namespace hilspace::rig {

/// Where an actuator without load goes for full scale, m.
double full_stroke(const models::RigSetup& scenario);

// --- selftest
/// A step from the safe command to another and back; three dwells.
Drive selftest_drive(const RigFile& rig, double rate, double there);
/// Sensors at rest, the step and the way back. `tolerance` of the gain, percent.
std::vector<Check> check_selftest(const RigFile& rig, const models::RigSetup& scenario,
                                  const OpenLoopRecord& record, double tolerance);

// --- calibrate
/// The staircase up to that command.
Drive staircase_drive(const RigFile& rig, const StaircaseSetup& stairs, double rate);
/// The default of its highest step: 90 % of the extension that is allowed.
double highest_step(const RigFile& rig, double stroke);
/// Whether the sensor that was found may be believed.
std::vector<Check> check_sensor(const RigFile& rig, const CalibratedSensor& sensor, double stroke);
/// The curve of the rig file against it. What differs is not the rig's fault: the file is to name the other.
Check check_curve_in_use(const RigFile& rig, const CalibratedSensor& sensor);

// --- tare, calibrate-force
/// The actuator stays where it is for so many s.
Drive still_drive(const RigFile& rig, double rate, double seconds);
/// The force sensor meanwhile.
struct Still {
  double volts = 0.0, noise = 0.0;  // mean and standard deviation, V
  double drift = 0.0;               // V/s, of a straight line
};
Still still(const RigFile& rig, const OpenLoopRecord& record, double rate);
/// `tolerance` of the force at rest, N; it may drift by as much from the zero of a run to its end.
std::vector<Check> check_tare(const RigFile& rig, const Still& still, double tolerance);

/// V = zero + F/k by least squares.
struct ForceLine {
  double newton_per_volt = 0.0, zero = 0.0, residual = 0.0;  // N/V, V, N: largest
};
ForceLine fit_force(std::span<const double> forces, std::span<const double> volts);
/// `tolerance` of the scale, percent.
std::vector<Check> check_force(const RigFile& rig, const ForceLine& line, double tolerance);

// --- identify
/// As much noise as the limits of velocity, extension, command and its slew allow, of full scale.
double allowed_amplitude(const RigFile& rig, const models::RigSetup& scenario, ExcitationSetup setup);
/// The low-pass of a position sensor, which colours its noise and is no part of the actuator.
std::vector<instruments::Section> low_passes(const instruments::ChainSetup& sensor);
IdentifySetup identify_setup(const models::RigSetup& scenario, const OpenLoopRecord& record);
/// Whether the fit may be believed.
std::vector<Check> check_fit(const Identification& found);
/// The plant of the rig file against it, as the curve in use above: gain, and each pole within tolerances.
std::vector<Check> check_plant_in_use(const RigFile& rig, const ModelComparison& comparison);

}  // namespace hilspace::rig
