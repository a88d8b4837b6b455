#pragma once
// What an emulated rig is in truth, beside what its rig file says of it: so that bring-up has something to
// find. The healthy one is its file.
//
//   volts of the command -> relay -> amplifier: gain g, offset -> stack: hysteresis -> actuator: its poles
//   volts shown = gain V + offset + drift t         V  as the file's scaling has it, t  s since the start
//
// Hysteresis of a piezo is that of plays (Prandtl and Ishlinskii): a share b of the command u
//
//   y = (1 - b) u + b/4 sum of P_r[u],  r = 0.05, 0.15, 0.25, 0.35;  P_r = max(u - r, min(u + r, P_r before))
//
// so the way up and the way down over full scale differ by b times 0.4 of it at most.

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "instruments/setup.hpp"

namespace hilspace::rig {

/// Of a signal, in volts at the terminal.
struct SignalTruth {
  double gain = 1.0;    // negative: its wires are exchanged; 0: it is dead
  double offset = 0.0;  // V
  double drift = 0.0;   // V/s

  double shown(double volts, double time) const { return gain * volts + offset + drift * time; }
};

struct RigTruth {
  SignalTruth command, position, force;
  bool inputs_exchanged = false;  // position and force sensor
  bool stop_wired = true;         // the button reaches the input
  bool relay_wired = true;        // its report reaches the input; else that shows a closed one
  double hysteresis = 0.0;        // most that way up and way down differ, of full scale
  double resonance = 1.0;         // times the frequencies of the actuator's poles and zeros,
  double damping = 1.0;           // times their damping
};

/// The actuator's sections with frequencies and dampings as they truly are.
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

/// What follows the amplifier's command, and remembers it.
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
