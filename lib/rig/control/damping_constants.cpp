#include "rig/control/damping_constants.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "core/error.hpp"

namespace hilspace::rig {
namespace {

using Eigen::Index, Eigen::MatrixXd, Eigen::VectorXd;

/// The equations of all extremes, poles first, in the unknowns d^2 in the same order.
class Equations {
 public:
  Equations(double gain, std::span<const Extreme> poles, std::span<const Extreme> zeros)
      : all_(poles.begin(), poles.end()), poles_(static_cast<Index>(poles.size())), gain_(gain) {
    all_.insert(all_.end(), zeros.begin(), zeros.end());
    for (const Extreme& extreme : all_)
      if (!(extreme.frequency > 0.0) || !(extreme.magnitude > 0.0) || !(gain > 0.0))
        throw InputError(
            "a resonance without a frequency or magnitude above 0 says nothing of its damping; give "
            "frequencies in rad/s and magnitudes as ratios, not in dB");
  }

  Index size() const { return static_cast<Index>(all_.size()); }

  /// Newton's step from d^2.
  VectorXd step(const VectorXd& d2) const {
    MatrixXd slopes(size(), size());
    VectorXd values(size());
    for (Index row = 0; row < size(); ++row) {
      const Extreme& at = extreme(row);
      const double k = std::pow(at.magnitude / gain_, 2);
      VectorXd factor(size()), slope(size());  // C + 4 D c; 4 c
      for (Index i = 0; i < size(); ++i) {
        const double c = std::pow(at.frequency / extreme(i).frequency, 2);
        slope[i] = 4.0 * c;
        factor[i] = std::pow(1.0 - c, 2) + slope[i] * d2[i];
      }
      const double below = k * factor.head(poles_).prod(), above = factor.tail(size() - poles_).prod();
      values[row] = below - above;
      for (Index i = 0; i < size(); ++i) {
        const Index first = i < poles_ ? 0 : poles_, count = i < poles_ ? poles_ : size() - poles_;
        double others = i < poles_ ? k : -1.0;
        for (Index j = first; j < first + count; ++j)
          if (j != i) others *= factor[j];
        slopes(row, i) = others * slope[i];
      }
      const double scale = slopes.row(row).cwiseAbs().maxCoeff();
      slopes.row(row) /= scale;
      values[row] /= scale;
    }
    const Eigen::FullPivLU<MatrixXd> solver(slopes);
    if (!solver.isInvertible())
      throw InputError("two resonances or antiresonances lie at the same frequency; leave one of them out");
    return -solver.solve(values);
  }

  DampingConstants constants(const VectorXd& d2) const {
    return {{d2.begin(), d2.begin() + poles_}, {d2.begin() + poles_, d2.end()}};
  }

 private:
  const Extreme& extreme(Index i) const { return all_[static_cast<std::size_t>(i)]; }

  std::vector<Extreme> all_;
  Index poles_;
  double gain_;
};

}  // namespace

DampingConstants linear_damping_constants(double gain, std::span<const Extreme> poles,
                                          std::span<const Extreme> zeros) {
  const Equations equations(gain, poles, zeros);
  return equations.constants(equations.step(VectorXd::Zero(equations.size())));
}

DampingConstants damping_constants(double gain, std::span<const Extreme> poles,
                                   std::span<const Extreme> zeros) {
  const Equations equations(gain, poles, zeros);
  VectorXd d2 = VectorXd::Zero(equations.size());
  for (int i = 0; i < 100; ++i) {
    VectorXd step = equations.step(d2);
    // Never below a tenth of what it was: a negative one has no way back.
    for (Index k = 0; k < step.size(); ++k)
      if (i > 0) step[k] = std::max(step[k], -0.9 * d2[k]);
    d2 += step;
    if (i == 0) d2 = d2.cwiseMax(1e-6);
    if (step.cwiseAbs().maxCoeff() <= 1e-13 * d2.maxCoeff()) {
      if (d2.minCoeff() <= 0.0 || d2.maxCoeff() >= 1.0) break;
      return equations.constants(d2);
    }
  }
  throw RunError(
      "appendix B's equations have no solution with all d^2 between 0 and 1: the magnitudes at the "
      "resonances fit "
      "no system of this many poles and zeros; check them, or take the dampings of the fit");
}

}  // namespace hilspace::rig
