#include "support/plain_solver.hpp"

#include <algorithm>
#include <cmath>

namespace hilspace::test {
namespace {

double quantised(double x, double quantum) {
  return quantum > 0.0 ? quantum * std::nearbyint(x / quantum) : x;
}

double contact_force(const PlainCase& c, double d, double v) {
  if (d <= 0.0) return 0.0;
  return std::max(0.0, c.stiffness * std::pow(d, 1.5) * (1.0 + c.chi * v / c.velocity));
}

struct State {
  double d, v;  // docking
  double x, u;  // HIL bodies
  double a, b;  // actuator and rate
  double s, q;  // sensor and rate
};

struct Shown {
  double docking_force, penetration, contact_force, force;
};

Shown shown(const PlainCase& c, const State& y) {
  const bool actuator = c.actuator_w > 0.0, sensor = c.sensor_w > 0.0;
  Shown z{};
  z.docking_force = contact_force(c, y.d, y.v);
  z.penetration = quantised(actuator ? y.a : y.x, c.actuator_quantum);
  z.contact_force = contact_force(c, z.penetration, actuator && !c.rate_of_bodies ? y.b : y.u);
  z.force = quantised(sensor ? y.s : z.contact_force, c.sensor_quantum);
  return z;
}

State derivative(const PlainCase& c, const State& y) {
  const double mass = c.chaser_mass * c.target_mass / (c.chaser_mass + c.target_mass);
  const Shown z = shown(c, y);
  const double wa = c.actuator_w, ws = c.sensor_w;
  return {y.v, -z.docking_force / mass,
          y.u, -z.force / mass,
          y.b, wa * wa * (y.x - y.a) - 2.0 * c.actuator_zeta * wa * y.b,
          y.q, ws * ws * (z.contact_force - y.s) - 2.0 * c.sensor_zeta * ws * y.q};
}

State moved(const State& y, double h, const State& k) {
  return {y.d + h * k.d, y.v + h * k.v, y.x + h * k.x, y.u + h * k.u,
          y.a + h * k.a, y.b + h * k.b, y.s + h * k.s, y.q + h * k.q};
}

}  // namespace

PlainResult plain_simulation(const PlainCase& c, double step) {
  State y{0.0, c.velocity, 0.0, c.velocity, 0.0, 0.0, 0.0, 0.0};
  if (c.actuator_w > 0.0) {
    y.a = -2.0 * c.actuator_zeta / c.actuator_w * c.velocity;
    y.b = c.velocity;
  }
  PlainResult r{};
  double force_area = 0, force_error_area = 0, penetration_area = 0, penetration_error_area = 0;
  double hil_begin = -1.0, hil_end = 0.0, sensor_peak = 0.0;
  bool docking_over = false;
  for (double t = 0.0; t < 1.0; t += step) {
    const Shown z = shown(c, y);
    const double i = std::max(y.d, 0.0), h = std::max(z.penetration, 0.0);
    r.force_peak_docking = std::max(r.force_peak_docking, z.docking_force);
    r.penetration_peak_docking = std::max(r.penetration_peak_docking, i);
    r.force_peak_hil = std::max(r.force_peak_hil, z.force);
    r.penetration_peak_hil = std::max(r.penetration_peak_hil, h);
    r.force_e_imax = std::max(r.force_e_imax, z.force - z.docking_force);
    r.penetration_e_imax = std::max(r.penetration_e_imax, h - i);
    force_area += step * z.docking_force;
    force_error_area += step * std::abs(z.force - z.docking_force);
    penetration_area += step * i;
    penetration_error_area += step * std::abs(h - i);
    sensor_peak = std::max(sensor_peak, std::abs(z.force));
    if (z.contact_force > 0.0) {
      if (hil_begin < 0.0) hil_begin = t;
      hil_end = t;
    }
    if (!docking_over && t > 0.0 && y.d <= 0.0) {
      docking_over = true;
      r.duration_docking = t;
      r.velocity_docking = y.v;
    }
    const double at_rest = std::max(0.5 * c.sensor_quantum, 1e-6 * sensor_peak);
    const double ringing = c.sensor_w > 0.0 ? std::hypot(y.s, y.q / c.sensor_w) : std::abs(z.contact_force);
    if (docking_over && hil_begin >= 0.0 && z.contact_force == 0.0 && y.u < 0.0 && ringing < at_rest) break;

    const State k1 = derivative(c, y);
    const State k2 = derivative(c, moved(y, 0.5 * step, k1));
    const State k3 = derivative(c, moved(y, 0.5 * step, k2));
    const State k4 = derivative(c, moved(y, step, k3));
    y = moved(moved(moved(moved(y, step / 6.0, k1), step / 3.0, k2), step / 3.0, k3), step / 6.0, k4);
  }
  r.duration_hil = hil_end - hil_begin;
  r.velocity_hil = y.u;
  r.force_e_hint_pct = 100.0 * force_error_area / force_area;
  r.penetration_e_hint_pct = 100.0 * penetration_error_area / penetration_area;
  return r;
}

}  // namespace hilspace::test
