#pragma once
// Conversion between plain numbers (core/vec.hpp) and Eigen. Values are copied unchanged.

#include <Eigen/Core>

#include "core/vec.hpp"

namespace hilspace::dynamics {

inline Eigen::Vector3d eigen(const Vec3& v) { return {v[0], v[1], v[2]}; }

inline Eigen::Matrix3d eigen(const Mat3& m) {
  return Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(m.data());
}

inline Vec3 plain(const Eigen::Vector3d& v) { return {v[0], v[1], v[2]}; }

inline Mat3 plain(const Eigen::Matrix3d& m) {
  Mat3 numbers;
  Eigen::Map<Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(numbers.data()) = m;
  return numbers;
}

}  // namespace hilspace::dynamics
