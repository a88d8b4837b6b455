#pragma once
// The classical Runge-Kutta step of order 4 for an autonomous system y' = f(y).
//
//   k1 = f(y)   k2 = f(y + h/2 k1)   k3 = f(y + h/2 k2)   k4 = f(y + h k3)
//   y(h) = y + h/6 (k1 + 2 k2 + 2 k3 + k4)      local error O(h^5)
//   y(h/2) ~ (y + y(h))/2 + h/8 (k1 - f(y(h)))  local error O(h^4): Hermite's cubic
//
// f must be smooth within the step: the caller ends steps where f jumps.

#include <array>
#include <cstddef>

#include "core/scalar.hpp"

namespace hilspace::integrate {

template <class S, std::size_t N>
struct Rk4Step {
  std::array<S, N> middle;
  std::array<S, N> end;
};

/// y(h); `first` is f at the start.
template <class S, std::size_t N, class Derivative>
HILSPACE_INLINE std::array<S, N> rk4_end(const std::array<S, N>& y, const std::array<S, N>& first, S h,
                                         Derivative&& f) {
  const S half = S(0.5) * h;
  const auto moved = [&y](S by, const std::array<S, N>& k) HILSPACE_INLINE_LAMBDA {
    std::array<S, N> to;
    for (std::size_t i = 0; i < N; ++i) to[i] = y[i] + by * k[i];
    return to;
  };
  const std::array<S, N>& k1 = first;
  const std::array<S, N> k2 = f(moved(half, k1));
  const std::array<S, N> k3 = f(moved(half, k2));
  const std::array<S, N> k4 = f(moved(h, k3));
  std::array<S, N> end;
  const S sixth = S(1.0 / 6.0) * h;
  for (std::size_t i = 0; i < N; ++i) {
    const S inner = k2[i] + k3[i];
    end[i] = y[i] + sixth * (k1[i] + (inner + inner) + k4[i]);
  }
  return end;
}
/// The end's derivative is asked of `last`, for callers that want more of the start and the end.
template <class S, std::size_t N, class Derivative, class Last>
HILSPACE_INLINE Rk4Step<S, N> rk4(const std::array<S, N>& y, const std::array<S, N>& first, S h,
                                  Derivative&& f, Last&& last) {
  Rk4Step<S, N> step;
  step.end = rk4_end(y, first, h, f);
  const S eighth = S(0.125) * h;
  const std::array<S, N> at_end = last(step.end);
  for (std::size_t i = 0; i < N; ++i)
    step.middle[i] = S(0.5) * (y[i] + step.end[i]) + eighth * (first[i] - at_end[i]);
  return step;
}
template <class S, std::size_t N, class Derivative>
HILSPACE_INLINE Rk4Step<S, N> rk4(const std::array<S, N>& y, S h, Derivative&& f) {
  return rk4(y, f(y), h, f, f);
}

}  // namespace hilspace::integrate
