#include "instruments/chain_lag.hpp"

#include <array>
#include <limits>
#include <variant>

namespace hilspace::instruments {
namespace {

int degree(const std::array<double, 3>& polynomial) {
  return polynomial[2] != 0.0 ? 2 : polynomial[1] != 0.0 ? 1 : 0;
}

ChainLag lag_of_section(const Section& section) {
  const auto& [d0, d1, d2] = section.denominator;
  const auto& [n0, n1, n2] = section.numerator;
  const double g1 = n0 == 0.0 ? 0.0 : n1 / n0, g2 = n0 == 0.0 ? 0.0 : n2 / n0;
  const double first = d1 / d0 - g1;
  return {first, d2 / d0 - g2 - g1 * first};
}

struct Lag {
  ChainLag operator()(const LowPassSetup& s) const {
    const double w = s.natural_frequency;
    return w > 0.0 ? ChainLag{2.0 * s.damping / w, 1.0 / (w * w)} : ChainLag{};
  }
  ChainLag operator()(const TransportDelaySetup& s) const { return {s.delay, 0.5 * s.delay * s.delay}; }
  ChainLag operator()(const SampleHoldSetup& s) const {
    return s.rate > 0.0 ? ChainLag{0.5 / s.rate, 1.0 / (12.0 * s.rate * s.rate)} : ChainLag{};
  }
  ChainLag operator()(const TransferFunctionSetup& s) const {
    ChainLag sum;
    for (const Section& section : s.sections) sum = in_series(sum, lag_of_section(section));
    return sum;
  }
  template <class Other>
  ChainLag operator()(const Other&) const {
    return {};
  }
};

struct Smoothing {
  static constexpr double kAll = std::numeric_limits<double>::infinity();

  double operator()(const LowPassSetup& s) const { return s.natural_frequency > 0.0 ? 2.0 : 0.0; }
  double operator()(const TransportDelaySetup& s) const { return s.delay > 0.0 ? kAll : 0.0; }
  double operator()(const SampleHoldSetup& s) const { return s.rate > 0.0 ? kAll : 0.0; }
  double operator()(const TransferFunctionSetup& s) const {
    double sum = 0.0;
    for (const Section& section : s.sections) sum += degree(section.denominator) - degree(section.numerator);
    return sum;
  }
  template <class Other>
  double operator()(const Other&) const {
    return 0.0;
  }
};

}  // namespace

ChainLag in_series(const ChainLag& a, const ChainLag& b) {
  return {a.first + b.first, a.second + b.second + a.first * b.first};
}

ChainLag lag_of(const StageSetup& stage) { return std::visit(Lag{}, stage); }

ChainLag lag_of(const ChainSetup& chain) {
  ChainLag sum;
  for (const StageSetup& stage : chain.all()) sum = in_series(sum, lag_of(stage));
  return sum;
}

double smoothing_of(const ChainSetup& chain) {
  double sum = 0.0;
  for (const StageSetup& stage : chain.all()) sum += std::visit(Smoothing{}, stage);
  return sum;
}

}  // namespace hilspace::instruments
