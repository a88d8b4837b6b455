#pragma once
// The rig's hardware between two samples of its computer, with the command held: amplifier and piezo, the
// contact of the specimens, sensors.
//
//   extension without load     e = G(s) u                            u  command, of full scale
//   deflection of actuator     l'' = w^2 (F/k - l) - 2 zeta w l'     1/k  compliance, w, zeta of the actuator
//   of frame and sensor        f'' = w_f^2 (F/k_f - f) - 2 zeta_f w_f f'
//   extension                  x = e - l
//   penetration                a = x - air_gap - offset - f          m, > 0: the specimens press each other
//   contact force              F = F(a, a')                          N
//   measured                   y = position sensor(x),  f_m = force sensor(F)
//
// Without compliance l = f = 0. No heap and no exceptions after setup. G strictly proper. The sensors cannot
// have a transport delay. Source: Bondoky 8.2.4, A.8 to A.11; docs/theory-rig.md.

#include <array>

#include "contact/general_law.hpp"
#include "instruments/any_chain.hpp"
#include "models/rig_setup.hpp"

namespace hilspace::models {

/// Compliant part with little inertia; two states: deflection and its rate.
struct Compliance {
  double compliance = 0.0;  // m/N; 0: rigid
  double natural_frequency = 1.0, damping = 0.0;

  void derivative(const double* x, double force, double* rate) const {
    const double w = natural_frequency;
    rate[0] = x[1];
    rate[1] = compliance > 0.0 ? w * (w * (compliance * force - x[0]) - 2.0 * damping * x[1]) : 0.0;
  }
};

/// Observable quantities of the hardware at one instant, SI.
struct RigView {
  double extension;      // x
  double penetration;    // a
  double rate;           // a'
  double contact_force;  // F
  double position;       // y, measured extension
  double force;          // f_m, measured force
  double potential;      // J, recoverable energy of the contact
};

class RigHardware {
 public:
  static constexpr std::size_t kSections = 4;  // of the actuator, at most
  using Actuator = instruments::TransferFunction<double, kSections>;
  using Sensor = instruments::AnyChain<double, 0>;
  static constexpr std::size_t kLoadAt = Actuator::kStates;
  static constexpr std::size_t kFrameAt = kLoadAt + 2;
  static constexpr std::size_t kPositionAt = kFrameAt + 2;
  static constexpr std::size_t kForceAt = kPositionAt + Sensor::kStates;
  static constexpr std::size_t kStates = kForceAt + Sensor::kStates;

  RigHardware() = default;
  explicit RigHardware(const RigPlantSetup& setup);

  /// States after resting at that extension indefinitely. m
  void rest(double extension, double* y);
  /// The command that holds an extension without load.
  double command_for(double extension) const { return extension / gain_; }
  /// The extension held by a command of 1. m
  double gain() const { return gain_; }

  void derivative(const double* y, double command, double* rate) const;
  RigView view(const double* y, double command) const;

  /// Call at the start of each step: draws noise and quanta, latches the contact, and returns how long the
  /// right-hand side stays smooth. Idempotent.
  double begin_step(const double* y, double command, Horizon<double> horizon);

  bool touching() const { return law_.touching; }
  /// Whether the force sensor stays below `threshold` from here on if unloaded.
  bool silent(const double* y, double threshold) const {
    return force_sensor_.settled(y + kForceAt, {0.0, 0.0, 0.0}, threshold);
  }

 private:
  struct Signals {
    Signal<double> extension, interface, force;
  };
  Signals signals(const double* y, double command) const;

  Actuator actuator_;
  Compliance load_, frame_;
  contact::GeneralLaw<double> law_;
  Sensor position_sensor_, force_sensor_;
  double zero_ = 0.0;  // extension at which the specimens touch, m
  double gain_ = 1.0;
};

}  // namespace hilspace::models
