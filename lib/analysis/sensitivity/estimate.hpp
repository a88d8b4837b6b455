#pragma once
// An estimated number with its confidence interval, and the quantiles that such intervals are made of.

#include <limits>
#include <span>

namespace hilspace::analysis {

/// In the place of a number that is not known.
inline constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// For an exact value all three are the same.
struct Estimate {
  double value = kNone;
  double low = kNone;
  double high = kNone;
};

/// Whether they are not all the same.
bool varies(std::span<const double> values);

/// value -+ half_width
Estimate around(double value, double half_width);
inline Estimate exactly(double value) { return {value, value, value}; }

/// How many standard errors an interval of that confidence (0.95) reaches to either side, for a number that
/// is normally distributed; for a mean of n of them whose spread is estimated as well (degrees = n - 1).
double normal_reach(double confidence);
double student_reach(double confidence, double degrees);

}  // namespace hilspace::analysis
