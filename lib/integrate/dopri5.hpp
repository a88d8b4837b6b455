#pragma once
// Runge-Kutta step 5(4) of Dormand and Prince for an autonomous system y' = f(y), with an error estimate and
// dense output.
//
//   y(h)       order 5, local error O(h^6)
//   error      y(h) minus the embedded solution of order 4, O(h^5)
//   y(x h)     order 4 for 0 <= x <= 1, equal to y at 0 and to y(h) at 1
//
// f must be smooth within the step. Source: Dormand and Prince, J. Comp. Appl. Math. 6 (1980) 19; extension:
// Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, II.6.

#include <array>
#include <cstddef>
#include <utility>

namespace hilspace::integrate {

template <std::size_t N>
struct Dopri5Step {
  using State = std::array<double, N>;
  State begin, end, error;
  std::array<State, 4> extension;

  State at(double x) const {
    const double rest = 1.0 - x;
    State y;
    for (std::size_t i = 0; i < N; ++i)
      y[i] = begin[i] + x * (extension[0][i] +
                             rest * (extension[1][i] + x * (extension[2][i] + rest * extension[3][i])));
    return y;
  }
};

template <std::size_t N, class Derivative>
Dopri5Step<N> dopri5(const std::array<double, N>& y, double h, Derivative&& f) {
  using State = std::array<double, N>;
  static constexpr double a[6][6] = {
      {1.0 / 5.0},
      {3.0 / 40.0, 9.0 / 40.0},
      {44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0},
      {19372.0 / 6561.0, -25360.0 / 2187.0, 64448.0 / 6561.0, -212.0 / 729.0},
      {9017.0 / 3168.0, -355.0 / 33.0, 46732.0 / 5247.0, 49.0 / 176.0, -5103.0 / 18656.0},
      {35.0 / 384.0, 0.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0},
  };
  static constexpr double e[7] = {71.0 / 57600.0,      0.0,          -71.0 / 16695.0, 71.0 / 1920.0,
                                  -17253.0 / 339200.0, 22.0 / 525.0, -1.0 / 40.0};
  static constexpr double d[7] = {-12715105075.0 / 11282082432.0,  0.0,
                                  87487479700.0 / 32700410799.0,   -10690763975.0 / 1880347072.0,
                                  701980252875.0 / 199316789632.0, -1453857185.0 / 822651844.0,
                                  69997945.0 / 29380423.0};
  std::array<State, 7> k;
  k[0] = f(y);
  State at = y;
  // Sums of a known length go side by side.
  const auto take = [&]<std::size_t... j>(std::index_sequence<j...>) {
    constexpr std::size_t kStage = sizeof...(j);
    for (std::size_t i = 0; i < N; ++i) at[i] = y[i] + h * (0.0 + ... + (a[kStage - 1][j] * k[j][i]));
    k[kStage] = f(at);
  };
  take(std::make_index_sequence<1>());
  take(std::make_index_sequence<2>());
  take(std::make_index_sequence<3>());
  take(std::make_index_sequence<4>());
  take(std::make_index_sequence<5>());
  take(std::make_index_sequence<6>());
  Dopri5Step<N> step;
  step.begin = y;
  step.end = at;
  for (std::size_t i = 0; i < N; ++i) {
    double error = 0.0, bend = 0.0;
    for (std::size_t j = 0; j < 7; ++j) {
      error += e[j] * k[j][i];
      bend += d[j] * k[j][i];
    }
    step.error[i] = h * error;
    const double rise = at[i] - y[i];
    const double first = h * k[0][i] - rise;
    step.extension[0][i] = rise;
    step.extension[1][i] = first;
    step.extension[2][i] = rise - h * k[6][i] - first;
    step.extension[3][i] = h * bend;
  }
  return step;
}

}  // namespace hilspace::integrate
