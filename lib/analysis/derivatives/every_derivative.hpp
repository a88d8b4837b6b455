#pragma once
// Derivatives of the measures of all scenarios of a study that collocation solves, from its linearised solves: with a low-pass each
// (simulate/collocation/linearised.hpp), and with other linear instruments (simulate/collocation/smooth/linearised_smooth.hpp).
//
//   dm/dx = sum over i of dm/dg_i dg_i/dx
//
// dm/dg from one solve per scenario, however many parameters x there are, or dm along dg from one for every few of them; dg/dx
// is a closed form, differentiated by central differences with steps h, h/2 of 1e-3 of x and Richardson's extrapolation.
//
// Quantizers and noise are left out, as in derivatives.hpp. Unknown, NaN: all of a scenario that collocation does not solve,
// and a derivative with respect to a parameter that leads out of what collocation takes.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analysis/derivatives/derivatives.hpp"
#include "study/study.hpp"

namespace hilspace::analysis {

struct EveryDerivative {
  std::vector<study::Id> parameters;        // with a derivative in some scenario
  std::vector<LocalParameter> without;      // those that have none, and why
  std::vector<std::size_t> metrics;         // indices into metrics::catalogue()
  std::vector<std::string> left_out;        // "quantizer of the actuator"
  std::uint64_t scenarios = 0, solved = 0;  // all, and those with derivatives
  std::vector<double> values;               // [scenario][parameter], SI
  std::vector<double> nominal;              // [scenario][metric], SI, without quantizers and noise
  std::vector<double> derivatives, errors;  // [scenario][metric][parameter], SI

  Derivative at(std::uint64_t scenario, std::size_t metric, std::size_t parameter) const;
  /// In percent per percent; unknown where the metric or the parameter is 0.
  Derivative elasticity(std::uint64_t scenario, std::size_t metric, std::size_t parameter) const;
};

/// Of elasticities over all scenarios where they are known.
struct Spread {
  double median = Derivative::kUnknown, low = Derivative::kUnknown,
         high = Derivative::kUnknown;   // 50, 5 and 95 %
  double error = Derivative::kUnknown;  // median of the errors
  std::size_t scenarios = 0;            // that have one
};
Spread spread_of(const EveryDerivative& every, std::size_t metric, std::size_t parameter);

/// The largest number of derivatives that are held at once.
inline constexpr std::uint64_t kMostDerivatives = 50'000'000;

/// For these metrics; `options.step` has no meaning here. The same bits for any number of threads. Empty when `stop` was
/// raised. Throws InputError for a model without collocation, where it solves no scenario, and for more than
/// kMostDerivatives.
std::optional<EveryDerivative> every_derivative(const study::Study& study,
                                                std::span<const std::size_t> metrics,
                                                const LocalOptions& options, const std::atomic<bool>& stop);

}  // namespace hilspace::analysis
