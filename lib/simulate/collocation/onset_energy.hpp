#pragma once
// The largest kinetic and stored energy together, over the first piece of a contact.
//
//   E = m v^2/2 + U(x),   m v' = -y,   y'' + drag y' + w^2 y = w^2 F(x, x')
//
// It is largest a few time constants of the sensor after the onset: the sensor is late, so that the bodies lose less than
// the contact stores. There the polynomials of the piece, which are exact at its nodes, do not follow the sensor closely
// enough; the interface behind the actuator they do follow. So the sensor is gone through once more, in intervals through
// which it is exact, and the velocity follows from momentum.
//
//   q > 0: the interface crosses (n - 1/2) q and shows n q, and E is as large as U(n q) there. Intervals end at such
//   crossings first, and where these are narrow at equal steps of tau, t = L tau^2.
//   q_s > 0: what is below half a quantum of the sensor is rounded to 0.
//
// Symbols as in collocation_pair.hpp. Limits: those of collocation. Source: derived in docs/numerics.md, "Collocation".

#include <array>
#include <cstddef>

#include "core/parabola.hpp"
#include "core/scalar.hpp"
#include "integrate/collocation.hpp"
#include "simulate/collocation/contact_parts.hpp"
#include "simulate/collocation/sensor_response.hpp"

namespace hilspace::simulate {

/// The largest E over the piece, J; at its start the bodies have the velocity `approach`.
template <class S>
S onset_energy(const Linear<S>& linear, const PieceLaw<S>& law, const Piece<S>& onset, S approach, S quantum,
               S sensor_quantum) {
  constexpr std::array kCells{1.0,  2.0,  3.0,  4.0,  5.0,  6.0,  8.0,  10.0,
                              12.0, 14.0, 17.0, 20.0, 24.0, 28.0, 33.0, 40.0};
  constexpr double kFirst = 8.0;  // cells that are looked at one by one
  const auto x = integrate::powers_of(onset.x), x_rate = integrate::powers_of(onset.x_rate);
  const S half_mass = S(0.5) / linear.inverse_mass, per_length = S(1.0) / onset.length;
  const S half = S(0.5) * quantum, own = S(0.5) * sensor_quantum;
  const Mask<S> has = quantum > S(0.0);
  SensorResponse<S> sensor(linear.sensor_square, linear.sensor_drag);

  S largest = half_mass * (approach * approach), v = approach, time(0.0), force(0.0), energy = largest;
  const auto shown = [&](S y) { return select(y < own, S(0.0), y); };
  for (std::size_t i = 0; i < kCells.size(); ++i) {
    // Of the crossing, from the interface's speed at the onset.
    const S edge = S(kCells[i] - 0.5) * quantum, about = smaller(edge / approach, onset.length);
    const S crossing = about + (edge - integrate::at(x, square_root(about * per_length))) / approach;
    const double share = static_cast<double>(i + 1) / static_cast<double>(kCells.size());
    const S next = larger(time, smaller(larger(crossing, S(share * share) * onset.length), onset.length));
    const S h = next - time, tau_1 = square_root((time + S(0.5) * h) * per_length),
            tau_2 = square_root(next * per_length);
    const S x_1 = integrate::at(x, tau_1), x_2 = integrate::at(x, tau_2);
    const S force_1 = law.force(x_1, integrate::at(x_rate, tau_1)),
            force_2 = law.force(x_2, integrate::at(x_rate, tau_2));
    const auto measured = sensor.template advance<6>({force, force_1, force_2}, h, Mask<S>(true));
    const Points<S> y{shown(measured[0]), shown(measured[1]), shown(measured[2])};
    const S push = linear.inverse_mass * h;
    const S v_1 = v - push * S(1.0 / 24.0) * (S(5.0) * y[0] + S(8.0) * y[1] - y[2]);
    v = v - push * S(1.0 / 6.0) * (y[0] + S(4.0) * y[1] + y[2]);
    const auto at = [&](S depth, S speed) {
      return law.potential(depth + half) + half_mass * (speed * speed);
    };
    const Points<S> energies{energy, at(x_1, v_1), at(x_2, v)};
    largest = larger(largest, energies[2]);
    const Parabola<S> curve(energies);
    const Mask<S> is_smooth = !has || x_1 > S(kFirst) * quantum;
    largest = larger(largest, select(is_smooth, curve.at(curve.summit()), largest));
    time = next;
    force = force_2;
    energy = energies[2];
  }
  return largest;
}

}  // namespace hilspace::simulate
