#pragma once
// Lanes<N, Target>: N scenarios in one SIMD register, with the interface of scalar.hpp.
//
// `Target` is an empty tag for the instruction set of the translation unit. It gives every kernel
// instantiated on the pack a different symbol per target, so that the linker never merges code compiled for
// AVX-512 with baseline code (one-definition rule across targets).

#include <cstdint>
#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include "core/scalar.hpp"

namespace hilspace {

/// Register types, in a separate struct because g++ compares dependent vector types before their size is
/// known.
template <int N>
struct Registers {
  using Double [[gnu::vector_size(8 * N)]] = double;
  using Integer [[gnu::vector_size(8 * N)]] = std::int64_t;
  using Unsigned [[gnu::vector_size(8 * N)]] = std::uint64_t;
};

template <int N, class Target>
struct LaneMask {
  using Vector = typename Registers<N>::Integer;
  Vector bits;  // all ones where true

  LaneMask() = default;
  HILSPACE_INLINE explicit LaneMask(Vector b) : bits(b) {}
  HILSPACE_INLINE explicit LaneMask(bool b) : bits(Vector{} - (b ? 1 : 0)) {}

  friend HILSPACE_INLINE LaneMask operator&&(LaneMask a, LaneMask b) { return LaneMask(a.bits & b.bits); }
  friend HILSPACE_INLINE LaneMask operator||(LaneMask a, LaneMask b) { return LaneMask(a.bits | b.bits); }
  friend HILSPACE_INLINE LaneMask operator!(LaneMask a) { return LaneMask(~a.bits); }
};

template <int N, class Target>
struct Lanes {
  using Vector = typename Registers<N>::Double;
  using M = LaneMask<N, Target>;
  Vector v;

  Lanes() = default;  // like a double, without a value
  HILSPACE_INLINE explicit Lanes(Vector x) : v(x) {}
  HILSPACE_INLINE explicit Lanes(double x) : v(Vector{} + x) {}

  friend HILSPACE_INLINE Lanes operator+(Lanes a, Lanes b) { return Lanes(a.v + b.v); }
  friend HILSPACE_INLINE Lanes operator-(Lanes a, Lanes b) { return Lanes(a.v - b.v); }
  friend HILSPACE_INLINE Lanes operator*(Lanes a, Lanes b) { return Lanes(a.v * b.v); }
  friend HILSPACE_INLINE Lanes operator/(Lanes a, Lanes b) { return Lanes(a.v / b.v); }
  friend HILSPACE_INLINE Lanes operator-(Lanes a) { return Lanes(-a.v); }
  friend HILSPACE_INLINE M operator<(Lanes a, Lanes b) { return M(a.v < b.v); }
  friend HILSPACE_INLINE M operator<=(Lanes a, Lanes b) { return M(a.v <= b.v); }
  friend HILSPACE_INLINE M operator>(Lanes a, Lanes b) { return M(a.v > b.v); }
  friend HILSPACE_INLINE M operator>=(Lanes a, Lanes b) { return M(a.v >= b.v); }
  friend HILSPACE_INLINE M operator==(Lanes a, Lanes b) { return M(a.v == b.v); }
};

template <int N, class Target>
struct MaskOf<Lanes<N, Target>> {
  using type = LaneMask<N, Target>;
};
template <int N, class Target>
struct BitsOf<Lanes<N, Target>> {
  using type = typename Registers<N>::Unsigned;
};
template <int N, class Target>
inline constexpr int kLanes<Lanes<N, Target>> = N;

template <int N, class Target>
HILSPACE_INLINE Lanes<N, Target> select(LaneMask<N, Target> m, Lanes<N, Target> yes, Lanes<N, Target> no) {
  return Lanes<N, Target>(m.bits ? yes.v : no.v);
}
template <int N, class Target>
HILSPACE_INLINE LaneMask<N, Target> select(LaneMask<N, Target> m, LaneMask<N, Target> yes,
                                           LaneMask<N, Target> no) {
  return LaneMask<N, Target>((m.bits & yes.bits) | (~m.bits & no.bits));
}
template <int N, class Target>
HILSPACE_INLINE bool any(LaneMask<N, Target> m) {
  // A single instruction; compilers otherwise extract the lanes one by one.
#if defined(__AVX__)
  using Four [[gnu::vector_size(32)]] = long long;
  const auto any_of_four = [](Four four) { return __builtin_ia32_ptestz256(four, four) == 0; };
  if constexpr (N == 4) return any_of_four(__builtin_bit_cast(Four, m.bits));
  if constexpr (N == 8) {
    const auto low = __builtin_shufflevector(m.bits, m.bits, 0, 1, 2, 3);
    const auto high = __builtin_shufflevector(m.bits, m.bits, 4, 5, 6, 7);
    return any_of_four(__builtin_bit_cast(Four, low | high));
  }
#elif defined(__SSE2__)
  using Two [[gnu::vector_size(16)]] = double;
  if constexpr (N == 2) return __builtin_ia32_movmskpd(__builtin_bit_cast(Two, m.bits)) != 0;
#endif
  std::int64_t all = 0;
  for (int i = 0; i < N; ++i) all |= m.bits[i];
  return all != 0;
}
template <int N, class Target>
HILSPACE_INLINE Lanes<N, Target> square_root(Lanes<N, Target> x) {
  // A single instruction; compilers otherwise take the lanes one by one.
#if defined(__AVX512F__)
  if constexpr (N == 8) return Lanes<N, Target>(_mm512_maskz_sqrt_pd(0xff, x.v));
#endif
#if defined(__AVX__)
  if constexpr (N == 4) return Lanes<N, Target>(_mm256_sqrt_pd(x.v));
#endif
#if defined(__SSE2__)
  if constexpr (N == 2) return Lanes<N, Target>(_mm_sqrt_pd(x.v));
#endif
  Lanes<N, Target> root;
  for (int i = 0; i < N; ++i) root.v[i] = __builtin_sqrt(x.v[i]);
  return root;
}

template <int N, class Target>
HILSPACE_INLINE double lane(Lanes<N, Target> x, int i) {
  return x.v[i];
}
template <int N, class Target>
HILSPACE_INLINE bool lane(LaneMask<N, Target> x, int i) {
  return x.bits[i] != 0;
}
template <int N, class Target>
HILSPACE_INLINE void set_lane(Lanes<N, Target>& x, int i, double value) {
  x.v[i] = value;
}
template <int N, class Target>
HILSPACE_INLINE void set_lane(LaneMask<N, Target>& x, int i, bool value) {
  x.bits[i] = value ? -1 : 0;
}

}  // namespace hilspace
