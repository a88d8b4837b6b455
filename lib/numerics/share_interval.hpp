#pragma once
// The interval of a probability of which k in n independent draws are known: Wilson's.
//
//   q = k/n,  z the normal quantile of (1 + confidence)/2
//   interval   all p with (q - p)^2 <= z^2 p (1 - p)/n
//
//   centre (q + z^2/2n)/(1 + z^2/n),  half-width z sqrt(q (1 - q)/n + z^2/4n^2)/(1 + z^2/n)
//
// It never leaves [0, 1], and has a width where k = 0 or n, which q +- z sqrt(q (1 - q)/n) has not. Points of a
// stratified or low-discrepancy design know q better than that; then the interval is too wide. Points that share
// parameters with each other know it worse: m of them count as one draw, and n is n/m. Points of a grid are no draws.
// Source: Wilson, J. Am. Stat. Assoc. 22 (1927) 209.

#include <cstdint>

namespace hilspace::numerics {

struct ShareInterval {
  double share, low, high;  // NaN of no draws
};

/// `confidence` as 0.95; `draws` is 1/m.
ShareInterval share_interval(std::uint64_t k, std::uint64_t n, double confidence, double draws = 1.0);

}  // namespace hilspace::numerics
