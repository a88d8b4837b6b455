#pragma once
// Estimate: a number with its confidence interval, and the quantiles used for such intervals.

#include <limits>
#include <span>

namespace hilspace::analysis {

/// Value of an unknown number.
inline constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// Exact values have low = value = high.
struct Estimate {
  double value = kNone;
  double low = kNone;
  double high = kNone;
};

/// Whether there is an interval of nonzero width.
bool varies(std::span<const double> values);

/// value -+ half_width
Estimate around(double value, double half_width);
inline Estimate exactly(double value) { return {value, value, value}; }

/// Half width of the confidence interval (0.95) in standard errors, of a normally distributed number; with
/// `degrees`, of a mean of n of them with estimated variance (degrees = n - 1).
double normal_reach(double confidence);
double student_reach(double confidence, double degrees);

}  // namespace hilspace::analysis
