#pragma once
// The testbed's computer in six degrees of freedom: what it commands for a pose, and what acts on the bodies in the place
// of the measured wrench.
//
//   sensor chains -> Fs, Ts -> force side of the compensator -> virtual part -> bodies
//
// The signals of the sensor have rates here: that of the normal force, times the wrench. Without a compensator and a
// virtual part nothing is computed. Parts: sixdof_compensator.hpp, sixdof_virtual.hpp,
// sixdof_virtual_contacts.hpp.

#include <Eigen/Core>
#include <array>
#include <type_traits>

#include "models/sixdof_compensator.hpp"
#include "models/sixdof_motion.hpp"
#include "models/sixdof_virtual.hpp"
#include "models/sixdof_virtual_contacts.hpp"

namespace hilspace::models {

inline Wrench wrench_of(const SixSignals& s) {
  return {{s[0].value, s[1].value, s[2].value}, {s[3].value, s[4].value, s[5].value}};
}
inline Wrench rates_of(const SixSignals& s) {
  return {{s[0].rate, s[1].rate, s[2].rate}, {s[3].rate, s[4].rate, s[5].rate}};
}
/// `growth`: relative rate of all of it, 1/s.
inline SixSignals signals_of(const Wrench& wrench, double growth = 0.0) {
  SixSignals in;
  for (int i = 0; i < 3; ++i) {
    in[static_cast<std::size_t>(i)] = {wrench.force[i], 0.0, 0.0};
    in[3 + static_cast<std::size_t>(i)] = {wrench.torque[i], 0.0, 0.0};
  }
  if (growth != 0.0)
    for (auto& signal : in) signal.rate = growth * signal.value;
  return in;
}

template <class Touching>
struct SixComputer {
  using Compensator = SixCompensator<Touching::kSingle>;
  using Virtual = std::conditional_t<
      Touching::kSingle, SixVirtualPart<Touching>,
      std::conditional_t<Touching::kHybrid, SixVirtualContacts<Touching>, NoSixVirtualPart>>;
  static constexpr std::size_t kVirtualAt = Compensator::kStates;
  static constexpr std::size_t kStates = kVirtualAt + Virtual::kStates;
  static constexpr bool kAdds = Touching::kHybrid;

  Compensator compensator;
  Virtual virtual_part;

  bool present() const { return compensator.present || virtual_part.present; }
  /// Whether it does more than to command.
  bool acts_on_force() const { return compensator.acts_along || virtual_part.present; }
  bool touching() const {
    if constexpr (kAdds) return virtual_part.touching();
    return false;
  }
  /// Of contacts that its source shows, as of those of the interface.
  bool broken() const {
    if constexpr (kAdds && !Touching::kSingle) return virtual_part.broken();
    return false;
  }

  /// Makes of what the sensor shows what acts on the bodies. `source`: what the virtual part follows, given what it is
  /// told.
  template <class Source>
  void compute(const double* x, const Touching& touch, const SixSignals& sensed, bool sees_angles,
               Source&& source, SixDofView& now) const {
    now.sensed = wrench_of(sensed);
    now.sensed_rate = rates_of(sensed);
    if (compensator.leads_force) {
      const SixSignals led = compensator.led(sensed);
      now.sensed = wrench_of(led);
      now.sensed_rate = rates_of(led);
    }
    now.measured = now.sensed;
    now.measured_rate = now.sensed_rate;
    if constexpr (kAdds && !Touching::kSingle) {
      if (virtual_part.present) virtual_part.add(x + kVirtualAt, source(now), sees_angles, now);
    } else if constexpr (kAdds) {
      if (compensator.acts_along) {
        const NormalLoop loop = loop_of(touch, now);
        const Signal<double> force = compensator.force_along(x, loop);
        add(loop.n, loop.point, force.value - loop.measured.value, now.measured);
        add(loop.n, loop.point, force.rate - loop.measured.rate, now.measured_rate);
      }
      if (!virtual_part.present) return;
      const auto part = virtual_part.part(touch, x + kVirtualAt, source(now), now, sees_angles);
      const Eigen::Vector3d& n = part.met.contact.normal;
      const double measured = n.dot(now.measured.force);
      const double added = virtual_part.total(measured, part.force.value) - measured;
      add(n, part.met.contact.point, added, now.measured);
      now.measured.torque += part.couple;
      if (virtual_part.pulls || virtual_part.pushes)
        add(n, part.met.contact.point, part.force.rate, now.measured_rate);
      const double both = virtual_part.both(now.normal_force, part.force.value);
      if (virtual_part.law.touching) {
        // The force works on the interface, where the spring moves as the source shows it.
        const Interface here(now.shown, now, sees_angles);
        Wrench computed{Eigen::Vector3d::Zero(), part.couple};
        add(n, part.met.contact.point, both - now.normal_force, computed);
        now.damping_power += power_taken(computed, here) - part.elastic * part.met.depth.rate;
      }
      now.normal_force = both;
      now.stored += part.stored;
    }
  }

