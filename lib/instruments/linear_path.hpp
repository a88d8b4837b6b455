#pragma once
// Linear stages in series, for loops that are judged by their transfer function.
//
//   H(s) = e^(-s D) prod n_i(s)/d_i(s) prod (1 - e^(-s T_j))/(s T_j)
//
//   D  sum of the transport delays, s     n/d  low-passes and sections     T  periods of the holds, s
//
// A hold counts with its mean, without the aliasing of its samples. Stages that shift, round or limit a signal are
// not linear; without effect (a resolution of 0) they are neutral.

#include <complex>
#include <vector>

#include "instruments/setup.hpp"

namespace hilspace::instruments {

struct LinearPath {
  double delay = 0.0;           // D
  std::vector<Section> lags{};  // n/d
  std::vector<double> holds{};  // T

  /// False: the stage is neither linear nor neutral, and not in the path.
  bool add(const StageSetup& stage);
  /// H(s).
  std::complex<double> at(std::complex<double> s) const;
  friend bool operator==(const LinearPath&, const LinearPath&) = default;
};

/// Of the linear stages of a chain.
LinearPath linear_path(const ChainSetup& chain);

}  // namespace hilspace::instruments
