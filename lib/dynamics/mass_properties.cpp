#include "dynamics/mass_properties.hpp"

#include <Eigen/Core>
#include <array>
#include <charconv>

#include "dynamics/eigen.hpp"
#include "dynamics/principal_axes.hpp"

namespace hilspace::dynamics {
namespace {

/// Tolerance for rounding, relative to the largest element: for input with ten digits.
constexpr double kRounding = 1e-9;

std::string text(double moment) {
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.begin(), digits.end(), moment, std::chars_format::general, 6).ptr;
  return {digits.begin(), end};
}

std::string named(const char* name, double moment) { return name + (" = " + text(moment)) + " kg m2"; }

/// Three moments, each with its name.
std::optional<std::string> fault(const Eigen::Vector3d& moments, const std::array<const char*, 3>& names,
                                 double rounding) {
  const auto name = [&](int i) { return names[static_cast<std::size_t>(i)]; };
  for (int i = 0; i < 3; ++i)
    if (!(moments[i] > rounding))
      return named(name(i), moments[i]) +
             " must be above 0 and not vanish beside the others; a body resists turning about every axis";
  for (int i = 0; i < 3; ++i) {
    const int j = i == 0 ? 1 : 0, k = i == 2 ? 1 : 2;
    const double sum = moments[j] + moments[k];
    if (sum < moments[i] - rounding)
      return std::string(name(j)) + " + " + named(name(k), sum) + " is less than " +
             named(name(i), moments[i]) + ", which no body has";
  }
  return std::nullopt;
}

Eigen::Matrix3d shifted(const Eigen::Matrix3d& inertia, double mass, const Eigen::Vector3d& away) {
  return inertia + mass * (away.squaredNorm() * Eigen::Matrix3d::Identity() - away * away.transpose());
}

}  // namespace

Mat3 shifted(const Mat3& inertia, double mass, const Vec3& away) {
  return plain(shifted(eigen(inertia), mass, eigen(away)));
}

MassProperties composed(std::span<const MassProperties> parts) {
  double mass = 0.0;
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();
  for (const MassProperties& part : parts) {
    mass += part.mass;
    centre += part.mass * eigen(part.centre);
  }
  centre /= mass;
  for (const MassProperties& part : parts)
    inertia += shifted(eigen(part.inertia), part.mass, eigen(part.centre) - centre);
  return {mass, plain(centre), plain(inertia)};
}

std::optional<std::string> unphysical(const Mat3& elements) {
  const Eigen::Matrix3d inertia = eigen(elements);
  if (!inertia.allFinite()) return "it holds a number that is not finite";
  const double rounding = kRounding * inertia.cwiseAbs().maxCoeff();
  if (const Eigen::Matrix3d skew = inertia - inertia.transpose(); skew.cwiseAbs().maxCoeff() > rounding)
    return "it is not symmetric; give each product of inertia the same value in its two places";
  // The elements first, by the names under which they were given; the principal moments may differ from them.
  if (auto found = fault(inertia.diagonal(), {"Ixx", "Iyy", "Izz"}, rounding)) return found;
  if (auto found = fault(principal(inertia).moments, {"I1", "I2", "I3"}, rounding))
    return "of its principal moments, " + *found;
  return std::nullopt;
}

}  // namespace hilspace::dynamics