  void derivative(const double* x, const Touching& touch, const SixSignals& source, const SixDofView& now,
                  double* rate) const {
    if constexpr (Touching::kSingle) {
      NormalLoop loop{};
      if (compensator.acts_along) loop = loop_of(touch, now);
      compensator.derivative(
          x, loop, {compensator.acts_along ? loop.n.dot(now.measured.force) : 0.0, 0.0, 0.0, 0.0}, rate);
    } else {
      *rate = 1.0;
    }
    if constexpr (kAdds) virtual_part.measurement.derivative(x + kVirtualAt, source, rate + kVirtualAt);
  }

  void follow_ramp(const SixSignals& pose, const Touching& touch, const SixDofBodies& bodies, double* x) {
    const Surfaces surfaces = touch.surfaces(bodies);
    compensator.follow_ramp(pose, {surfaces.penetration, surfaces.closing_rate, 0.0, 0.0}, x);
  }

  /// Before the robot is told: how long the step may be.
  double begin_command(const double* x, const Touching& touch, const SixSignals& told, const SixDofView& now,
                       Horizon<double> horizon) {
    double until = horizon.longest;
    if (!compensator.present) return until;
    until = compensator.begin_step(x, told, horizon);
    if constexpr (Touching::kSingle)
      if (compensator.acts_along) {
        NormalLoop loop = loop_of(touch, now);
        loop.motion.acceleration = -(loop.n.dot(now.measured.force) / compensator.along.mass);
        until = smaller(until, compensator.begin_along(x, loop.motion, horizon));
      }
    return until;
  }

  /// Once the sensor is frozen. `now` as seen then, `source` what the virtual part follows, with accelerations, `held`
  /// where its place stands still.
  double begin_force(const double* x, const Touching& touch, const SixDofView& now, const SixSignals& source,
                     const HeldPlace& held, bool sees_angles, Horizon<double> horizon) requires(kAdds) {
    const double* at = x + kVirtualAt;
    if constexpr (!Touching::kSingle) {
      if (!virtual_part.present) return horizon.longest;
      return virtual_part.begin_step(at, source, held, now, sees_angles, horizon);
    } else {
      if (compensator.acts_along) compensator.sample(x, loop_of(touch, now));
      if (!virtual_part.present) return horizon.longest;
      virtual_part.begin_step(touch, at, source, held, now, sees_angles, horizon);
      const auto part = virtual_part.part(touch, at, source, now, sees_angles);
      return virtual_part.decide(at, source, held, part,
                                 measured_along(x, touch, part.met.contact.normal, now), horizon);
    }
  }

  template <class Visit>
  void margins(const double* x, const Touching& touch, const SixDofView& now, const SixSignals& source,
               bool sees_angles, Visit&& visit) const requires(kAdds) {
    if constexpr (!Touching::kSingle) {
      if (virtual_part.present) virtual_part.margins(x + kVirtualAt, source, now, sees_angles, visit);
    } else {
      if (compensator.acts_along) compensator.margins(x, loop_of(touch, now), visit);
      if (!virtual_part.present) return;
      const auto part = virtual_part.part(touch, x + kVirtualAt, source, now, sees_angles);
      virtual_part.margins(x + kVirtualAt, source, part,
                           measured_along(x, touch, part.met.contact.normal, now).value, visit);
    }
  }

  /// Of what touches with features.
  template <class Each>
  void each_pushing(const double* x, const SixSignals& source, const SixDofBodies& now, bool sees_angles,
                    Each&& each) const requires(kAdds) {
    if constexpr (!Touching::kSingle)
      if (virtual_part.present) virtual_part.each_pushing(x + kVirtualAt, source, now, sees_angles, each);
  }

 private:
  static void add(const Eigen::Vector3d& n, const Eigen::Vector3d& point, double force, Wrench& to) {
    const Eigen::Vector3d more = force * n;
    to.force += more;
    to.torque += point.cross(more);
  }
  /// What the force side of the compensator gives along the normal of a virtual part.
  Signal<double> measured_along(const double* x, const Touching& touch, const Eigen::Vector3d& n,
                                const SixDofView& now) const requires(Touching::kSingle) {
    Eigen::Vector3d force = now.sensed.force, rate = now.sensed_rate.force;
    if (compensator.acts_along) {
      const NormalLoop loop = loop_of(touch, now);
      const Signal<double> its = compensator.force_along(x, loop);
      force += (its.value - loop.measured.value) * loop.n;
      rate += (its.rate - loop.measured.rate) * loop.n;
    }
    return {n.dot(force), n.dot(rate), 0.0, 0.0};
  }
  /// Along the normal of the contact at the interface.
  NormalLoop loop_of(const Touching& touch, const SixDofView& now) const {
    const Eigen::Vector3d& n = now.contact.normal;
    const Surfaces bodies = touch.surfaces(now);
    return {n,
            now.contact.point,
            {bodies.penetration, bodies.closing_rate, 0.0, 0.0},
            now.depth,
            {n.dot(now.sensed.force), n.dot(now.sensed_rate.force), 0.0, 0.0},
            n.dot(now.applied.force),  // the real contact's alone
            touch.touching()};
  }
};

/// Of models that have none.
struct NoSixComputer {
  static constexpr std::size_t kStates = 0;
  static constexpr bool kAdds = false;
  static constexpr bool present() { return false; }
  static constexpr bool touching() { return false; }
  static constexpr bool broken() { return false; }
};

}  // namespace hilspace::models
