#pragma once
// Test functions with sensitivities known in closed form, and designs for sampling them.

#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <span>
#include <vector>

#include "sampling/design.hpp"

namespace hilspace::analysis {

/// One value per point of the design; f takes a point of the unit cube.
template <class Function>
std::vector<double> values_of(Function f, const sampling::Points& points) {
  std::vector<double> values, point(points.size());
  for (std::size_t i = 0; i < points.front().size(); ++i) {
    for (std::size_t j = 0; j < points.size(); ++j) point[j] = points[j][i];
    values.push_back(f(std::span<const double>(point)));
  }
  return values;
}

/// Ishigami, Homma (1990) with a = 7, b = 0.1.
inline double ishigami(std::span<const double> u) {
  const auto x = [&](std::size_t j) { return std::numbers::pi * (2.0 * u[j] - 1.0); };
  const double s = std::sin(x(1));
  return std::sin(x(0)) + 7.0 * s * s + 0.1 * std::pow(x(2), 4) * std::sin(x(0));
}
inline constexpr std::array kIshigamiFirst{0.3139, 0.4424, 0.0};
inline constexpr std::array kIshigamiTotal{0.5576, 0.4424, 0.2437};

/// Sobol' (1993).
inline constexpr std::array kG{0.0, 1.0, 4.5, 9.0, 99.0, 99.0, 99.0, 99.0};
inline double g_function_of(std::span<const double> coefficients, std::span<const double> u) {
  double product = 1.0;
  for (std::size_t j = 0; j < coefficients.size(); ++j)
    product *= (std::abs(4.0 * u[j] - 2.0) + coefficients[j]) / (1.0 + coefficients[j]);
  return product;
}
inline double g_function(std::span<const double> u) { return g_function_of(kG, u); }
struct GIndices {
  std::vector<double> first, total;
};
inline GIndices g_indices(std::span<const double> coefficients = kG) {
  const auto own = [](double a) { return 1.0 / (3.0 * (1.0 + a) * (1.0 + a)); };
  double product = 1.0;
  for (const double a : coefficients) product *= 1.0 + own(a);
  GIndices indices;
  for (const double a : coefficients) {
    indices.first.push_back(own(a) / (product - 1.0));
    indices.total.push_back(own(a) * product / (1.0 + own(a)) / (product - 1.0));
  }
  return indices;
}

/// Morris (1991), equation (8), with the 20 parameters of his example; the random remaining coefficients are
/// replaced by alternating +-1.
inline double morris_function(std::span<const double> u) {
  std::array<double, 20> w{};
  for (std::size_t i = 0; i < w.size(); ++i)
    w[i] = i == 2 || i == 4 || i == 6 ? 2.0 * (1.1 * u[i] / (u[i] + 0.1) - 0.5) : 2.0 * (u[i] - 0.5);
  double y = 0.0;
  const auto sign = [](std::size_t n) { return n % 2 == 0 ? 1.0 : -1.0; };
  for (std::size_t i = 0; i < 20; ++i) y += (i < 10 ? 20.0 : sign(i)) * w[i];
  for (std::size_t i = 0; i < 20; ++i)
    for (std::size_t j = i + 1; j < 20; ++j) y += (j < 6 ? -15.0 : sign(i + j)) * w[i] * w[j];
  for (std::size_t i = 0; i < 5; ++i)
    for (std::size_t j = i + 1; j < 5; ++j)
      for (std::size_t l = j + 1; l < 5; ++l) y += -10.0 * w[i] * w[j] * w[l];
  return y + 5.0 * w[0] * w[1] * w[2] * w[3];
}

}  // namespace hilspace::analysis
