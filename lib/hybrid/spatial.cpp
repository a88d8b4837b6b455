#include "hybrid/spatial.hpp"

#include <algorithm>
#include <cmath>

namespace hilspace::hybrid {
namespace {

double along_axes(const Vec3& each, const Vec3& n) {
  return each[0] * n[0] * n[0] + each[1] * n[1] * n[1] + each[2] * n[2] * n[2];
}

bool differ(const Vec3& each) { return each[0] != each[1] || each[1] != each[2]; }

bool is_isotropic(const Mat3& k) {
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      if (k[3 * i + j] != (i == j ? k[0] : 0.0)) return false;
  return true;
}

}  // namespace

bool SpatialSetup::is_directed() const {
  if (!its.is_computed) return false;
  if (torsional_damping != Vec3{}) return true;
  if ((stiffness == Share::along_axes && differ(stiffness_along)) ||
      (damping == Share::along_axes && differ(damping_along)))
    return true;
  const bool follows = stiffness == Share::fill || damping == Share::corrected;
  return follows && its.is_real && !is_isotropic(springs);
}

HybridSetup along(const SpatialSetup& setup, const Vec3& normal) {
  HybridSetup now = setup.its;
  if (now.is_real) now.real_stiffness = stiffness_along(setup.springs, normal, setup.reading).value_or(0.0);
  if (!now.is_computed) return now;
  if (setup.stiffness == Share::along_axes) now.virtual_stiffness = along_axes(setup.stiffness_along, normal);
  if (setup.stiffness == Share::fill) now.virtual_stiffness = filling_stiffness(setup.wanted, now);
  if (setup.damping == Share::along_axes) now.virtual_damping = along_axes(setup.damping_along, normal);
  if (setup.damping == Share::fill) now.virtual_damping = filling_damping(setup.wanted, now);
  if (setup.damping == Share::corrected)
    now.virtual_damping = corrected_damping(setup.wanted, now, setup.lags);
  return now;
}

Bounds bounds(const SpatialSetup& setup) {
  double real = 0.0;  // no eigenvalue exceeds the largest sum of a row
  if (setup.its.is_real)
    for (std::size_t i = 0; i < 3; ++i)
      real = std::max(real, std::abs(setup.springs[3 * i]) + std::abs(setup.springs[3 * i + 1]) +
                                std::abs(setup.springs[3 * i + 2]));
  Bounds most{real, setup.its.is_real ? setup.its.real_damping : 0.0};
  if (!setup.its.is_computed) return most;
  const auto largest = [](const Vec3& each) {
    return std::max({std::abs(each[0]), std::abs(each[1]), std::abs(each[2])});
  };
  double computed = std::abs(setup.its.virtual_stiffness), damping = std::abs(setup.its.virtual_damping);
  if (setup.stiffness == Share::along_axes) computed = largest(setup.stiffness_along);
  if (setup.stiffness == Share::fill) computed = setup.wanted.stiffness + real;
  if (setup.damping == Share::along_axes) damping = largest(setup.damping_along);
  if (setup.damping == Share::fill || setup.damping == Share::corrected)
    damping = setup.wanted.damping + most.damping;
  if (setup.damping == Share::corrected) damping += real * setup.lags.real + computed * setup.lags.computed;
  return {most.stiffness + computed, most.damping + damping};
}

}  // namespace hilspace::hybrid
