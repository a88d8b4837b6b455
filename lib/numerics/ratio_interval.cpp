#include "numerics/ratio_interval.hpp"

#include <cmath>
#include <limits>

#include "numerics/quantile.hpp"

namespace hilspace::numerics {
namespace {

constexpr double kManyDegrees = 1e6;  // normal, as good as

}  // namespace

double welch_degrees(const Uncertain& a, const Uncertain& b, double r) {
  const double of_a = a.error * a.error, of_b = r * r * b.error * b.error;
  const double all = of_a * of_a / a.degrees + of_b * of_b / b.degrees;
  return all > 0.0 ? (of_a + of_b) * (of_a + of_b) / all : std::numeric_limits<double>::infinity();
}

RatioInterval ratio_interval(const Uncertain& a, const Uncertain& b, double confidence) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  RatioInterval found{a.value / b.value, kNone, kNone, false};
  const double degrees = welch_degrees(a, b, found.value);
  if (b.value == 0.0 || std::isnan(degrees)) return found;
  const double t = student_quantile(0.5 + 0.5 * confidence, std::fmin(degrees, kManyDegrees));
  const double of_a = t * t * a.error * a.error, of_b = t * t * b.error * b.error;
  // r^2 (b^2 - of_b) - 2 r a b + a^2 - of_a <= 0
  const double leading = b.value * b.value - of_b;
  if (!(leading > 0.0)) return found;
  const double middle = a.value * b.value / leading;
  const double root = std::sqrt(std::fmax(of_a * leading + of_b * a.value * a.value, 0.0)) / leading;
  return {found.value, middle - root, middle + root, true};
}

}  // namespace hilspace::numerics
