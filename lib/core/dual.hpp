#pragma once
// Dual numbers: a value and its slopes along N directions, with the interface of scalar.hpp.
//
//   x + x_1 e_1 + ... + x_N e_N,   e_i e_j = 0
//
//   f(x)       f(x) + f'(x) (x_1 e_1 + ...)
//   a b        slopes a b_i + b a_i             a/b   slopes (a_i - (a/b) b_i)/b
//   sqrt x     slopes x_i/(2 sqrt x)            x^n   slopes x^n (n x_i/x + n_i ln x)
//
// A kernel on dual numbers computes the derivatives of its result beside the result (forward mode, exact but for
// rounding). Values go through the same operations as those of a double.
//
// Comparisons and selections look at values alone: at a kink the slopes are those of the branch that is taken. The root of
// 0 has slopes 0, so that d sqrt(d) has its own, 0, at d = 0; so has x^n at x = 0, which is exact for n > 1. What is rounded
// to whole numbers has slopes 0. An iteration that ends when its value has converged has slopes that are one turn behind.
// A dual number has no bits.
//
// Source: A. Griewank, A. Walther, Evaluating Derivatives, 2nd ed., SIAM 2008, chapters 2 and 3.

#include <array>
#include <cstddef>

#include "core/elementary.hpp"
#include "core/scalar.hpp"

namespace hilspace {

template <std::size_t N>
struct Dual {
  double value = 0.0;
  std::array<double, N> slopes{};

  HILSPACE_INLINE Dual() = default;
  HILSPACE_INLINE explicit Dual(double x) : value(x) {}
  /// x with slope 1 along a direction.
  static HILSPACE_INLINE Dual along(double x, std::size_t direction) {
    Dual its(x);
    its.slopes[direction] = 1.0;
    return its;
  }

  friend HILSPACE_INLINE Dual operator+(const Dual& a, const Dual& b) {
    Dual sum(a.value + b.value);
    for (std::size_t i = 0; i < N; ++i) sum.slopes[i] = a.slopes[i] + b.slopes[i];
    return sum;
  }
  friend HILSPACE_INLINE Dual operator-(const Dual& a, const Dual& b) {
    Dual difference(a.value - b.value);
    for (std::size_t i = 0; i < N; ++i) difference.slopes[i] = a.slopes[i] - b.slopes[i];
    return difference;
  }
  friend HILSPACE_INLINE Dual operator*(const Dual& a, const Dual& b) {
    Dual product(a.value * b.value);
    for (std::size_t i = 0; i < N; ++i) product.slopes[i] = a.value * b.slopes[i] + a.slopes[i] * b.value;
    return product;
  }
  friend HILSPACE_INLINE Dual operator/(const Dual& a, const Dual& b) {
    Dual ratio(a.value / b.value);
    const double inverse = 1.0 / b.value;
    for (std::size_t i = 0; i < N; ++i) ratio.slopes[i] = inverse * (a.slopes[i] - ratio.value * b.slopes[i]);
    return ratio;
  }
  friend HILSPACE_INLINE Dual operator-(const Dual& a) {
    Dual its(-a.value);
    for (std::size_t i = 0; i < N; ++i) its.slopes[i] = -a.slopes[i];
    return its;
  }
  friend HILSPACE_INLINE bool operator<(const Dual& a, const Dual& b) { return a.value < b.value; }
  friend HILSPACE_INLINE bool operator<=(const Dual& a, const Dual& b) { return a.value <= b.value; }
  friend HILSPACE_INLINE bool operator>(const Dual& a, const Dual& b) { return a.value > b.value; }
  friend HILSPACE_INLINE bool operator>=(const Dual& a, const Dual& b) { return a.value >= b.value; }
  friend HILSPACE_INLINE bool operator==(const Dual& a, const Dual& b) { return a.value == b.value; }

  /// f(a), from its value and f'(a).
  friend HILSPACE_INLINE Dual chained(double result, double derivative, const Dual& a) {
    Dual its(result);
    for (std::size_t i = 0; i < N; ++i) its.slopes[i] = derivative * a.slopes[i];
    return its;
  }
};

template <std::size_t N>
struct MaskOf<Dual<N>> {
  using type = bool;
};

template <std::size_t N>
HILSPACE_INLINE Dual<N> select(bool condition, const Dual<N>& yes, const Dual<N>& no) {
  return condition ? yes : no;
}
template <std::size_t N>
HILSPACE_INLINE Dual<N> square_root(const Dual<N>& x) {
  const double root = square_root(x.value);
  return chained(root, root == 0.0 ? 0.0 : 0.5 / root, x);
}
template <std::size_t N>
HILSPACE_INLINE Dual<N> magnitude(Dual<N> x) {
  return x.value < 0.0 ? -x : x;
}
template <std::size_t N>
HILSPACE_INLINE Dual<N> round_even(Dual<N> x) {
  return Dual<N>(round_even(x.value));
}

template <std::size_t N>
HILSPACE_INLINE Dual<N> exponential(Dual<N> x) {
  const double its = exponential(x.value);
  return chained(its, its, x);
}
template <std::size_t N>
HILSPACE_INLINE Dual<N> logarithm(Dual<N> x) {
  return chained(logarithm(x.value), 1.0 / x.value, x);
}
template <std::size_t N>
HILSPACE_INLINE Dual<N> power(Dual<N> x, Dual<N> n) {
  const double its = power(x.value, n.value);
  if (x.value == 0.0) return Dual<N>(its);
  return chained(its, n.value * its / x.value, x) + chained(0.0, its * logarithm(x.value), n);
}

}  // namespace hilspace
