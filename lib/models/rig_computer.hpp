#pragma once
// The rig's computer, once per sample: it moves the bodies under the measured force, and commands the
// actuator to their position. The twin and the real-time loop run this same code.
//
//   force on the bodies   F = f  where f > force_threshold, else 0                 f  measured force, N
//   bodies                m d'' = -F, F held for a sample: exact
//   compensator           x_c = C(d, d', d'') in place of d, S(F) in place of F (rig_compensator.hpp); without one
//                         x_c = d and S(F) = F
//   reference             r = max(x_c, -air_gap) + air_gap + offset, at most reference_max     extension, m
//   prefilter             w = F(z) r
//   controller            u = H(z) (w - y), within the command's limits            y  measured extension, m
//                         without one: u = w/full_scale
//
// d < 0 before contact, d' > 0 when closing. The bodies start so far from the contact that the actuator moves at once:
// at d = -air_gap, with a compensator earlier by the lag that it compensates. While the command is at a limit and the error would drive it
// further, the controller's states are kept (anti-windup). No heap and no exceptions, for the real-time loop.
// Source: Bondoky 8.3.1, figures 8.13 and 8.14, A.17 to A.19.

#include <algorithm>
#include <cstdint>
#include <optional>

#include "dynamics/axial.hpp"
#include "instruments/digital_filter.hpp"
#include "models/rig_compensator.hpp"
#include "models/rig_setup.hpp"

namespace hilspace::models {

class RigComputer {
 public:
  RigComputer() = default;
  explicit RigComputer(const RigComputerSetup& setup)
      : prefilter_(setup.prefilter, setup.rate),
        controller_(setup.controller, setup.rate),
        bodies_{dynamics::inverse_reduced_mass(setup.chaser_mass, setup.target_mass)},
        sample_(1.0 / setup.rate),
        air_gap_(setup.air_gap),
        offset_(setup.offset),
        threshold_(setup.force_threshold),
        reference_max_(setup.reference_max),
        command_min_(setup.command_min),
        command_max_(setup.command_max),
        full_scale_(setup.full_scale),
        controlled_(!setup.controller.empty()),
        displacement_(-setup.air_gap),
        velocity_(setup.approach_velocity) {
    rest(0.0, 0.0);
    if (!setup.compensation.compensator.present()) return;
    compensator_ = RigCompensator(setup);
    displacement_ -= compensator_->foresight() * velocity_;
    compensator_->start({displacement_, velocity_, 0.0}, -air_gap_);
  }

  /// State with the actuator settled at that extension, held there by that command.
  void rest(double extension, double command) noexcept {
    prefilter_.settle(extension);
    controller_.rest_at(command);
    reference_ = extension;
    command_ = command;
  }

  /// A cycle while the bodies move: measured values -> command until the next sample.
  double cycle(double extension, double force) noexcept {
    const double seen = force > threshold_ ? force : 0.0;
    double shown = displacement_, acting = seen;
    if (compensator_) {
      const auto its = compensator_->sample(motion(), extension - air_gap_ - offset_, seen, force);
      shown = its.displacement;
      acting = its.force;
    }
    const double command = hold(approach(shown), extension);
    touching_ = seen != 0.0;
    force_ = acting;
    move(sample_);
    return command;
  }

  /// That many samples passed without a cycle: the bodies move on under the last measured force.
  void miss(std::uint64_t samples) noexcept { move(static_cast<double>(samples) * sample_); }

  /// A cycle while they wait: commanded and measured extension -> command.
  double hold(double reference, double extension) noexcept {
    reference_ = std::min(reference, reference_max_);
    const double wanted = prefilter_(reference_);
    command_ = controlled_ ? control(wanted - extension) : limited(wanted / full_scale_);
    return command_;
  }

  /// The extension that represents displacement d of the bodies, or what is shown in its place.
  double approach(double displacement) const noexcept {
    return std::max(displacement, -air_gap_) + air_gap_ + offset_;
  }

  double displacement() const noexcept { return displacement_; }  // d at the next sample, m
  double velocity() const noexcept { return velocity_; }          // d' at the next sample, m/s
  double force() const noexcept { return force_; }                // on the bodies until then, N
  double reference() const noexcept { return reference_; }        // r, m
  double command() const noexcept { return command_; }            // u, of full scale
  /// Whether the bodies have separated and the actuator is back at its waiting position.
  bool parted() const noexcept { return velocity_ < 0.0 && displacement_ < -air_gap_ && silent(); }
  /// Whether no force acts, or what is left is below that which counts as one.
  bool silent() const noexcept {
    if (!compensator_) return force_ == 0.0;
    return !touching_ && compensator_->settled(std::max(threshold_, kSilence));
  }

 private:
  static constexpr double kSilence = 1e-3;  // N

  Signal<double> motion() const noexcept { return {displacement_, velocity_, bodies_.acceleration(force_)}; }

  void move(double seconds) noexcept {
    const double acceleration = bodies_.acceleration(force_);
    if (compensator_) compensator_->advance(motion(), seconds);
    displacement_ += seconds * (velocity_ + 0.5 * seconds * acceleration);
    velocity_ += seconds * acceleration;
  }

  double limited(double command) const noexcept { return std::clamp(command, command_min_, command_max_); }

  double control(double error) noexcept {
    instruments::DigitalFilter next = controller_;
    const double wanted = next(error), command = limited(wanted);
    if ((wanted - command) * error <= 0.0) controller_ = next;
    return command;
  }

  instruments::DigitalFilter prefilter_, controller_;
  dynamics::Axial<double> bodies_{0.0};
  double sample_ = 0.0, air_gap_ = 0.0, offset_ = 0.0, threshold_ = 0.0;
  double reference_max_ = 0.0, command_min_ = 0.0, command_max_ = 0.0, full_scale_ = 1.0;
  bool controlled_ = false, touching_ = false;
  std::optional<RigCompensator> compensator_;  // none: x_c = d, S(F) = F
  double displacement_ = 0.0, velocity_ = 0.0, force_ = 0.0, reference_ = 0.0, command_ = 0.0;
};

}  // namespace hilspace::models
