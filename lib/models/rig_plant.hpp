#pragma once
// The rig's hardware as a self-contained simulation, advanced by a command and a duration. Basis of the
// emulated rig.

#include <array>

#include "models/rig_hardware.hpp"

namespace hilspace::models {

class RigPlant {
 public:
  /// Starts at rest at extension 0. Integration steps are at most `step` s long.
  explicit RigPlant(const RigPlantSetup& setup, double step = 1.0 / 300e3) : hardware_(setup), step_(step) {
    rest(0.0);
  }

  /// Settles at that extension (m).
  void rest(double extension) {
    hardware_.rest(extension, y_.data());
    command_ = hardware_.command_for(extension);
    hardware_.begin_step(y_.data(), command_, horizon(step_));
  }

  /// Holds the command (fraction of full scale) for that long. Not inline: programs that are not optimised, as tests, would run
  /// a copy of their own.
  void advance(double command, double seconds);

  RigView view() const { return hardware_.view(y_.data(), command_); }
  double extension() const { return view().extension; }          // m
  double penetration() const { return view().penetration; }      // m
  double contact_force() const { return view().contact_force; }  // N
  double measured_position() const { return view().position; }   // m
  double measured_force() const { return view().force; }         // N
  double time() const { return time_; }                          // s, so far
  double gain() const { return hardware_.gain(); }               // m at command 1

 private:
  using State = std::array<double, RigHardware::kStates>;
  Horizon<double> horizon(double h) const { return {h, h / 256.0, time_, false}; }

  RigHardware hardware_;
  State y_{};
  double step_;
  double command_ = 0.0, time_ = 0.0;
};

}  // namespace hilspace::models
