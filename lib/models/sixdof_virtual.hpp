#pragma once
// Virtual part of a hybrid contact in six degrees of freedom: the force that the testbed's computer adds along the
// normal of the contact that its source shows, behind the sensor.
//
//   F_in = F_s + (p - n . F_s) n  at Ct,   p = max(0, n . F_s + F_v),   F_v = k_v(n) d + b_v(n) d'  where d > 0
//   T_in = T_s + that about the base - c w                                                          where d > 0
//
//   d, d', n, Ct  penetration, rate, normal, place of the contact of the source's pose, target axes
//   k_v, b_v      along n in probe axes (hybrid/spatial.hpp)           c  torsional damping about these axes
//   F_s, T_s      what the sensor and the force side of a compensator give
//   w             rate of the chaser against the target, as the source shows it
//
// The source is the robot's command, what the robot shows, or that later by the measurement delay, and held by `rate`.
// Where the wanted law may pull there is no max(). Friction acts at the real contact alone. Whether d > 0 and whether the
// sum pushes is decided at the start of each step. For what has one tip on one surface; sixdof_virtual_contacts.hpp is for
// what has several contacts. On one axis it is hybrid/virtual_part.hpp. Source: [Z13] 2.2, [Z] 131, 6.2; docs/theory-hybrid.md.

#include <Eigen/Core>
#include <cstddef>

#include "contact/general_law.hpp"
#include "core/event.hpp"
#include "core/signal.hpp"
#include "hybrid/spatial.hpp"
#include "models/sixdof_instruments.hpp"
#include "models/sixdof_touch.hpp"

namespace hilspace::models {

/// Of a normal given in target axes.
inline Vec3 in_probe_axes(const Eigen::Matrix3d& attitude, const Eigen::Vector3d& n) {
  const Eigen::Vector3d its = attitude.transpose() * n;
  return {its.x(), its.y(), its.z()};
}

template <class Touching>
struct SixVirtualPart {
  static constexpr std::size_t kStates = GeneralSix::kStates;

  bool present = false;
  hybrid::SpatialSetup setup;
  GeneralSix measurement;
  contact::GeneralLaw<double> law{};  // of the normal where the step began
  bool pulls = false;                 // whether F_in may
  bool pushes = false;                // in this step: F_in > 0

  /// What it sees and computes.
  struct Part {
    TipContact met;
    Signal<double> force;            // F_v, its rate
    double stored, elastic, damped;  // J; N of the spring, of the damper
    Eigen::Vector3d couple;          // of the torsional dampers, on the chaser
  };

  bool touching() const { return present && law.touching; }
  bool commanded() const { return setup.its.source == hybrid::Source::commanded; }

  Part part(const Touching& touch, const double* x, const SixSignals& from, const SixDofBodies& bodies,
            bool sees_angles) const {
    const SixSignals seen = measurement.output(x, from);
    const Interface interface(seen, bodies, sees_angles);
    Part now{touch.tip_contact(interface), {0.0, 0.0, 0.0, 0.0}, 0.0, 0.0, 0.0, Eigen::Vector3d::Zero()};
    if (!law.touching) return now;
    const auto its = law_along(interface, now.met.contact.normal);
    const Signal<double>& depth = now.met.depth;
    now.force = {its.force(depth), its.force_rate(depth, depth.rate), 0.0, 0.0};
    now.stored = its.potential(depth);
    now.elastic = its.elastic(depth);
    now.damped = its.viscosity * depth.rate;
    if (setup.torsional_damping != Vec3{}) {
      const auto& c = setup.torsional_damping;
      const Eigen::Matrix3d attitude = interface.attitude();
      const Eigen::Vector3d turning = attitude.transpose() * interface.turning();
      const Eigen::Vector3d moments = turning.cwiseProduct(Eigen::Vector3d(c[0], c[1], c[2]));
      now.couple = -(attitude * moments);
    }
    return now;
  }

  /// What acts along the normal, where the sensor gives `measured` and the virtual part `computed`.
  double total(double measured, double computed) const {
    const double sum = measured + computed;
    return pulls ? sum : pushes ? larger(0.0, sum) : 0.0;
  }
  /// Force of both parts at the interface (hybrid/virtual_part.hpp).
  double both(double real, double computed) const {
    const double sum = real + computed;
    return pulls ? sum : !setup.its.is_real && !pushes ? 0.0 : larger(0.0, sum);
  }

  void follow_ramp(const SixSignals& from, double* x) { measurement.follow_ramp(from, x); }

  /// Freezes what jumps and decides whether it touches. `held`: where the source's place stands still.
  void begin_step(const Touching& touch, const double* x, const SixSignals& from, const HeldPlace& held,
                  const SixDofBodies& bodies, bool sees_angles, Horizon<double> horizon) {
    measurement.freeze(x, from, horizon);
    const SixSignals seen = measurement.output(x, from);
    const Interface interface(seen, bodies, sees_angles);
    const TipContact met = touch.tip_contact(interface);
    law = law_along(interface, met.contact.normal);
    law.begin_step(met.depth, is_held(x, from, held, met.contact.normal), horizon);
  }

  /// Decides whether the sum pushes; `measured` along the normal of `now`. Returns the time until what is decided changes.
  double decide(const double* x, const SixSignals& from, const HeldPlace& held, const Part& now,
                Signal<double> measured, Horizon<double> horizon) {
    const bool stands = is_held(x, from, held, now.met.contact.normal);
    const double rate = stands ? 0.0 : now.force.rate;
    const double sum = measured.value + now.force.value, growth = measured.rate + rate;
    pushes = sum + horizon.shortest * growth > 0.0;
    const double turn = time_to_reach(magnitude(sum) + creep(now), pushes ? -growth : growth, 0.0);
    const double edge = larger(law.edge(now.met.depth, stands, horizon), horizon.shortest);
    const double until = smaller(measurement.look_ahead(x, from), edge);
    return pulls ? until : smaller(until, larger(turn, horizon.shortest));
  }

  template <class Visit>
  void margins(const double* x, const SixSignals& from, const Part& now, double measured,
               Visit&& visit) const {
    measurement.margins(x, from, visit);
    law.margins(now.met.depth, measurement.held(x, from)(now.met.contact.normal), visit);
    if (pulls) return;
    const double sum = measured + now.force.value;
    visit((pushes ? sum : -sum) + creep(now));
  }

 private:
  contact::GeneralLaw<double> law_along(const Interface& interface, const Eigen::Vector3d& n) const {
    contact::GeneralLaw<double> its = law;
    const auto here = hybrid::along(setup, in_probe_axes(interface.attitude(), n));
    its.spring = here.virtual_stiffness;
    its.viscosity = here.virtual_damping;
    return its;
  }
  bool is_held(const double* x, const SixSignals& from, const HeldPlace& held,
               const Eigen::Vector3d& n) const {
    return held(n) || measurement.held(x, from)(n);
  }
  /// A sum that small counts as 0.
  static double creep(const Part& now) { return contact::kCreep * magnitude(now.damped); }
};

/// Of models without one.
struct NoSixVirtualPart {
  static constexpr std::size_t kStates = 0;
  static constexpr bool present = false;
};

}  // namespace hilspace::models
