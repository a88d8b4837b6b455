#pragma once
// Scalar arithmetic of the kernels, for S = double; lanes.hpp provides the same interface for packs.
//
// Kernels use + - * /, comparison, select, square root, round-to-even and the bits of a double only:
// operations that IEEE 754 defines exactly. With contraction switched off (cmake/compiler.cmake), results are
// identical for every compiler, instruction set and number of lanes.

#include <cstdint>
#include <limits>

// Kernels are always inlined: a pack of lanes stays in registers, and no function compiled for one
// instruction set is shared with code compiled for another. Not with sanitizers: they instrument every line,
// and a single function of everything takes minutes to compile.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HILSPACE_INLINE inline
#define HILSPACE_INLINE_LAMBDA
#else
#define HILSPACE_INLINE __attribute__((always_inline)) inline
#define HILSPACE_INLINE_LAMBDA __attribute__((always_inline))
#endif

namespace hilspace {

/// Result type of a comparison of two S: bool for double, one flag per lane for a pack.
template <class S>
struct MaskOf;
template <>
struct MaskOf<double> {
  using type = bool;
};
template <class S>
using Mask = typename MaskOf<S>::type;

/// Unsigned integers as wide as an S: one for a double, one per lane for a pack.
template <class S>
struct BitsOf;
template <>
struct BitsOf<double> {
  using type = std::uint64_t;
};
template <class S>
using Bits = typename BitsOf<S>::type;

HILSPACE_INLINE double select(bool condition, double yes, double no) { return condition ? yes : no; }
HILSPACE_INLINE bool select(bool condition, bool yes, bool no) { return condition ? yes : no; }
HILSPACE_INLINE bool any(bool condition) { return condition; }
HILSPACE_INLINE double square_root(double x) { return __builtin_sqrt(x); }

/// One lane of a value; a double has lane 0 only.
HILSPACE_INLINE double lane(double x, int) { return x; }
HILSPACE_INLINE bool lane(bool x, int) { return x; }
HILSPACE_INLINE void set_lane(double& x, int, double value) { x = value; }
HILSPACE_INLINE void set_lane(bool& x, int, bool value) { x = value; }

template <class S>
inline constexpr int kLanes = 1;

// The builtin behind std::bit_cast, which, unlike that function, cannot be shared between targets.
template <class S>
HILSPACE_INLINE Bits<S> bits(S x) {
  return __builtin_bit_cast(Bits<S>, x);
}
template <class S>
HILSPACE_INLINE S from_bits(Bits<S> b) {
  return __builtin_bit_cast(S, b);
}

template <class S>
HILSPACE_INLINE S magnitude(S x) {
  return from_bits<S>(bits(x) & ~Bits<S>{} >> 1);
}
/// The larger one; `a` when either is NaN.
template <class S>
HILSPACE_INLINE S larger(S a, S b) {
  return select(b > a, b, a);
}
/// The smaller one; `a` when either is NaN.
template <class S>
HILSPACE_INLINE S smaller(S a, S b) {
  return select(b < a, b, a);
}
/// False for infinities and NaN.
template <class S>
HILSPACE_INLINE Mask<S> finite(S x) {
  return magnitude(x) <= S(std::numeric_limits<double>::max());
}
/// Nearest integer, ties to even: adding 1.5 * 2^52 leaves no fraction bits. Exact below 2^51; beyond, it
/// returns the argument itself, whose spacing exceeds the caller's quantum.
template <class S>
HILSPACE_INLINE S round_even(S x) {
  const S shift(6755399441055744.0);
  return select(magnitude(x) < S(2251799813685248.0), (x + shift) - shift, x);
}

}  // namespace hilspace
