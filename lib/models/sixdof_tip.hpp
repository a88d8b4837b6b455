#pragma once
// One tip on one surface: a drogue, a plane. One contact, one law. The contract is that of sixdof_touch.hpp.
//
//   d, n, Ct  penetration, normal, point of the mechanism    P, V  place and rate of the tip
//   d' = -n . V,   F = N n + Ff,   T = Ct x F
//
// N is the contact law's, Ff friction's at the sliding velocity of the surfaces. Of a hybrid contact it is the real part's,
// whose springs have another stiffness along every normal (hybrid/spatial.hpp). Source: Bondoky 6.3, 6.4;
// docs/theory-sixdof.md, sections 8 and 9.

#include <Eigen/Geometry>
#include <cmath>

#include "contact/friction.hpp"
#include "contact/general_law.hpp"
#include "hybrid/spatial.hpp"
#include "mechanism/mechanism.hpp"
#include "models/sixdof_touch.hpp"

namespace hilspace::models {

template <class Mechanism>
struct TipTouch {
  static_assert(mechanism::Mechanism<Mechanism>,
                "a mechanism needs the members that mechanism/mechanism.hpp lists");
  static constexpr std::size_t kStates = 0;
  static constexpr bool kSingle = true, kHybrid = true, kLinked = false, kLatches = false, kHooked = false;

  Mechanism mechanism;
  contact::GeneralLaw<double> law;
  contact::FrictionSetup friction;
  hybrid::SpatialSetup parts{};  // of a hybrid contact, whose real part this is

  explicit TipTouch(const SixDofSetup& setup)
      : mechanism(setup.mechanism),
        law(contact::general_law(setup.contact, kSlowestRate)),
        friction(setup.friction) {}

  /// From now on only the real part of that hybrid contact.
  void show_real_part(const hybrid::SpatialSetup& setup) {
    parts = setup;
    law = contact::general_law({contact::Law::kelvin_voigt_tensile, 0.0, 1.0}, kSlowestRate);
    law.viscosity = setup.its.is_real ? setup.its.real_damping : 0.0;
  }

  TipContact tip_contact(const Interface& interface) const {
    TipContact met{mechanism.contact(interface.place()), {}};
    const Eigen::Vector3d& n = met.contact.normal;
    met.depth = {met.contact.penetration, -n.dot(interface.rate()), -n.dot(interface.acceleration()), 0.0};
    const Eigen::Vector3d jumps = interface.jumps();
    if (!jumps.isZero(0.0)) met.depth.spread = square_root(n.cwiseProduct(jumps).squaredNorm());
    return met;
  }

  SixDofContact meet(const Interface& interface, Asked = Asked::all) const {
    return pushed(interface, tip_contact(interface));
  }
  /// With its contact, which does not depend on the law.
  SixDofContact pushed(const Interface& interface, const TipContact& met) const {
    SixDofContact now;
    now.interface = interface.place();
    now.interface_rate = interface.rate();
    now.contact = met.contact;
    now.depth = met.depth;
    if (!parts.its.is_real) {
      push(law, interface, now);
    } else {
      contact::GeneralLaw<double> here = law;
      here.spring = spring_along(interface, now.contact.normal);
      push(here, interface, now);
    }
    return now;
  }

  Surfaces surfaces(const SixDofBodies& bodies) const {
    const mechanism::ContactPoint contact = mechanism.contact(bodies.tip);
    return {contact.penetration, -contact.normal.dot(bodies.tip_rate)};
  }

  Ahead begin_step(const Interface& interface, Horizon<double> horizon) {
    const TipContact met = tip_contact(interface);
    if (parts.its.is_real) law.spring = spring_along(interface, met.contact.normal);
    const double stored = law.potential(met.depth);
    const bool held = interface.held()(met.contact.normal);
    law.begin_step(met.depth, held, horizon);
    Ahead ahead{pushed(interface, met), stored - law.potential(met.depth), 0.0, 0.0, 0.0};
    const SixDofContact& now = ahead.contact;
    ahead.until = smaller(horizon.longest, larger(law.edge(now.depth, held, horizon), horizon.shortest));
    if (now.normal_force > 0.0) {
      ahead.growth = law.force_rate(now.depth, now.depth.rate) / now.normal_force;
      ahead.spread = law.slope(now.depth) * now.depth.spread / now.normal_force;
    }
    return ahead;
  }

  template <class Visit>
  void margins(const Interface&, const SixDofContact& now, Visit&& visit) const {
    law.margins(now.depth, false, visit);
  }

  bool touching() const { return law.touching; }
  static constexpr bool broken() { return false; }  // its walls have neither ends nor a side behind

  /// docs/numerics.md, (39).
  double wall_time(const Interface&, const SixDofContact& now, const FlightBounds& bounds) const {
    const auto [S, A] = std::pair(bounds.speed, bounds.acceleration);
    const double half_bend = 0.5 * mechanism.bend(now.interface);  // i/2
    const double gap = -now.depth.value - bounds.slack;
    return std::fmax(gap / S, std::fmin(reaching(gap, now.depth.rate, A + S * S / half_bend), half_bend / S));
  }

  double start(const SixDofSetup&) const { return mechanism.start(); }
  double advance_left(const Eigen::Vector3d& tip) const { return mechanism.advance_left(tip); }
  static constexpr bool beside(const Eigen::Vector3d&) { return false; }  // its walls let nothing past them
  double way_out(const Eigen::Vector3d& tip) const { return mechanism.way_out(tip); }
  double to_mouth(const Eigen::Vector3d& tip) const { return mechanism.to_mouth(tip); }
  bool outside(const Eigen::Vector3d& tip) const { return mechanism.outside(tip); }
  bool meets_again() const { return mechanism.meets_again(); }

 private:
  /// What that law makes of the contact that `now` has.
  void push(const contact::GeneralLaw<double>& its, const Interface& interface, SixDofContact& now) const {
    const Eigen::Vector3d& n = now.contact.normal;
    now.normal_force = its.force(now.depth);
    now.force_rate = its.force_rate(now.depth, now.depth.rate);
    now.friction.setZero();
    now.friction_power = 0.0;
    if (now.normal_force != 0.0) {
      const Eigen::Vector3d arm = now.contact.point - now.interface;
      const Eigen::Vector3d moving = now.interface_rate + interface.turning().cross(arm);
      const Eigen::Vector3d sliding = moving - n.dot(moving) * n;
      now.friction = contact::friction_force(friction, larger(now.normal_force, 0.0), sliding);
      now.friction_power = -now.friction.dot(sliding);
    }
    now.damping_power = its.touching ? (now.normal_force - its.elastic(now.depth)) * now.depth.rate : 0.0;
    now.stored = its.potential(now.depth);
    if (now.depth.spread > 0.0) {
      const double touched = its.touching ? now.depth.spread : 0.0;
      now.spread = {touched, its.slope(now.depth) * touched, 0.0, its.elastic(now.depth) * touched};
    }
    now.applied.force = now.normal_force * n + now.friction;
    now.applied.torque = now.contact.point.cross(now.applied.force);
  }

  double spring_along(const Interface& interface, const Eigen::Vector3d& n) const {
    const Eigen::Vector3d its = interface.attitude().transpose() * n;
    return hybrid::along(parts, {its.x(), its.y(), its.z()}).real_stiffness;
  }
};

}  // namespace hilspace::models
