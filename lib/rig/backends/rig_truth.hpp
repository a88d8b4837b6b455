#pragma once
// True properties of an emulated rig, as deviations from its rig file, for bring-up to find. A healthy rig
// has none.
//
//   volts of the command -> relay -> amplifier: gain g, offset -> stack: hysteresis -> actuator: its poles
//   volts shown = gain V + offset + drift t         V  by the file's scaling, t  s since the start
//
// Hysteresis of the piezo, as a sum of play operators (Prandtl and Ishlinskii) on a share b of the command u
//
//   y = (1 - b) u + b/4 sum of P_r[u],  r = 0.05, 0.15, 0.25, 0.35;  P_r = max(u - r, min(u + r, P_r before))
//
// so the upward and the downward branch over full scale differ by at most 0.4 b of it.

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "instruments/setup.hpp"

namespace hilspace::rig {

/// Errors of a signal, in volts at the terminal.
struct SignalTruth {
  double gain = 1.0;    // negative: reversed polarity; 0: dead
  double offset = 0.0;  // V
  double drift = 0.0;   // V/s

  double shown(double volts, double time) const { return gain * volts + offset + drift * time; }
};

struct RigTruth {
  SignalTruth command, position, force;
  bool inputs_exchanged = false;  // position and force sensor
  bool stop_wired = true;         // the button reaches the input
  bool relay_wired = true;        // its report reaches the input; else the input always reads closed
  double hysteresis = 0.0;        // largest difference between upward and downward branch, of full scale
  double resonance = 1.0;         // factor on the frequencies of the actuator's poles and zeros,
  double damping = 1.0;           // factor on their damping
};

/// The actuator's sections with their true frequencies and dampings.
inline std::vector<instruments::Section> true_actuator(std::span<const instruments::Section> known,
                                                       const RigTruth& truth) {
  std::vector<instruments::Section> found(known.begin(), known.end());
  for (auto& section : found)
    for (auto* polynomial : {&section.numerator, &section.denominator}) {
      (*polynomial)[1] *= truth.damping / truth.resonance;
      (*polynomial)[2] /= truth.resonance * truth.resonance;
    }
  return found;
}

/// The path from amplifier command to actuator, with its state.
class Hysteresis {
 public:
  explicit Hysteresis(double most) : share_(most / 0.4) {}
  double operator()(double command) noexcept {
    if (share_ == 0.0) return command;
    double sum = 0.0;
    for (std::size_t i = 0; i < plays_.size(); ++i) {
      const double r = 0.05 + 0.1 * static_cast<double>(i);
      plays_[i] = std::max(command - r, std::min(command + r, plays_[i]));
      sum += plays_[i];
    }
    return (1.0 - share_) * command + share_ * sum / static_cast<double>(plays_.size());
  }

 private:
  double share_;
  std::array<double, 4> plays_{};
};

}  // namespace hilspace::rig
