#include "hybrid/shares.hpp"

#include <cmath>

#include "instruments/chain_lag.hpp"

namespace hilspace::hybrid {

PartLags lags_of(const HybridSetup& setup, const instruments::ChainSetup& actuator,
                 const instruments::ChainSetup& force_sensor) {
  const double command = instruments::lag_of(actuator).first;
  PartLags lags{command + instruments::lag_of(force_sensor).first, 0.0};
  if (setup.source != Source::commanded) lags.computed += command;
  if (setup.source == Source::measured) lags.computed += setup.measurement_delay;
  if (setup.rate > 0.0) lags.computed += 0.5 / setup.rate;
  return lags;
}

double filling_stiffness(const Wanted& wanted, const HybridSetup& setup) {
  return wanted.stiffness - setup.real_stiffness;
}

double filling_damping(const Wanted& wanted, const HybridSetup& setup) {
  return wanted.damping - setup.real_damping;
}

double corrected_damping(const Wanted& wanted, const HybridSetup& setup, const PartLags& lags) {
  return filling_damping(wanted, setup) +
         (setup.real_stiffness * lags.real + setup.virtual_stiffness * lags.computed);
}

Mat3 stiffness_of(std::span<const Spring> springs) {
  Mat3 k{};
  for (const Spring& spring : springs) {
    const auto& l = spring.direction;
    const double length = std::hypot(l[0], l[1], l[2]);
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j)
        k[3 * i + j] += spring.stiffness * (l[i] / length) * (l[j] / length);
  }
  return k;
}

std::optional<double> stiffness_along(const Mat3& stiffness, const Vec3& n, ComplianceReading reading) {
  const auto k = [&](std::size_t i, std::size_t j) { return stiffness[3 * i + j]; };
  const double size = k(0, 0) + k(1, 1) + k(2, 2);  // of all springs together
  if (reading == ComplianceReading::displacement) {
    double sum = 0.0;
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) sum += n[i] * k(i, j) * n[j];
    return sum > 1e-12 * size ? std::optional(sum) : std::nullopt;
  }
  // n^T K^-1 n by the cofactors. A direction that no spring bears yields without end to a force across it.
  const auto minor = [&](std::size_t i, std::size_t j) {
    const std::size_t a = (i + 1) % 3, b = (i + 2) % 3, c = (j + 1) % 3, d = (j + 2) % 3;
    return k(a, c) * k(b, d) - k(a, d) * k(b, c);
  };
  const double determinant = k(0, 0) * minor(0, 0) + k(0, 1) * minor(0, 1) + k(0, 2) * minor(0, 2);
  if (!(determinant > 1e-12 * size * size * size)) return std::nullopt;
  double compliance = 0.0;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) compliance += n[i] * minor(j, i) * n[j];
  return determinant / compliance;
}

std::optional<double> stiffness_along(std::span<const Spring> springs, double normal_angle,
                                      ComplianceReading reading) {
  return stiffness_along(stiffness_of(springs), {std::cos(normal_angle), std::sin(normal_angle), 0.0},
                         reading);
}

}  // namespace hilspace::hybrid
