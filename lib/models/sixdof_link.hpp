#pragma once
// The link: a third rigid body between one of the bodies, its carrier, and what that has of the mechanism, on springs
// and dampers.
//
//   P, V, A, w   place, rate, attitude, angular rate in the target's axes, of the carrier's port (c) and the link (l);
//                of the target's port 0, 0, 1, 0
//   u  = Ac^T (Pl - Pc)                            u' = Ac^T (Vl - Vc - wc x (Pl - Pc))
//   th = log(Ac^T Al)                              th' = Jr(th)^-1 Al^T (wl - wc)
//   f  = K u + C u'       U = (u.K u + th.Kr th)/2       taken: u'.C u' + th'.Cr th'
//   t  = Kr th + Cr th'
//
//   on the carrier  F = Ac f at Pl,   T = Al Jr^-T t;      on the link the reverse
//
// Jr is the right Jacobian of the rotation vector. With it the torque is the gradient of U, so that energy
// balances at any angle below half a turn; F acts at Pl on both, so momentum is kept.
//   Jr^-1 = 1 + [th]/2 + (1/a^2 - (1 + cos a)/(2 a sin a)) [th]^2,  a = |th|
// docs/theory-mechanisms.md, section 27.

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <cmath>

#include "dynamics/rigid_body.hpp"
#include "mechanism/link_setup.hpp"
#include "mechanism/pose.hpp"
#include "models/residual.hpp"

namespace hilspace::models {

inline Eigen::Matrix3d cross_matrix(const Eigen::Vector3d& v) {
  Eigen::Matrix3d m;
  m << 0.0, -v.z(), v.y(), v.z(), 0.0, -v.x(), -v.y(), v.x(), 0.0;
  return m;
}

/// log of a rotation, below half a turn.
inline Eigen::Vector3d rotation_vector(const Eigen::Matrix3d& turn) {
  const Eigen::Quaterniond q(turn);
  const double sine = q.vec().norm();
  if (sine < 1e-9) return 2.0 / q.w() * q.vec();
  return 2.0 * std::atan2(q.w() < 0.0 ? -sine : sine, std::abs(q.w())) / sine * q.vec();
}

inline Eigen::Matrix3d inverse_right_jacobian(const Eigen::Vector3d& th) {
  const double a2 = th.squaredNorm(), a = std::sqrt(a2);
  const double share = a < 1e-2 ? 1.0 / 12.0 + a2 / 720.0 + a2 * a2 / 30240.0
                                : 1.0 / a2 - (1.0 + std::cos(a)) / (2.0 * a * std::sin(a));
  const Eigen::Matrix3d m = cross_matrix(th);
  return Eigen::Matrix3d::Identity() + 0.5 * m + share * m * m;
}

/// Place and motion of one of the two, target axes.
struct LinkEnd {
  mechanism::Pose pose;
  Eigen::Vector3d rate, turning;
};

/// What is left of the motion of the chaser's port.
inline Residual residual_of(const LinkEnd& port, double now) {
  const Eigen::Matrix3d& turn = port.pose.turn;
  const Eigen::Vector3d ahead = turn.col(0);
  Residual left;
  left.time = now;
  left.offset = port.pose.origin.norm();
  left.speed = port.rate.norm();
  left.tilt = std::atan2(std::hypot(ahead.y(), ahead.z()), ahead.x());
  // The turn about x that is left once the least turn has brought the axes together: the same whichever way it
  // is tilted.
  left.roll = std::atan2(turn(2, 1) - turn(1, 2), turn(1, 1) + turn(2, 2));
  left.turning = port.turning.norm();
  return left;
}

struct LinkForce {
  Eigen::Vector3d force, torque;  // on the carrier, at the link's origin; target axes
  double stored, power;           // U, J; taken, W
  Eigen::Vector3d offset;         // u, m
};

/// The springs and dampers alone, between any two sets of axes.
class SixSpring {
 public:
  SixSpring(const std::array<double, 6>& stiffness, const std::array<double, 6>& damping)
      : k_(stiffness[0], stiffness[1], stiffness[2]),
        kr_(stiffness[3], stiffness[4], stiffness[5]),
        c_(damping[0], damping[1], damping[2]),
        cr_(damping[3], damping[4], damping[5]) {}

  LinkForce force(const LinkEnd& carrier, const LinkEnd& link) const {
    const Eigen::Matrix3d back = carrier.pose.turn.transpose();
    const Eigen::Vector3d arm = link.pose.origin - carrier.pose.origin;
    const Eigen::Vector3d u = back * arm, v = back * (link.rate - carrier.rate - carrier.turning.cross(arm));
    const Eigen::Vector3d th = rotation_vector(back * link.pose.turn);
    const Eigen::Matrix3d jacobian = inverse_right_jacobian(th);
    const Eigen::Vector3d w = jacobian * (link.pose.turn.transpose() * (link.turning - carrier.turning));
    LinkForce found;
    found.offset = u;
    found.force = carrier.pose.turn * (k_.cwiseProduct(u) + c_.cwiseProduct(v));
    found.torque = link.pose.turn * (jacobian.transpose() * (kr_.cwiseProduct(th) + cr_.cwiseProduct(w)));
    found.stored = 0.5 * (u.dot(k_.cwiseProduct(u)) + th.dot(kr_.cwiseProduct(th)));
    found.power = v.dot(c_.cwiseProduct(v)) + w.dot(cr_.cwiseProduct(w));
    return found;
  }

 private:
  Eigen::Vector3d k_, kr_, c_, cr_;
};

class Link : public SixSpring {
 public:
  explicit Link(const mechanism::LinkSetup& setup)
      : SixSpring(setup.stiffness, setup.damping),
        body(dynamics::rigid_body(
            setup.mass, Eigen::Vector3d(setup.inertia[0], setup.inertia[1], setup.inertia[2]).asDiagonal())),
        on_target(setup.on_target) {}

  dynamics::RigidBody body;
  bool on_target;  // its carrier
};

}  // namespace hilspace::models
