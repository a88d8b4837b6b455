#pragma once
// Mean of a sample and how well it is known: repeats of a scenario that differ by chance.
//
//   m = sum x/n,   s^2 = sum (x - m)^2/(n - 1),   |m - true mean| <= t s/sqrt(n) in 95 of 100 samples
//
// t: Student's quantile at 0.975 with n - 1 degrees of freedom, for x that are about normally distributed.
// Numbers that are none are left out.

#include <cstddef>
#include <limits>
#include <span>

namespace hilspace::numerics {

struct SampleMean {
  std::size_t count = 0;                                        // n
  double mean = std::numeric_limits<double>::quiet_NaN();       // m; n > 0
  double deviation = std::numeric_limits<double>::quiet_NaN();  // s; n > 1
  double interval = std::numeric_limits<double>::quiet_NaN();   // t s/sqrt(n); n > 1
};

/// Intervals of many samples, most of them of one size: Student's quantile is slow.
class SampleMeans {
 public:
  SampleMean of(std::span<const double> values);

 private:
  std::size_t count_ = 0;
  double share_ = 0.0;  // t/sqrt(n) for that count
};

}  // namespace hilspace::numerics
