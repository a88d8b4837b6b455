#pragma once
// Computed part of a hybrid contact of several contacts at once: every contact of the pose that the source shows pushes
// along a normal of its own, behind the sensor.
//
//   F_in = F_s + sum f_i n_i,   T_in = T_s + sum c_i x f_i n_i - that of the torsional dampers, where any touches
//
//   f_i = k_v(n_i) d_i + b_v(n_i) d_i'  where d_i > 0;  alone never below 0 where the wanted contact may not pull
//   d_i, d_i', n_i, c_i                 of a contact of the source's pose (sixdof_features.hpp)
//   k_v, b_v                            along n_i in probe axes (hybrid/spatial.hpp)
//   F_s, T_s                            what the sensor gives
//
// Sums alone: which contact of the source is which of the interface is not asked. So both parts together are for contacts
// that may pull: else a push would be left of each contact, and the sensor shows the sum of them. That of one tip on one
// surface is sixdof_virtual.hpp. Source: docs/theory-hybrid.md.

#include <Eigen/Core>
#include <algorithm>
#include <cstddef>
#include <optional>

#include "core/event.hpp"
#include "hybrid/spatial.hpp"
#include "models/sixdof_instruments.hpp"
#include "models/sixdof_motion.hpp"
#include "models/sixdof_touch.hpp"

namespace hilspace::models {

template <class Touching>
struct SixVirtualContacts {
  static constexpr std::size_t kStates = GeneralSix::kStates;

  bool present = false;
  hybrid::SpatialSetup setup;
  GeneralSix measurement;
  bool pulls = false;             // whether a contact may
  std::optional<Touching> shown;  // the contacts of what the source shows; there where it is present

  bool commanded() const { return setup.its.source == hybrid::Source::commanded; }
  bool touching() const { return present && shown->touching(); }
  bool broken() const { return present && shown->broken(); }
  /// Contacts that began, of what the source shows.
  int contacts_begun() const { return present ? shown->capture().contacts_begun : 0; }

  /// Adds what it computes to what acts on the bodies, and to what is told of the contact.
  void add(const double* x, const SixSignals& from, bool sees_angles, SixDofView& now) const {
    const SixSignals seen = measurement.output(x, from);
    const Interface interface(seen, now, sees_angles);
    const SixDofContact its = shown->meet(interface, Asked::touching);
    const Eigen::Vector3d pushed = now.applied.force - now.friction + its.applied.force;
    const bool pulled = pulls && pushed.dot(now.contact.normal) < 0.0;
    if (const double size = pushed.norm(); size > 0.0) now.contact.normal = pushed / (pulled ? -size : size);
    add(its.applied, 1.0, now.measured);
    if (its.normal_force != 0.0) add(its.applied, its.force_rate / its.normal_force, now.measured_rate);
    add(its.applied, 1.0, now.on_target);
    now.normal_force += its.normal_force;
    now.contacts = std::max(now.contacts, its.contacts);
    now.largest += its.largest;
    now.stored += its.stored;
    // The force works on the interface, where the springs move as the source shows it.
    const Interface here(now.shown, now, sees_angles);
    now.damping_power +=
        its.damping_power + (power_taken(its.applied, here) - power_taken(its.applied, interface));
    if (!shown->touching() || setup.torsional_damping == Vec3{}) return;
    const auto& c = setup.torsional_damping;
    const Eigen::Matrix3d attitude = interface.attitude();
    const Eigen::Vector3d turning = attitude.transpose() * interface.turning();
    const Eigen::Vector3d moments = turning.cwiseProduct(Eigen::Vector3d(c[0], c[1], c[2]));
    now.measured.torque -= attitude * moments;
    now.damping_power += here.turning().dot(attitude * moments);
  }

  void follow_ramp(const SixSignals& from, double* x) { measurement.follow_ramp(from, x); }

  /// Freezes what jumps and latches the contacts. `held`: where the source's place stands still. Returns how long that
  /// holds.
  double begin_step(const double* x, const SixSignals& from, const HeldPlace& held,
                    const SixDofBodies& bodies, bool sees_angles, Horizon<double> horizon) {
    measurement.freeze(x, from, horizon);
    const SixSignals seen = measurement.output(x, from);
    HeldPlace still = measurement.held(x, from);
    for (std::size_t i = 0; i < still.along.size(); ++i) still.along[i] = still.along[i] || held.along[i];
    const Ahead ahead = shown->begin_step({seen, bodies, sees_angles, nullptr, still}, horizon);
    return std::min(measurement.look_ahead(x, from), ahead.until);
  }

  template <class Visit>
  void margins(const double* x, const SixSignals& from, const SixDofView& now, bool sees_angles,
               Visit&& visit) const {
    measurement.margins(x, from, visit);
    const SixSignals seen = measurement.output(x, from);
    shown->margins({seen, now, sees_angles}, now, visit);
  }

  template <class Each>
  void each_pushing(const double* x, const SixSignals& from, const SixDofBodies& bodies, bool sees_angles,
                    Each&& each) const {
    const SixSignals seen = measurement.output(x, from);
    shown->each_pushing({seen, bodies, sees_angles}, each);
  }

 private:
  static void add(const Wrench& more, double share, Wrench& to) {
    to.force += share * more.force;
    to.torque += share * more.torque;
  }
};

}  // namespace hilspace::models
