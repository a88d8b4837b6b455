#pragma once
// Delay stability: stability of a linear contact in a closed loop with a delayed testbed.
//
//   m d'' = -F,   F(t) = [G (k d + b d')](t - h)        1 + L(s) = 0,   L = G(s) (k + b s) e^(-h s)/(m s^2)
//
//   d   displacement of the bodies, m, positive when they overlap     h   delay once round the loop, s
//   m   reduced mass, kg                                              G   other lags: low-passes,
//   k   stiffness, N/m                                                    transfer functions, holds;
//                                                                         and the compensator of the command
//   b   viscosity, N s/m                                              w   crossing frequency, rad/s
//
// |L| does not depend on h. Where it is 1, the phase margin gives the permissible delay; the loop is stable
// for h < h_c. With G = 1
//
//   w^2 = b^2/(2 m^2) + sqrt(b^4/(4 m^4) + k^2/m^2),   h_c = atan(w b/k)/w,   about b/k for little damping.
//
// b = 0: h_c = 0, any delay makes it unstable. At a given delay the damping has an upper limit as well: w
// increases with b, and beyond that limit less than a quarter of a period is left.
//
// A sample-and-hold of period T and G = 1: exact, by the multipliers z of one period. With h = q T + r,
// 0 <= r < T, u = T - r,
//
//   z^(q+1) (z - 1)^2 + [k T^2/2 (z + 1) + (k u + b) T (z - 1) + (k u^2/2 + b u) (z - 1)^2]/m = 0,
//
// stable while all are inside the unit circle. Several holds are represented by their frequency response (1 -
// e^(-s T))/(s T), half a period of delay and a little attenuation; aliasing is neglected, an error of order
// (w T)^2.
//
// Source: Zebenay et al., hybrid docking simulator, (92), (109), (118) to (120); (35) of the paper of 2013 is
// (118) with misprints. Multipliers: derived in docs/theory-stability.md.

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "instruments/setup.hpp"

namespace hilspace::analysis {

struct ContactLoop {
  double mass = 0.0;                         // m, kg, > 0
  double stiffness = 0.0;                    // k, N/m, > 0
  double damping = 0.0;                      // b, N s/m, >= 0
  std::vector<instruments::Section> lags{};  // of G, stable
  std::vector<double> holds{};               // T of each sample-and-hold, s, > 0
  /// Of a polynomial compensator: (1 - (1 - q)^(n + 1))/q, q = e^(-s tau).
  struct Extrapolation {
    int order;   // n, > 0; 0: none
    double lag;  // tau, s
  };
  Extrapolation extrapolation{0, 0.0};
};

/// How a critical delay was determined.
enum class DelayMethod { closed_form, multipliers, frequency_response, none };
struct NamedDelayMethod {
  std::string_view name;
  std::string_view meaning;
};
/// In the order of DelayMethod.
inline constexpr std::array kDelayMethods{
    NamedDelayMethod{"closed_form", "delay alone: exact"},
    NamedDelayMethod{"multipliers", "delay and one sample-and-hold: exact"},
    NamedDelayMethod{"frequency_response", "with low-passes or transfer functions; holds as half a period"},
    NamedDelayMethod{"none", "the contact is not linear, or the compensator is no factor of the loop"},
};

struct CriticalDelay {
  double delay;      // h_c, s; 0: unstable, or neutral, even without delay
  double frequency;  // frequency of the oscillation there, rad/s
  DelayMethod method;
};

/// m_a = m/(1 + m (a cos alpha)^2/J): effective mass at the tip of a probe. (92) a: from centre of mass to
/// tip, m; alpha: half-angle of the cone, rad; J: moment of inertia, kg m2.
double effective_mass(double mass, double arm, double angle, double inertia);

/// The smallest delay at which the loop is no longer stable, with the method used.
CriticalDelay critical_delay(const ContactLoop& loop);

/// Margin: > 0 where the loop is stable at that delay, < 0 where it is not: h_c - delay, unless the lags
/// alone make the loop unstable. In that case its magnitude has no meaning, and with a hold the multipliers
/// at that delay decide, since with strong damping a delay can compensate the effect of a hold.
double delay_margin(const ContactLoop& loop, double delay);

/// Whether all multipliers of the loop with a hold of this period are inside the unit circle. Ignores its
/// lags and holds.
bool is_stable_sampled(const ContactLoop& loop, double delay, double period);

/// Range of dampings in which the loop is stable at that delay, regardless of its own; empty: no damping.
struct DampingRange {
  double least;  // N s/m
  double most;
};
std::optional<DampingRange> stable_damping(ContactLoop loop, double delay);

}  // namespace hilspace::analysis
