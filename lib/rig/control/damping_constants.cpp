#include "rig/control/damping_constants.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/error.hpp"
#include "numerics/linear_algebra.hpp"
#include "numerics/vector.hpp"

namespace hilspace::rig {
namespace {

using Vector = std::vector<double>;

/// Equations of all extremes, poles first, in the unknowns d^2 in the same order.
class Equations {
 public:
  Equations(double gain, std::span<const Extreme> poles, std::span<const Extreme> zeros)
      : all_(poles.begin(), poles.end()), poles_(poles.size()), gain_(gain) {
    all_.insert(all_.end(), zeros.begin(), zeros.end());
    for (const Extreme& extreme : all_)
      if (!(extreme.frequency > 0.0) || !(extreme.magnitude > 0.0) || !(gain > 0.0))
        throw InputError(
            "a resonance without a frequency or magnitude above 0 does not determine its damping; give "
            "frequencies in rad/s and magnitudes as ratios, not in dB");
  }

  std::size_t size() const { return all_.size(); }

  /// Newton step from d^2.
  Vector step(const Vector& d2) const {
    numerics::Matrix slopes(size(), size());
    Vector values(size());
    for (std::size_t row = 0; row < size(); ++row) {
      const Extreme& at = all_[row];
      const double k = std::pow(at.magnitude / gain_, 2);
      Vector factor(size()), slope(size());  // C + 4 D c; 4 c
      for (std::size_t i = 0; i < size(); ++i) {
        const double c = std::pow(at.frequency / all_[i].frequency, 2);
        slope[i] = 4.0 * c;
        factor[i] = std::pow(1.0 - c, 2) + slope[i] * d2[i];
      }
      const std::span<const double> factors(factor);
      const double below = k * numerics::element_product(factors.first(poles_));
      values[row] = below - numerics::element_product(factors.subspan(poles_));
      double scale = 0.0;
      for (std::size_t i = 0; i < size(); ++i) {
        const std::size_t first = i < poles_ ? 0 : poles_, end = i < poles_ ? poles_ : size();
        double others = i < poles_ ? k : -1.0;
        for (std::size_t j = first; j < end; ++j)
          if (j != i) others *= factor[j];
        slopes(row, i) = others * slope[i];
        scale = std::max(scale, std::abs(slopes(row, i)));
      }
      for (std::size_t i = 0; i < size(); ++i) slopes(row, i) /= scale;
      values[row] /= scale;
    }
    auto step = numerics::solve(slopes, values);
    if (!step)
      throw InputError("two resonances or antiresonances lie at the same frequency; leave one of them out");
    for (double& change : *step) change = -change;
    return *step;
  }

  DampingConstants constants(const Vector& d2) const {
    const auto behind_poles = d2.begin() + static_cast<std::ptrdiff_t>(poles_);
    return {{d2.begin(), behind_poles}, {behind_poles, d2.end()}};
  }

 private:
  std::vector<Extreme> all_;
  std::size_t poles_;
  double gain_;
};

}  // namespace

DampingConstants linear_damping_constants(double gain, std::span<const Extreme> poles,
                                          std::span<const Extreme> zeros) {
  const Equations equations(gain, poles, zeros);
  return equations.constants(equations.step(Vector(equations.size(), 0.0)));
}

DampingConstants damping_constants(double gain, std::span<const Extreme> poles,
                                   std::span<const Extreme> zeros) {
  const Equations equations(gain, poles, zeros);
  Vector d2(equations.size(), 0.0);
  for (int i = 0; i < 100; ++i) {
    Vector step = equations.step(d2);
    double moved = 0.0;
    for (std::size_t k = 0; k < step.size(); ++k) {
      // Limited to a tenth of the previous value: the iteration does not recover from a negative one.
      if (i > 0) step[k] = std::max(step[k], -0.9 * d2[k]);
      d2[k] += step[k];
      if (i == 0) d2[k] = std::max(d2[k], 1e-6);
      moved = std::max(moved, std::abs(step[k]));
    }
    const auto [least, most] = std::ranges::minmax(d2);
    if (moved <= 1e-13 * most) {
      if (least <= 0.0 || most >= 1.0) break;
      return equations.constants(d2);
    }
  }
  throw RunError(
      "appendix B's equations have no solution with all d^2 between 0 and 1: the magnitudes at the "
      "resonances fit no system of this order; check them, or use the dampings of the fit");
}

}  // namespace hilspace::rig
