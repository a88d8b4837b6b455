#pragma once
// The rig's hardware between two samples of its computer, with the command held: amplifier and piezo, the
// contact of the specimens, sensors.
//
//   extension without load   e = G(s) u                               u  command, of full scale
//   the actuator gives way   l'' = w^2 (F/k - l) - 2 zeta w l'        1/k  compliance, w, zeta of the
//   actuator frame and sensor, too    f'' = w_f^2 (F/k_f - f) - 2 zeta_f w_f f' extension                x =
//   e - l penetration              a = x - air_gap - offset - f             m, > 0: the specimens press each
//   other contact force            F = F(a, a')                             N measured                 y =
//   position sensor(x),  f_m = force sensor(F)
//
// Without compliance l = f = 0. Neither heap nor exceptions once set up. G strictly proper. A transport
// delay is not possible in the sensors. Source: Bondoky 8.2.4, A.8 to A.11; docs/theory-rig.md.

#include <array>

#include "contact/general_law.hpp"
#include "instruments/any_chain.hpp"
#include "models/rig_setup.hpp"

namespace hilspace::models {

/// An elastic part with a little inertia; two states: how far it gives way, and how fast.
struct Compliance {
  double compliance = 0.0;  // m/N; 0: rigid
  double natural_frequency = 1.0, damping = 0.0;

  void derivative(const double* x, double force, double* rate) const {
    const double w = natural_frequency;
    rate[0] = x[1];
    rate[1] = compliance > 0.0 ? w * (w * (compliance * force - x[0]) - 2.0 * damping * x[1]) : 0.0;
  }
};

/// The observable quantities of the hardware at one instant, SI.
struct RigView {
  double extension;      // x
  double penetration;    // a
  double rate;           // a'
  double contact_force;  // F
  double position;       // y, measured extension
  double force;          // f_m, measured force
  double potential;      // J, what the contact would give back
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

  /// The states when it has rested at that extension for ever. m
  void rest(double extension, double* y);
  /// The command that holds an extension without load.
  double command_for(double extension) const { return extension / gain_; }
  /// The extension that a command of 1 holds. m
  double gain() const { return gain_; }

  void derivative(const double* y, double command, double* rate) const;
  RigView view(const double* y, double command) const;

  /// At the start of each step: noise and quanta are drawn, the contact is latched; says how long the
  /// right-hand side stays smooth. Calling it twice is calling it once.
  double begin_step(const double* y, double command, Horizon<double> horizon);

  bool touching() const { return law_.touching; }
  /// Whether the force sensor shows less than `threshold` for good, nothing pressing it.
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
