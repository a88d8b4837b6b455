#pragma once
// Impacts and energies of one model of a docking in six degrees of freedom, tallied step by step.
//
// An impact begins with the first interface force after the end of the previous one. It ends once the
// surfaces have been apart for `closing` seconds and the sensor reads zero; contacts in between belong to it.
// Its rate after is that of the bodies' surfaces when the sensor has come to rest.
//
//   balance = kinetic + stored + dissipated by damping + dissipated by friction - kinetic at the start    J
//
// Source: Bondoky 6.5.1.3, 7.2.2; docs/theory-sixdof.md, section 10.

#include <array>
#include <limits>

#include "core/outcome.hpp"
#include "core/parabola.hpp"
#include "core/vec.hpp"
#include "models/axial.hpp"

namespace hilspace::metrics {

struct Impact {
  double begin = std::numeric_limits<double>::quiet_NaN();  // s
  double end = std::numeric_limits<double>::quiet_NaN();    // s, of the last force at the interface
  Vec3 place{std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN(),
             std::numeric_limits<double>::quiet_NaN()};           // m, Ct at begin
  double peak_force = 0.0;                                        // N, normal
  double peak_penetration = 0.0;                                  // m
  double peak_friction = 0.0;                                     // N
  double peak_torque = 0.0;                                       // N m, measured, about the drogue's base
  double rate_before = std::numeric_limits<double>::quiet_NaN();  // m/s, closing
  double rate_after = std::numeric_limits<double>::quiet_NaN();   // m/s, < 0: moving apart
};

/// Part of a step, sampled at its start, middle and end.
struct DockingLook {
  models::Views<double> views;
  Points<double> friction, torque;  // magnitudes, N, N m
  Vec3 place;                       // Ct at the start, m
};

/// Energies at one instant, J
struct Energies {
  double kinetic, stored, damping, friction;
  double sum() const { return kinetic + stored + damping + friction; }
};

/// End of one model's run.
struct DockingEnd {
  Outcome outcome = Outcome::not_run;
  RunEnd end = RunEnd::stopped;
  double time = 0.0;  // s
};

class DockingTally {
 public:
  void start(double kinetic) {
    initial = kinetic;
    last = {kinetic, 0.0, 0.0, 0.0};
  }

  /// Called at the start of each step with the energies, the closing rate of the bodies' surfaces, whether
  /// the surfaces are apart and the sensor at rest, and the tip's distance from the base.
  void begin_step(double time, const Energies& now, double rate, bool quiet, double closing, double left) {
    last = now;
    const double balance = magnitude(now.sum() - initial);
    imbalance = larger(imbalance, balance);
    peak_mechanical = larger(peak_mechanical, now.kinetic + now.stored);
    advance = smaller(advance, larger(left, 0.0));
    if (!open_) return;
    if (quiet && !quiet_) impact.rate_after = rate;
    quiet_ = quiet;
    if (quiet && time - impact.end >= closing) close();
  }

  /// Adds a part of a step from `time` lasting `h`.
  void add(const DockingLook& look, double time, double h) {
    const auto& [begin, middle, end] = look.views;
    if (magnitude(middle.contact_force) > 0.0) {  // constant sign within a step
      if (!open_) {
        open_ = true;
        impact = {};
        impact.begin = time;
        impact.place = look.place;
        impact.rate_before = begin.velocity;
        ++impacts;
      }
      quiet_ = false;
      impact.end = time + h;
    }
    if (!open_) return;
    raise(impact.peak_force, {begin.contact_force, middle.contact_force, end.contact_force});
    raise(peak_stored, {begin.potential, middle.potential, end.potential});
    raise(impact.peak_penetration, {begin.penetration, middle.penetration, end.penetration});
    raise(impact.peak_friction, look.friction);
    raise(impact.peak_torque, look.torque);
    peak_force = larger(peak_force, impact.peak_force);
  }

  bool open() const { return open_; }
  bool first_open() const { return impacts <= 1 && !first_closed_; }
  bool first_closed() const { return first_closed_; }
  /// Whether the first impact is over unless the surfaces touch again.
  bool first_quiet() const { return first_closed_ || (open_ && quiet_); }

  Impact first;   // once closed; see first_closed()
  Impact impact;  // the last one
  int impacts = 0;
  double initial = 0.0;                                      // J
  Energies last{};                                           // J
  double imbalance = 0.0;                                    // J, largest magnitude of the balance
  double peak_stored = 0.0;                                  // J
  double peak_mechanical = 0.0;                              // J
  double peak_force = 0.0;                                   // N, of all impacts
  double advance = std::numeric_limits<double>::infinity();  // m, smallest distance of the tip from the base

 private:
  void close() {
    open_ = false;
    if (!first_closed_) first = impact;
    first_closed_ = true;
  }
  static void raise(double& peak, const Points<double>& p) {
    const Parabola<double> curve(p);
    peak = larger(larger(peak, larger(p[0], p[2])), curve.at(curve.summit()));
  }

  bool open_ = false;
  bool quiet_ = false;
  bool first_closed_ = false;
};

}  // namespace hilspace::metrics
