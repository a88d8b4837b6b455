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
#include "metrics/contact_ends.hpp"
#include "models/axial.hpp"
#include "models/each_time.hpp"
#include "models/residual.hpp"

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

/// At the interface of a mechanism of features, on the chaser's side: force, moment about the target's port,
/// tension, compression, shear, bending, torsion, the largest normal force of one contact, the link's stroke, the
/// largest tension of one hook, force and moment of the joint.
enum class Load : std::size_t {
  force,
  moment,
  tension,
  compression,
  shear,
  bending,
  torsion,
  contact,
  stroke,
  hook,
  joint_force,
  joint_moment
};
inline constexpr std::size_t kLoads = 12;
struct Loads {
  std::array<double, kLoads> peaks{};  // N, N m, m
  int contacts = 0;                    // at once
};

/// What the latches of one model have done, and what followed.
struct CaptureState {
  double first_contact = std::numeric_limits<double>::infinity();  // s
  models::Residual left;                                           // where all held for the first time
  int latched = 0, latches = 0, slips = 0, contacts_begun = 0;
  models::EachTime snaps = models::never_yet();  // s, of each latch the first one
  models::EachTime trips = models::never_yet();  // s, likewise of sensors
  int hooks = 0;                                 // closed
  models::Residual joint = {};                   // where it was made
};

/// Energies at one instant, J
struct Energies {
  double kinetic, stored, damping, friction;
  // Of features: in springs of latches, link and hooks, taken by the link, lost in snaps, given by the thruster; given
  // by the drives of hooks, taken by the joint.
  double sprung = 0.0, link = 0.0, snaps = 0.0, thrust = 0.0, hooks = 0.0, joint = 0.0;
  double sum() const {
    return kinetic + stored + damping + friction + (sprung + link + snaps - thrust + (joint - hooks));
  }
  double mechanical() const { return kinetic + (stored + sprung); }
};

/// Part of a step, sampled at its start, middle and end.
struct DockingLook {
  models::Views<double> views;
  Points<double> friction, torque;  // magnitudes, N, N m
  Vec3 place;                       // Ct at the start, m
  std::array<Loads, 3> loads{};
  Energies end{};  // before what jumps there
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
    raise_energies(now);
    thrust_ = larger(thrust_, now.thrust + now.hooks);
    advance = smaller(advance, larger(left, 0.0));
    if (!open_) return;
    if (quiet && !quiet_) impact.rate_after = rate;
    quiet_ = quiet;
    if (quiet && time - last_force_ >= closing) close();
  }

  /// Adds a part of a step from `time` lasting `h`; `shortest`: of all steps, s; `spread`: of the penetration, m.
  void add(const DockingLook& look, double time, double h, double shortest, double spread) {
    const auto& [begin, middle, end] = look.views;
    raise_energies(look.end);
    if (has_latches)
      for (std::size_t i = 0; i < kLoads; ++i) {
        raise(peaks.peaks[i], {look.loads[0].peaks[i], look.loads[1].peaks[i], look.loads[2].peaks[i]});
        for (const Loads& at : look.loads)
          peaks.contacts = at.contacts > peaks.contacts ? at.contacts : peaks.contacts;
      }
    if (magnitude(middle.contact_force) > 0.0) {  // constant sign within a step
      if (!open_) {
        open_ = true;
        impact = {};
        impact.begin = time + (spread > 0.0 ? 0.0 : lead_of_contact(begin, shortest));
        impact.place = look.place;
        impact.rate_before = begin.velocity;
        ++impacts;
      }
      quiet_ = false;
      last_force_ = time + h;
      impact.end = last_force_ + rest_of_contact(end, shortest, spread);
    }
    if (!open_) return;
    raise(impact.peak_force, {begin.contact_force, middle.contact_force, end.contact_force});
    raise(peak_stored, {begin.potential, middle.potential, end.potential});
    raise(impact.peak_penetration, {begin.penetration, middle.penetration, end.penetration});
    raise_friction(look.friction, {begin.contact_force, middle.contact_force, end.contact_force});
    raise(impact.peak_torque, look.torque);
    peak_force = larger(peak_force, impact.peak_force);
  }

  /// Energy that both bodies started with, and what thruster and hooks have given them at most. J
  double given() const { return initial + thrust_; }

  bool open() const { return open_; }
  bool first_open() const { return impacts <= 1 && !first_closed_; }
  bool first_closed() const { return first_closed_; }
  /// Whether the first impact is over unless the surfaces touch again.
  bool first_quiet() const { return first_closed_ || (open_ && quiet_); }

  bool has_latches = false;  // whether it may: of a mechanism of features, as the next two
  CaptureState capture;
  Loads peaks;

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
  /// Where an instrument jumps, either side may be the largest.
  void raise_energies(const Energies& now) {
    imbalance = larger(imbalance, magnitude(now.sum() - initial));
    peak_mechanical = larger(peak_mechanical, now.mechanical());
  }
  static void raise(double& peak, const Points<double>& p) {
    const Parabola<double> curve(p);
    peak = larger(larger(peak, larger(p[0], p[2])), curve.at(curve.summit()));
  }
  /// Friction has a kink where sliding falls below the creep velocity, past which its parabola may swing. It is no more
  /// than the largest coefficient that is seen times the largest normal force.
  void raise_friction(const Points<double>& friction, const Points<double>& normal) {
    double swung = 0.0, largest = 0.0, coefficient = 0.0;
    raise(swung, friction);
    raise(largest, normal);
    for (std::size_t i = 0; i < friction.size(); ++i) {
      impact.peak_friction = larger(impact.peak_friction, friction[i]);
      if (normal[i] > 0.0) coefficient = larger(coefficient, friction[i] / normal[i]);
    }
    impact.peak_friction = larger(impact.peak_friction, smaller(swung, coefficient * largest));
  }

  double thrust_ = 0.0;      // J
  double last_force_ = 0.0;  // s, end of the last step with a force
  bool open_ = false;
  bool quiet_ = false;
  bool first_closed_ = false;
};

}  // namespace hilspace::metrics
