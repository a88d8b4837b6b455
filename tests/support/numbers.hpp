#pragma once
// Portable random numbers, unlike those of std::uniform_real_distribution.

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>

namespace hilspace::test {

template <std::uint64_t kSeed>
class Numbers {
 public:
  double between(double low, double high) {
    return low + (high - low) * (static_cast<double>(random_() >> 11) * 0x1p-53);
  }
  /// Any magnitude between these two, and any sign.
  double sized(double low, double high) {
    const double size = std::exp(between(std::log(low), std::log(high)));
    return between(-1.0, 1.0) < 0.0 ? -size : size;
  }
  /// Any bits: any sign and magnitude, infinities and NaN included.
  double any() { return std::bit_cast<double>(random_()); }
  std::size_t below(std::size_t n) { return random_() % n; }
  bool one_in(std::size_t n) { return below(n) == 0; }

 private:
  std::mt19937_64 random_{kSeed};
};

}  // namespace hilspace::test
