#pragma once
// The loop of an axial pair whose instruments are linear and without quanta: what it is solved from.
//
//   x(u) = r u + sum c_j X(u - theta_j)       interface; r its rate on the approach ramp
//   X^ = G_a (1 + A1 s + A2 s^2) D^           actuator without its delay, behind a lead of its command
//   D" = -Y/m                                 bodies, as departure from the ramp, on the clock of the undelayed sensor
//   Y^ = G_s F^                               sensor without its delay
//   F  = law(x, x')                           u = 0 at the interface's onset
//
// All of it is linear but the law, so delays may be taken out of the chains: the bodies hear Y theta_s later, and the interface
// X theta_0 = theta_a + theta_s later. The extrapolation of the command from past values has more taps, theta_j = theta_0 + j A1
// (compensation/compensator.hpp); else there is one, of weight 1. X, D and Y are 0 at the onset, together with all states of the
// instruments. Symbols: docs/numerics.md.

#include <array>
#include <cstddef>

#include "core/elementary.hpp"
#include "core/scalar.hpp"
#include "simulate/collocation/smooth/cascade.hpp"

namespace hilspace::simulate {

/// F = k a^n (1 + damping a') + b a', a > 0; both dampings are never there at once.
template <class S>
struct SmoothLaw {
  S stiffness, exponent;
  S damping;    // chi over the rate at the onset, s/m
  S viscosity;  // b, N s/m

  HILSPACE_INLINE S elastic(S a) const {
    const S depth = larger(a, S(0.0));
    S shape = depth * square_root(depth);
    const Mask<S> is_other = !(exponent == S(1.5));
    if (any(is_other)) {
      const Mask<S> is_straight = exponent == S(1.0);
      shape = select(is_straight, depth, shape);
      const Mask<S> is_power = is_other && !is_straight && depth > S(0.0);
      if (any(is_power)) shape = select(is_power, power(select(is_power, depth, S(1.0)), exponent), shape);
    }
    return stiffness * shape;
  }
  HILSPACE_INLINE S force(S a, S rate) const {
    return elastic(a) * (S(1.0) + damping * rate) + viscosity * rate;
  }
  HILSPACE_INLINE S potential(S a) const { return elastic(a) * larger(a, S(0.0)) / (exponent + S(1.0)); }
};

/// A past value of the actuator's output in the command of the interface.
template <class S>
struct Tap {
  S weight = S(1.0);
  S delay = S(0.0);  // theta_j, s
};
inline constexpr std::size_t kMostTaps = 4;
template <class S>
using Taps = std::array<Tap<S>, kMostTaps>;

/// Of the command: A1, s, and A2, s^2.
template <class S>
struct Lead {
  S first = S(0.0), second = S(0.0);
};

/// Of a chain without its delays; 0: at once.
template <class S>
struct Settling {
  S quickest = S(0.0);  // shortest time constant, s
  S rest = S(0.0);      // time after which what it shows has died away, s
};

template <class S>
struct SmoothSetup {
  S inverse_mass;  // 1/m, 1/kg
  S approach;      // v0, m/s
  S ramp_rate;     // r, m/s
  S lag;           // of the interface behind the bodies on the ramp, s; < 0: it is ahead of them
  S sensor_delay;  // theta_s, s
  Taps<S> taps;    // as many as the plan has
  Lead<S> lead;
  SmoothLaw<S> law;   // damping chi/r
  S docking_damping;  // chi/v0, s/m
  S tensile;          // 1: F may pull
  S sensor_gain;      // of a constant force
  Cascade<S> actuator, sensor;
  Settling<S> of_actuator, of_sensor;
  S expected;  // duration of the docking model's contact, about, s

  template <class Self, class Other, class Visit>
  static void zip(Self& self, Other& other, Visit&& visit) {
    visit(self.inverse_mass, other.inverse_mass);
    visit(self.approach, other.approach);
    visit(self.ramp_rate, other.ramp_rate);
    visit(self.lag, other.lag);
    visit(self.sensor_delay, other.sensor_delay);
    for (std::size_t j = 0; j < kMostTaps; ++j) {
      visit(self.taps[j].weight, other.taps[j].weight);
      visit(self.taps[j].delay, other.taps[j].delay);
    }
    visit(self.lead.first, other.lead.first);
    visit(self.lead.second, other.lead.second);
    visit(self.law.stiffness, other.law.stiffness);
    visit(self.law.exponent, other.law.exponent);
    visit(self.law.damping, other.law.damping);
    visit(self.law.viscosity, other.law.viscosity);
    visit(self.docking_damping, other.docking_damping);
    visit(self.tensile, other.tensile);
    visit(self.sensor_gain, other.sensor_gain);
    Cascade<S>::zip(self.actuator, other.actuator, visit);
    Cascade<S>::zip(self.sensor, other.sensor, visit);
    visit(self.of_actuator.quickest, other.of_actuator.quickest);
    visit(self.of_actuator.rest, other.of_actuator.rest);
    visit(self.of_sensor.quickest, other.of_sensor.quickest);
    visit(self.of_sensor.rest, other.of_sensor.rest);
    visit(self.expected, other.expected);
  }
};

/// The linear part of one model.
template <class S>
struct SmoothLoop {
  S inverse_mass;
  const Cascade<S>& actuator;
  const Cascade<S>& sensor;
  Lead<S> lead{};
};
/// Its state between two pieces: departures from the ramp.
template <class S>
struct SmoothState {
  S d = S(0.0), v = S(0.0), x = S(0.0);
  CascadeState<S> actuator{}, sensor{};
};

}  // namespace hilspace::simulate
