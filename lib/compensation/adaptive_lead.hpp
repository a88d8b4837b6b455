#pragma once
// Adaptive lead: a lead of order 2 whose coefficients are learnt from the motion of the actuator (adaptive time
// series compensation).
//
//   x_c = a0 d + a1 d' + a2 d''
//   a:  least squares of the command on the measured motion,  x_c ~ a0 x_m + a1 x_m' + a2 x_m''
//
// The command is the one that is issued and held, so that the computer's own hold is not learnt. Both sides pass the same critically damped filter, 1/(1 + s/w)^2, whose states are x, x' and, with its input, x''.
// At each sample of the computer the recursion of least squares with a forgetting factor takes one equation more.
// The coefficients start at 1, tau, tau^2/2 and stay within bounds of these. Inside they are in units of 1, tau,
// tau^2, so that they are of one size.
//
// Source: Chae, Kazemibidokhti, Ricles, Adaptive time series compensator for delay compensation of servo-hydraulic
// actuator systems, Earthquake Engineering and Structural Dynamics 42 (2013); docs/theory-compensation.md.

#include <array>
#include <cstddef>

#include "core/signal.hpp"

namespace hilspace::compensation {

template <class S>
struct AdaptiveLead {
  static constexpr std::size_t kStates = 4;  // x, x' of the command's filter, then of the measured motion's
  static constexpr std::size_t kSize = 3;
  static constexpr double kForgetting = 0.999;
  static constexpr double kLeast[kSize]{0.7, 0.0, 0.0}, kMost[kSize]{1.3, 4.0, 8.0};
  static constexpr double kStart[kSize]{1.0, 1.0, 0.5};

  S lag = S(0.0);   // tau
  S pole = S(1.0);  // w, rad/s
  S a[kSize]{S(kStart[0]), S(kStart[1]), S(kStart[2])};
  S covariance[kSize][kSize]{};
  S held = S(0.0);  // the command as issued at the last sample

  AdaptiveLead() = default;
  /// The start counts as much as an equation whose signals are of that size, m. For doubles only.
  AdaptiveLead(double its_lag, double its_pole, double size) : lag(its_lag), pole(its_pole) {
    for (std::size_t i = 0; i < kSize; ++i) covariance[i][i] = 1.0 / (size * size);
  }

  HILSPACE_INLINE Signal<S> command(Signal<S> motion, S jerk) const {
    const S first = lag * a[1], second = lag * lag * a[2];
    return {a[0] * motion.value + (first * motion.rate + second * motion.acceleration),
            a[0] * motion.rate + (first * motion.acceleration + second * jerk),
            a[0] * motion.acceleration + first * jerk};
  }

  HILSPACE_INLINE void follow_command(Signal<S> command, S* x) {
    settle(command, x);
    held = command.value;
  }
  HILSPACE_INLINE void follow_interface(Signal<S> interface, S* x) const { settle(interface, x + 2); }

  HILSPACE_INLINE void derivative(const S* x, S command, S interface, S* rate) const {
    rate[0] = x[1];
    rate[1] = bend(x, command);
    rate[2] = x[3];
    rate[3] = bend(x + 2, interface);
  }

  /// Takes the equation of the present instant, where `due`.
  void learn(const S* x, S interface, Mask<S> due) {
    const S known[kSize]{x[2], lag * x[3], lag * lag * bend(x + 2, interface)};
    S gain[kSize], spread = S(kForgetting), error = x[0];
    for (std::size_t i = 0; i < kSize; ++i) {
      gain[i] = S(0.0);
      for (std::size_t k = 0; k < kSize; ++k) gain[i] = gain[i] + covariance[i][k] * known[k];
      spread = spread + known[i] * gain[i];
      error = error - known[i] * a[i];
    }
    for (std::size_t i = 0; i < kSize; ++i) {
      const S next = smaller(larger(a[i] + gain[i] / spread * error, S(kLeast[i])), S(kMost[i]));
      a[i] = select(due, next, a[i]);
      for (std::size_t k = 0; k < kSize; ++k)
        covariance[i][k] =
            select(due, (covariance[i][k] - gain[i] * gain[k] / spread) / S(kForgetting), covariance[i][k]);
    }
  }

  template <class Self, class Other, class Visit>
  static void zip(Self& self, Other& other, Visit&& visit) {
    visit(self.lag, other.lag);
    visit(self.pole, other.pole);
    visit(self.held, other.held);
    for (std::size_t i = 0; i < kSize; ++i) {
      visit(self.a[i], other.a[i]);
      for (std::size_t k = 0; k < kSize; ++k) visit(self.covariance[i][k], other.covariance[i][k]);
    }
  }

 private:
  HILSPACE_INLINE S bend(const S* x, S in) const { return pole * (pole * (in - x[0]) - S(2.0) * x[1]); }
  HILSPACE_INLINE void settle(Signal<S> ramp, S* x) const {
    x[0] = ramp.value - S(2.0) / pole * ramp.rate;
    x[1] = ramp.rate;
  }
};

}  // namespace hilspace::compensation
