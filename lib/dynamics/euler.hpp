#pragma once
// Roll, pitch and yaw (3-2-1). States hold quaternions (rigid_body.hpp); these angles are used at the
// interface only.
//
//   R = Rz(yaw) Ry(pitch) Rx(roll)     turns body axes into reference axes (3-2-1, intrinsic)
//   angles = (roll, pitch, yaw), rad   roll, yaw in [-pi, pi], pitch in [-pi/2, pi/2] when found from an
//   attitude
//
//   w = (roll' - yaw' sin pitch,
//        pitch' cos roll + yaw' sin roll cos pitch,
//        yaw' cos roll cos pitch - pitch' sin roll)     rad/s, body axes
//
// Limits: at pitch = +-pi/2 roll and yaw turn about the same axis. Angles computed there are one choice of
// many but still reproduce the attitude; their rates are unbounded as cos pitch goes to 0.
// Source: Bondoky 6.10 to 6.12; Rz has cos yaw in its second row and column.

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <cmath>

namespace hilspace::dynamics {

/// Sines and cosines of roll, pitch and yaw, for those who need more than one of the below.
struct AngleSines {
  double sr, cr, sp, cp, sy, cy;
  explicit AngleSines(const Eigen::Vector3d& angles)
      : sr(std::sin(angles[0])),
        cr(std::cos(angles[0])),
        sp(std::sin(angles[1])),
        cp(std::cos(angles[1])),
        sy(std::sin(angles[2])),
        cy(std::cos(angles[2])) {}
};

inline Eigen::Matrix3d rotation_from_angles(const AngleSines& of) {
  const auto [sr, cr, sp, cp, sy, cy] = of;
  Eigen::Matrix3d r;
  r << cy * cp, cy * sr * sp - cr * sy, sr * sy + cr * cy * sp,  //
      cp * sy, cr * cy + sr * sy * sp, cr * sy * sp - cy * sr,   //
      -sp, cp * sr, cr * cp;
  return r;
}
inline Eigen::Matrix3d rotation_from_angles(const Eigen::Vector3d& angles) {
  return rotation_from_angles(AngleSines(angles));
}

inline Eigen::Vector3d angles_from_rotation(const Eigen::Matrix3d& r) {
  const double yaw = std::atan2(r(1, 0), r(0, 0)), sy = std::sin(yaw), cy = std::cos(yaw);
  // Roll from the rotation left after undoing yaw: well defined for any yaw obtained at pitch = +-pi/2.
  return {std::atan2(sy * r(0, 2) - cy * r(1, 2), cy * r(1, 1) - sy * r(0, 1)),
          std::atan2(-r(2, 0), std::hypot(r(0, 0), r(1, 0))), yaw};
}

inline Eigen::Quaterniond attitude_from_angles(const Eigen::Vector3d& angles) {
  const Eigen::Vector3d half = 0.5 * angles;
  const double sr = std::sin(half[0]), cr = std::cos(half[0]);
  const double sp = std::sin(half[1]), cp = std::cos(half[1]);
  const double sy = std::sin(half[2]), cy = std::cos(half[2]);
  return {cr * cp * cy + sr * sp * sy, sr * cp * cy - cr * sp * sy, cr * sp * cy + sr * cp * sy,
          cr * cp * sy - sr * sp * cy};
}

inline Eigen::Vector3d angles_from_attitude(const Eigen::Quaterniond& attitude) {
  return angles_from_rotation(attitude.toRotationMatrix());
}

/// w, for angles that change at `angle_rates`.
inline Eigen::Vector3d body_rate_from_angle_rates(const AngleSines& of, const Eigen::Vector3d& angle_rates) {
  return {angle_rates[0] - angle_rates[2] * of.sp, angle_rates[1] * of.cr + angle_rates[2] * of.sr * of.cp,
          angle_rates[2] * of.cr * of.cp - angle_rates[1] * of.sr};
}
inline Eigen::Vector3d body_rate_from_angle_rates(const Eigen::Vector3d& angles,
                                                  const Eigen::Vector3d& angle_rates) {
  return body_rate_from_angle_rates(AngleSines(angles), angle_rates);
}

/// Rates of the angles at the angular velocity w in body axes.
inline Eigen::Vector3d angle_rates_from_body_rate(const Eigen::Vector3d& angles,
                                                  const Eigen::Vector3d& body_rate) {
  const double sr = std::sin(angles[0]), cr = std::cos(angles[0]);
  const double yaw_rate = (sr * body_rate[1] + cr * body_rate[2]) / std::cos(angles[1]);
  return {body_rate[0] + yaw_rate * std::sin(angles[1]), cr * body_rate[1] - sr * body_rate[2], yaw_rate};
}

/// Second derivatives of the angles, from the rates of both and the rate's derivative in body axes. By differences of
/// the geometry alone, to some 1e-10.
inline Eigen::Vector3d angle_accelerations(const Eigen::Vector3d& angles, const Eigen::Vector3d& angle_rates,
                                           const Eigen::Vector3d& body_rate,
                                           const Eigen::Vector3d& body_acceleration) {
  constexpr double kStep = 1e-5;  // rad
  const double speed = angle_rates.norm();
  Eigen::Vector3d turned = Eigen::Vector3d::Zero();
  if (speed > 0.0) {
    const Eigen::Vector3d step = kStep / speed * angle_rates;
    turned = (angle_rates_from_body_rate(angles + step, body_rate) -
              angle_rates_from_body_rate(angles - step, body_rate)) *
             (0.5 * speed / kStep);
  }
  return angle_rates_from_body_rate(angles, body_acceleration) + turned;
}

}  // namespace hilspace::dynamics
