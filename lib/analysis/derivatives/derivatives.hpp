#pragma once
// Derivatives of the measures of one scenario with respect to its parameters.
//
//   dm/dx          of a metric m and a parameter x, in their units (SI)
//   (x/m) dm/dx    elasticity: percent of m per percent of x
//
// Central differences with three steps h, p h, p^2 h and Richardson's extrapolation, for which the errors of a central
// difference are even powers of its step:
//
//   D(h) = (m(x + h) - m(x - h))/2h
//   R(h) = (D(p h) - p^2 D(h))/(1 - p^2)              without the term of h^2
//   dm/dx = R(p h),  error = 2 |R(p h) - R(h)| + floor
//
// The difference of both holds what is left of the truncation (5.9 times that of R(p h)), noise of the numbers, and a kink
// of m between x - h and x + h, where there is no derivative: the error is then as large as the derivative. p is the golden
// ratio, 0.618: steps in ratios of whole numbers meet the treads of a staircase, which a number that is read at samples
// is, equally often per length, and then see no difference. The floor is what numbers of the solver's relative accuracy
// 1e-10 leave: 1e-10 |m|/(p^2 h); for an energy, which may be a difference of large ones, m is the largest energy of the
// scenario, and for the largest potential and mechanical energies, which are read between instants, it is 1e-6 |m|/(p^2 h).
//
// Numbers come from the solver "reference" where the model has it. Where not, they come with finer steps
// (simulate::kRefinements), and twice the difference of both refinements is part of the error.
//
// A number behind a quantizer is a staircase of its parameters, and noise is another one for each scenario: neither has
// a derivative. Their means have: over a random phase a quantizer shows what it is given, and noise is 0. So both are
// left out, and there is no derivative to their own parameters. Samples and holds stay: their instants are fixed.

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "metrics/catalogue.hpp"
#include "study/study.hpp"

namespace hilspace::analysis {

/// Steps of the central differences, in units of h.
inline constexpr std::array kDifferenceSteps{1.0, 0.618033988749895, 0.381966011250105};

struct Derivative {
  static constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  double value = kUnknown, error = kUnknown;  // dm/dx, SI
};

/// A continuous parameter of the scenario.
struct LocalParameter {
  study::Id id;
  double value = 0.0;  // x, SI
  double scale = 0.0;  // |x|, or the range of its axis where x is 0
  double step = 0.0;   // h, SI; 0: no derivative
  std::string remark;  // why there is none
};

struct LocalSensitivity {
  std::vector<LocalParameter> parameters;
  std::vector<std::size_t> metrics;     // indices into metrics::catalogue()
  metrics::Row nominal;                 // without quantizers and noise
  std::vector<Derivative> derivatives;  // [metric][parameter]
  std::vector<std::string> left_out;    // "quantizer of the actuator"

  const Derivative& at(std::size_t metric, std::size_t parameter) const {
    return derivatives[metric * parameters.size() + parameter];
  }
  /// In percent per percent; unknown where the metric or the parameter is 0.
  Derivative elasticity(std::size_t metric, std::size_t parameter) const;
  /// Parameters with a known derivative of the metric, that which changes it most per percent first.
  std::vector<std::size_t> order_of(std::size_t metric) const;
};

struct LocalOptions {
  double step = 0.02;                                                  // h relative to x
  int threads = 0;                                                     // 0: all
  std::function<void(std::size_t done, std::size_t runs)> progress{};  // from one thread at a time
};

/// Of a scenario, for these metrics. Empty when `stop` was raised. Throws InputError for a twin in parts, whose
/// computer's rounding cannot be left out.
std::optional<LocalSensitivity> derivatives(const study::Study& study, std::uint64_t scenario,
                                            std::span<const std::size_t> metrics, const LocalOptions& options,
                                            const std::atomic<bool>& stop);

/// R(h/2) and its error without the floor, from D(h), D(h/2), D(h/4).
Derivative extrapolated(const std::array<double, kDifferenceSteps.size()>& slopes);

}  // namespace hilspace::analysis
