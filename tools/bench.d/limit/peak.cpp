#include "peak.hpp"

#include <algorithm>
#include <ctime>

namespace bench {
namespace {

#if defined(__AVX512F__)
constexpr int kLanes = 8;
#elif defined(__AVX2__)
constexpr int kLanes = 4;
#else
constexpr int kLanes = 2;
#endif
using Vector [[gnu::vector_size(8 * kLanes)]] = double;

// Two sets of six independent dependency chains: enough to hide an operation's latency, few enough to stay in
// registers.
constexpr int kChains = 6;
constexpr long kRounds = 5'000'000;
constexpr int kTries = 5;

/// Lanes per second for `first` on one set and `second` on the other; the best of several attempts, since
/// disturbances only slow it down.
template <class First, class Second>
double rate(int operations, First first, Second second) {
  double best = 0.0;
  for (int attempt = 0; attempt < kTries; ++attempt) {
    Vector one = Vector{} + 1.0;
    asm volatile("" : "+x"(one));  // opaque to the optimizer
    Vector a = one, b = one, c = one, d = one, e = one, f = one;
    Vector p = one, q = one, r = one, s = one, t = one, u = one;
    const auto begin = std::clock();
    for (long i = 0; i < kRounds; ++i) {
      a = first(a, one), b = first(b, one), c = first(c, one), d = first(d, one), e = first(e, one);
      f = first(f, one), p = second(p, one), q = second(q, one), r = second(r, one), s = second(s, one);
      t = second(t, one), u = second(u, one);
      asm volatile(""
                   : "+x"(a), "+x"(b), "+x"(c), "+x"(d), "+x"(e), "+x"(f), "+x"(p), "+x"(q), "+x"(r), "+x"(s),
                     "+x"(t), "+x"(u));
    }
    const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    best = std::max(best, static_cast<double>(kRounds) * operations * kLanes / seconds);
  }
  return best;
}

Vector root_of(Vector x) {
  for (int lane = 0; lane < kLanes; ++lane) x[lane] = __builtin_sqrt(x[lane]);
  return x;
}

}  // namespace

Peak measure_peak() {
  const auto nothing = [](Vector x, Vector) { return x; };
  const auto times = [](Vector x, Vector one) { return x * one; };
  const auto plus = [](Vector x, Vector one) { return x + one; };
  const auto over = [](Vector x, Vector one) { return x / one; };
  const auto root = [](Vector x, Vector) { return root_of(x); };
  const auto choose = [](Vector x, Vector one) { return x == one ? one : x; };
  return {kLanes, rate(2 * kChains, times, plus), rate(kChains, over, nothing), rate(kChains, root, nothing),
          rate(2 * kChains, choose, nothing)};
}

}  // namespace bench
