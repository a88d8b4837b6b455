#pragma once
// Latch: common behaviour of spring-loaded elements with one degree of freedom: pawls, plungers, sensors.
//
//   s          how far the element is pushed in from its rest, rad or m      most   its travel
//   F(s)       torque or force of its spring, against s: preload + rate s; beyond most + stop (s - most)
//   U(s)       energy in it: preload s + rate s^2/2; beyond most + stop (s - most)^2/2
//   z          seat = preload/S, S = kSeat stop: up to there it still rests on its own stop, which takes the
//              rest of the preload:  F = (S + rate) s,  U = (S + rate) s^2/2;  beyond, U is less by preload z/2
//   D(s)       overlap with what it meets, were it at s; falls with s
//
//   armed      free (D(0) <= 0: s = 0) or pushed: s is the root of D, and the element only just touches
//   snap       the tip passes the back edge: s jumps to 0, U(s) is lost, the element is latched
//   latched    its own stop holds it at s = 0; its inverse surface meets the back edge as any other feature
//   slip       a latched tip is in front of the back edge again and clear of it: armed; what the contact that held
//              it stored is lost
//
// The element has no mass, so the contact force is in balance with the spring: with the lever g, torque or
// force on s per normal force,
//   N = F(s)/g,  and N n at c is all that acts on its body:  dU/dt = -N n . v  at c, exactly.
// Friction Ff = N u, u against the sliding of the element on what it meets, has its own part in that balance:
//   w = axis x (c - hinge), or -u of a plunger: g = n . w      s' = -n . v/g      vs = v + s' w, along the surface
//   N = F(s)/(g + u . w)         dU/dt = -(N n + Ff) . v + Ff . vs, exactly: what friction takes is -Ff . vs
// The seat gives a force of any size up to the preload its place of rest; a step in F there would be entered and
// left without end.
// No penetration, and still a potential. Where D falls through zero g > 0; g -> 0 is self-locking, which the
// geometry must avoid. At the end of its travel the element is stopped by a stiff spring of its own, so that
// neither force nor U jumps. A state is frozen during a step and changes at its end, located by the margin of
// the tip.
// Source: Yaskevich 5, whose elements have no state: one whose tip is behind the bore at rest, but still
// deflected, would pass through the ring. docs/theory-mechanisms.md, section 24.

#include <Eigen/Core>
#include <cmath>

#include "mechanism/illinois.hpp"

namespace hilspace::mechanism {

enum class LatchState { armed, latched };

struct LatchSpring {
  double preload;  // N m or N, >= 0
  double rate;     // N m/rad or N/m, >= 0
  double most;     // rad or m, > 0
  double stop;     // N m/rad or N/m, > 0, beyond most

  /// How much stiffer the seat is than the stop at the end: preload z/2 is small against U, and the seat of a pawl
  /// or a plunger still softer than what a contact's steps follow.
  static constexpr double kSeat = 20.0;
  double seat() const { return preload / (kSeat * stop); }
  double force(double s) const {
    return (s < seat() ? kSeat * stop * s : preload) + rate * s + (s > most ? stop * (s - most) : 0.0);
  }
  double energy(double s) const {
    const double over = s > most ? s - most : 0.0;
    const double of_preload = s < seat() ? 0.5 * kSeat * stop * s * s : preload * (s - 0.5 * seat());
    return of_preload + 0.5 * rate * s * s + 0.5 * stop * over * over;
  }

  /// F bends where the seat is left, and at the end of the travel: in which of the three pieces s is, and >= 0
  /// as long as it is there.
  int piece(double s) const { return s < seat() ? 0 : s > most ? 2 : 1; }
  double left_in(int piece, double s) const {
    if (piece == 0) return seat() - s;
    return piece == 2 ? s - most : std::fmin(s - seat(), most - s);
  }
};

/// An armed element.
struct Pushed {
  enum class How {
    free,     // no contact
    pushed,   // s, force, normal and point are set
    blocked,  // it would have to yield beyond its range, or is self-locking: invalid geometry
  };
  How how = How::free;
  double s = 0.0;
  double force = 0.0;                                // N
  double lever = 0.0;                                // g, m or 1
  Eigen::Vector3d normal = Eigen::Vector3d::Zero();  // on the active body, passive axes
  Eigen::Vector3d point = Eigen::Vector3d::Zero();   // c, m
  Eigen::Vector3d way = Eigen::Vector3d::Zero();     // w: how the element's point at c goes with s
  double tip = 0.0;  // x of the tip, passive axes, m: reference of the margins

  /// Of the element on what it meets, where its carrier moves with v at c.
  Eigen::Vector3d sliding(const Eigen::Vector3d& v) const { return v - normal.dot(v) / lever * way; }
  /// N, where friction is u for a normal force of 1.
  double rubbed_lever(const Eigen::Vector3d& u) const { return lever + u.dot(way); }
  double rubbed_force(const Eigen::Vector3d& u) const {
    if (!(lever > 0.0)) return force;  // blocked
    return force * lever / std::fmax(rubbed_lever(u), kLeastLever * lever);
  }
  bool locks(const Eigen::Vector3d& u) const { return !(rubbed_lever(u) > kLeastLever * lever); }
  static constexpr double kLeastLever = 0.05;  // of g: less is self-locking
};

/// At the end of a step: margin >= 0 until it snaps, or until a latched element slips. An armed element
/// without contact has nothing to snap behind, wherever its tip is.
inline LatchState state_after(LatchState state, const Pushed& pushed, double margin, bool slips) {
  if (state == LatchState::latched) return slips ? LatchState::armed : LatchState::latched;
  return pushed.how == Pushed::How::pushed && margin < 0.0 ? LatchState::latched : LatchState::armed;
}

/// The root of D, up to far beyond the travel; below 0 where D(0) < 0: an element that is held to be pushed
/// for a step stays smooth when it comes free within it. False if it overlaps even there.
template <class Overlap>
bool find_travel(Overlap&& overlap, double at_rest, double most, double& s) {
  constexpr int kBeyond = 3;
  if (at_rest <= 0.0) {
    const double at_low = overlap(-most);
    s = at_low > 0.0 ? illinois(overlap, -most, at_low, 0.0, at_rest) : -most;
    return true;
  }
  double low = 0.0, at_low = at_rest, high = most;
  for (int i = 0; i < kBeyond; ++i, high *= 2.0) {
    const double at_high = overlap(high);
    if (at_high <= 0.0) {
      s = illinois(overlap, low, at_low, high, at_high);
      return true;
    }
    low = high, at_low = at_high;
  }
  return false;
}

}  // namespace hilspace::mechanism
