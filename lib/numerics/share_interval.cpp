#include "numerics/share_interval.hpp"

#include <cmath>

#include "numerics/quantile.hpp"

namespace hilspace::numerics {

ShareInterval share_interval(std::uint64_t k, std::uint64_t n, double confidence, double draws) {
  if (n == 0) return {std::nan(""), std::nan(""), std::nan("")};
  const double all = draws * static_cast<double>(n), q = static_cast<double>(k) / static_cast<double>(n),
               z = normal_quantile(0.5 * (1.0 + confidence)), widened = 1.0 + z * z / all,
               centre = (q + 0.5 * z * z / all) / widened,
               half = z * std::sqrt(q * (1.0 - q) / all + 0.25 * z * z / (all * all)) / widened;
  // The ends are exact where they are known: rounding would leave 1e-18 of them.
  return {q, k == 0 ? 0.0 : centre - half, k == n ? 1.0 : centre + half};
}

}  // namespace hilspace::numerics
