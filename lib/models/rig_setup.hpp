#pragma once
// Setup of one scenario on the 1DOF rig, as plain numbers in SI. The bodies exist in the computer only;
// actuator, specimens and sensors are hardware, or their models.
//
//   bodies d -> reference r -> prefilter F -> (controller H, fed back y) -> command u -> | amplifier, piezo
//                                                                                        | -> extension x
//   bodies <- contact detection <- force sensor <- | contact of the specimens, F(a, a')  <-|
//                                                   y = position sensor(x)
//
//   extension x = a + air_gap + offset      a  penetration of the specimens, > 0 in contact
//
// Source: Bondoky 8.2, 8.3.1, A.2, A.3; docs/theory-rig.md.

#include <limits>
#include <span>

#include "contact/law_setup.hpp"
#include "instruments/setup.hpp"
#include "models/axial_setup.hpp"

namespace hilspace::models {

/// What the computer does against the lag of its rig (rig_compensator.hpp): nothing, unless its compensator is
/// present. Its rate is the computer's.
struct RigCompensatorSetup {
  compensation::CompensatorSetup compensator;
  instruments::ChainSetup actuator, force_sensor;  // the rig as identified, for its lag
  contact::LawSetup contact;                       // as expected
};

/// Parameters of the computer, which acts once per sample.
struct RigComputerSetup {
  double rate = 75e3;              // Hz
  double chaser_mass = 0.0;        // m1, kg, > 0
  double target_mass = 0.0;        // m2, kg, > 0
  double approach_velocity = 0.0;  // v, m/s, > 0
  double air_gap = 0.0;            // m between the specimens before the impact, >= 0
  double offset = 0.0;             // m, extension at which the actuator waits, >= 0
  double force_threshold = 0.0;    // N; a measured force at or below it is no contact ("contact detection")
  double reference_max = std::numeric_limits<double>::infinity();  // m, of the commanded extension
  double command_min = 0.0;                                        // of full scale
  double command_max = 1.0;
  std::span<const instruments::Section> prefilter;   // F(s); kept by the owner of the setup
  std::span<const instruments::Section> controller;  // H(s), 1/m: error of the extension -> command
  /// For an actuator that controls its own extension: the command is F(r)/full_scale. Used without a
  /// controller.
  double full_scale = 316.3e-6;  // m of extension at command 1
  RigCompensatorSetup compensation;
};

/// Parameters of the hardware between two samples.
struct RigPlantSetup {
  std::span<const instruments::Section> actuator;  // command, 1 -> extension, m: amplifier, piezo
  double compliance = 0.0;                         // 1/k of the actuator, m/N; 0: infinitely stiff
  double compliance_frequency = 12566.4;           // rad/s at which it follows the load
  double compliance_damping = 0.066;
  double frame_compliance = 0.0;     // of frame and force sensor behind the specimen, m/N; 0: rigid
  double frame_frequency = 62832.0;  // rad/s at which they follow the load
  double frame_damping = 0.1;
  contact::LawSetup contact;  // of the specimens
  double slowest = 5e-5;      // m/s; lower bound of the approach velocity that initialises a contact
  double air_gap = 0.0;       // m
  double offset = 0.0;        // m
  instruments::ChainSetup position_sensor;  // on the extension, m
  instruments::ChainSetup force_sensor;     // on the contact force, N; without the contact detection
  RandomKey random;
};

struct RigSetup {
  RigComputerSetup computer;
  RigPlantSetup plant;
  double step = 0.0;        // s of the integration, at most a sample; 0: a quarter of a sample
  double time_limit = 0.0;  // s; 0: automatic
  double penetration_limit = std::numeric_limits<double>::infinity();  // m
};

}  // namespace hilspace::models
