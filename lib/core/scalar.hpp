#pragma once
// The arithmetic every kernel is written in, for S = double; lanes.hpp gives the same words for packs.
//
// Kernels use + - * /, comparison, select, square root, round-to-even and the bits of a double only:
// operations that IEEE 754 fixes to the last bit. Together with contraction switched off
// (cmake/compiler.cmake) this makes a result the same whatever the compiler, the instruction set or the
// number of lanes.

#include <cstdint>
#include <limits>

// Kernels are always inlined: a pack of lanes stays in registers, and no function compiled for one
// instruction set is shared with code compiled for another.
// Sanitizers are spared that: they look into every line, and one function of all of them takes minutes to
// compile.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HILSPACE_INLINE inline
#define HILSPACE_INLINE_LAMBDA
#else
#define HILSPACE_INLINE __attribute__((always_inline)) inline
#define HILSPACE_INLINE_LAMBDA __attribute__((always_inline))
#endif

namespace hilspace {

/// The type of a comparison between two S: bool for double, one flag per lane for a pack.
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

// The builtin is what std::bit_cast calls; unlike that one it is no function that targets could share.
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
/// The larger one; `a` when either is not a number.
template <class S>
HILSPACE_INLINE S larger(S a, S b) {
  return select(b > a, b, a);
}
/// The smaller one; `a` when either is not a number.
template <class S>
HILSPACE_INLINE S smaller(S a, S b) {
  return select(b < a, b, a);
}
/// False for infinities and not-a-number.
template <class S>
HILSPACE_INLINE Mask<S> finite(S x) {
  return magnitude(x) <= S(std::numeric_limits<double>::max());
}
/// Nearest integer, ties to even: adding 1.5 * 2^52 leaves no bits behind the point. Exact below 2^51,
/// and from there on the argument itself, which the caller's quantum cannot resolve any more.
template <class S>
HILSPACE_INLINE S round_even(S x) {
  const S shift(6755399441055744.0);
  return select(magnitude(x) < S(2251799813685248.0), (x + shift) - shift, x);
}

}  // namespace hilspace
