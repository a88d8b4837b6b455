#pragma once
// Open-loop checks of bring-up: drive signals, and the evaluation of their records. Used by selftest,
// calibrate, calibrate-force, tare and identify, independent of the terminal.
//
// Pure: the Drive is executed elsewhere (open_loop.hpp, arming/stepped_run.hpp).

#include <optional>
#include <span>
#include <vector>

#include "rig/arming/armed_loop.hpp"
#include "rig/bring_up/check.hpp"
#include "rig/bring_up/open_loop.hpp"
#include "rig/control/calibration.hpp"
#include "rig/control/excitation.hpp"
#include "rig/control/identify.hpp"

namespace hilspace::rig {

// --- selftest
/// A step from the safe command to another and back; three dwells.
Drive selftest_drive(const RigFile& rig, double rate, double there);
/// Checks of the sensors at rest, the step and the way back. `tolerance` of the gain, percent.
std::vector<Check> check_selftest(const RigFile& rig, const models::RigSetup& scenario,
                                  const OpenLoopRecord& record, double tolerance);

// --- calibrate
/// The staircase up to that command.
Drive staircase_drive(const RigFile& rig, const StaircaseSetup& stairs, double rate);
/// Default height: 90 % of the permitted extension.
double highest_step(const RigFile& rig, double stroke);
/// Whether the identified sensor is plausible.
std::vector<Check> check_sensor(const RigFile& rig, const CalibratedSensor& sensor, double stroke);
/// Deviation of the rig file's curve from it, graded `other`: the rig file must then name the new one.
Check check_curve_in_use(const RigFile& rig, const CalibratedSensor& sensor);

// --- tare, calibrate-force
/// Holds the actuator at rest for that many s.
Drive still_drive(const RigFile& rig, double rate, double seconds);
/// The force sensor during that time.
struct Still {
  double volts = 0.0, noise = 0.0;  // mean and standard deviation, V
  double drift = 0.0;               // V/s, slope of a linear fit
};
Still still(const RigFile& rig, const OpenLoopRecord& record, double rate);
/// `tolerance` of the force at rest, N; the drift may amount to the same within a run.
std::vector<Check> check_tare(const RigFile& rig, const Still& still, double tolerance);

/// V = zero + F/k by least squares.
struct ForceLine {
  double newton_per_volt = 0.0, zero = 0.0, residual = 0.0;  // N/V, V, N: largest
};
ForceLine fit_force(std::span<const double> forces, std::span<const double> volts);
/// `tolerance` of the scale, percent.
std::vector<Check> check_force(const RigFile& rig, const ForceLine& line, double tolerance);

// --- identify
/// Maximum noise amplitude within the limits of velocity, extension, command and slew, of full scale.
double allowed_amplitude(const RigFile& rig, const models::RigSetup& scenario, ExcitationSetup setup);
/// Low-pass of a position sensor, which colours its noise and does not belong to the actuator.
std::vector<instruments::Section> low_passes(const instruments::ChainSetup& sensor);
IdentifySetup identify_setup(const models::RigSetup& scenario, const OpenLoopRecord& record);
/// Whether the fit is plausible.
std::vector<Check> check_fit(const Identification& found);
/// Deviation of the rig file's plant from it, graded like the curve in use: gain, and each pole within
/// tolerances.
std::vector<Check> check_plant_in_use(const RigFile& rig, const ModelComparison& comparison);

}  // namespace hilspace::rig
