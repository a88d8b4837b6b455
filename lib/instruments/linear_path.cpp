#include "instruments/linear_path.hpp"

#include <cmath>
#include <variant>

namespace hilspace::instruments {
namespace {

using Complex = std::complex<double>;

struct Into {
  LinearPath& its;

  bool operator()(const LowPassSetup& s) const {
    const double w = s.natural_frequency;
    if (w > 0.0) its.lags.push_back({{1.0, 0.0, 0.0}, {1.0, 2.0 * s.damping / w, 1.0 / (w * w)}});
    return true;
  }
  bool operator()(const TransferFunctionSetup& s) const {
    its.lags.insert(its.lags.end(), s.sections.begin(), s.sections.end());
    return true;
  }
  bool operator()(const TransportDelaySetup& s) const {
    its.delay += s.delay;
    return true;
  }
  bool operator()(const SampleHoldSetup& s) const {
    if (s.rate > 0.0) its.holds.push_back(1.0 / s.rate);
    return true;
  }
  bool operator()(const QuantizerSetup& s) const { return !(s.resolution > 0.0); }
  bool operator()(const NoiseSetup& s) const { return !(s.std > 0.0); }
  bool operator()(const BiasSetup& s) const { return s.value == 0.0; }
  bool operator()(const DeadBandSetup& s) const { return !(s.threshold > 0.0); }
  bool operator()(const SaturationSetup& s) const { return std::isinf(s.min) && std::isinf(s.max); }
  bool operator()(const CalibrationSetup&) const { return false; }
};

}  // namespace

bool LinearPath::add(const StageSetup& stage) { return std::visit(Into{*this}, stage); }

Complex LinearPath::at(Complex s) const {
  Complex all = delay == 0.0 ? 1.0 : std::exp(-s * delay);  // a third of the time, and most have none
  for (const auto& [n, d] : lags) all *= (n[0] + s * (n[1] + s * n[2])) / (d[0] + s * (d[1] + s * d[2]));
  for (const double period : holds) {
    const Complex turn = s * period;
    all *= std::abs(turn) < 1e-6 ? 1.0 - 0.5 * turn : (1.0 - std::exp(-turn)) / turn;
  }
  return all;
}

LinearPath linear_path(const ChainSetup& chain) {
  LinearPath path;
  for (const StageSetup& stage : chain.all()) path.add(stage);
  return path;
}

}  // namespace hilspace::instruments
