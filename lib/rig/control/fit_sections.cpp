#include "rig/control/fit_sections.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>

#include "core/error.hpp"
#include "models/published_rig.hpp"
#include "numerics/least_squares.hpp"
#include "numerics/vector.hpp"

namespace hilspace::rig {
namespace {

using numerics::Matrix;
using Coefficients = std::span<const double>;  // coefficients of the fitted model

constexpr double kNeighbours = 1.94;    // 1 + 2 ((2/3)^2 + (1/6)^2): variance of a sum of neighbouring bins
constexpr double kLeastError = 1e-4;    // floor of the relative error of a bin, for noise-free data
constexpr double kLeastDamping = 1e-5;  // lower bound of the initial poles' damping

/// Fitted data: the measurement with hold and delay removed, at s = j w.
struct Bin {
  Complex s;
  Complex response;
  double error;
};

std::vector<Bin> bins(const ResponseEstimate& measured, const FitSetup& setup) {
  std::vector<Bin> found;
  for (std::size_t i = 0; i < measured.frequency.size(); ++i) {
    const double w = measured.frequency[i];
    if (w < setup.from || w > setup.to) continue;
    const Complex known = hold_and_delay(w, setup);
    const Complex response = measured.response[i] / known;
    const double error = measured.error[i] / std::abs(known);
    found.push_back({{0.0, w}, response, std::max(error, kLeastError * std::abs(response))});
  }
  return found;
}

/// Unknowns: K, then log w and log d of each pole, then log w and d of each zero; then D beyond the known
/// delay, in units of 1/scale.
struct Residuals {
  const std::vector<Bin>& data;
  std::size_t poles, zeros;
  double scale;  // rad/s
  bool free_delay;

  std::size_t inputs() const { return 1 + 2 * (poles + zeros) + (free_delay ? 1 : 0); }
  std::size_t values() const { return 2 * data.size(); }
  double damping(Coefficients x, std::size_t i) const {
    return i < poles ? std::exp(x[2 + 2 * i]) : x[2 + 2 * i];
  }

  /// G and, on request, its derivative with respect to each unknown.
  Complex model(Coefficients x, Complex s, Complex* slopes) const {
    Complex g = x[0];
    for (std::size_t i = 0; i < poles + zeros; ++i) {
      const Complex at = s * std::exp(-x[1 + 2 * i]);  // s/w
      const double d = damping(x, i);
      const Complex factor = 1.0 + at * (2.0 * d + at);
      i < poles ? g /= factor : g *= factor;
      if (!slopes) continue;
      const double side = i < poles ? -1.0 : 1.0;
      slopes[1 + 2 * i] = side * -2.0 * at * (d + at) / factor;
      slopes[2 + 2 * i] = side * 2.0 * at * (i < poles ? d : 1.0) / factor;
    }
    if (free_delay) {
      const std::size_t last = inputs() - 1;
      g *= std::exp(-s / scale * x[last]);
      if (slopes) slopes[last] = -s / scale;
    }
    if (slopes) {
      slopes[0] = 1.0 / x[0];
      for (std::size_t k = 0; k < inputs(); ++k) slopes[k] *= g;
    }
    return g;
  }

  void fill(Coefficients x, std::span<double> out) const {
    for (std::size_t i = 0; i < data.size(); ++i) {
      const Complex off = (model(x, data[i].s, nullptr) - data[i].response) / data[i].error;
      out[2 * i] = off.real();
      out[2 * i + 1] = off.imag();
    }
  }

  void fill_slopes(Coefficients x, Matrix& out) const {
    std::vector<Complex> slopes(inputs());
    for (std::size_t i = 0; i < data.size(); ++i) {
      model(x, data[i].s, slopes.data());
      for (std::size_t k = 0; k < inputs(); ++k) {
        const Complex slope = slopes[k] / data[i].error;
        out(2 * i, k) = slope.real();
        out(2 * i + 1, k) = slope.imag();
      }
    }
  }

  double sum(Coefficients x) const {
    std::vector<double> out(values());
    fill(x, out);
    const double found = numerics::sum_of_squares(out);
    return std::isfinite(found) ? found : std::numeric_limits<double>::infinity();
  }
};

/// Roots in pairs: complex ones with their conjugates, real ones with the next real one.
std::vector<Resonance> pairs(std::span<const double> polynomial) {
  std::vector<Resonance> found;
  std::vector<double> real;
  for (const Complex root : roots(polynomial)) {
    const double w = std::abs(root);
    if (std::abs(root.imag()) <= 1e-12 * w)
      real.push_back(root.real());
    else if (root.imag() > 0.0)
      found.push_back({w, damping(root)});
  }
  for (std::size_t i = 0; i + 1 < real.size(); i += 2) {
    const double w = std::sqrt(std::abs(real[i] * real[i + 1]));
    found.push_back({w, 0.5 * (std::abs(real[i]) + std::abs(real[i + 1])) / w});
  }
  return found;
}

/// Initial values of the unknowns, one set for each iteration of the linear problem with the requested number
/// of pairs.
class Starts {
 public:
  explicit Starts(const Residuals& residuals) : residuals_(residuals), scale_(residuals.scale) {}

  /// The best of all iterations.
  std::vector<double> best() {
    std::vector<double> found;
    double least = std::numeric_limits<double>::infinity();
    std::vector<double> weight(residuals_.data.size(), 1.0);
    for (int repetition = 0; repetition < 30; ++repetition) {
      const std::vector<double> c = solve(weight);
      if (!std::ranges::all_of(c, [](double coefficient) { return std::isfinite(coefficient); })) break;
      std::vector<double> below(c.begin() + denominator_at(), c.end());
      below.insert(below.begin(), 1.0);
      const std::vector<double> above(c.begin(), c.begin() + denominator_at());
      if (const auto x = unknowns(above, below)) {
        if (const double sum = residuals_.sum(*x); sum < least) {
          least = sum;
          found = *x;
        }
      }
      for (std::size_t i = 0; i < weight.size(); ++i)
        weight[i] = 1.0 / std::abs(value(below, residuals_.data[i].s / scale_));
    }
    return found;
  }

 private:
  /// Offset of the denominator's coefficients.
  std::ptrdiff_t denominator_at() const { return static_cast<std::ptrdiff_t>(2 * residuals_.zeros + 1); }

  static Complex value(const std::vector<double>& c, Complex s) {
    Complex found = 0.0;
    for (std::size_t i = c.size(); i-- > 0;) found = found * s + c[i];
    return found;
  }

  /// N - G (D - 1) = G in the coefficients of N, D in s/scale.
  std::vector<double> solve(const std::vector<double>& weight) const {
    const std::size_t above = 2 * residuals_.zeros + 1, below = 2 * residuals_.poles;
    Matrix a(residuals_.values(), above + below);
    std::vector<double> b(residuals_.values());
    for (std::size_t i = 0; i < weight.size(); ++i) {
      const Bin& bin = residuals_.data[i];
      const double share = weight[i] / bin.error;
      const auto set = [&](std::size_t k, Complex element) {
        a(2 * i, k) = share * element.real();
        a(2 * i + 1, k) = share * element.imag();
      };
      Complex power = 1.0;
      for (std::size_t k = 0; k <= std::max(above - 1, below); ++k, power *= bin.s / scale_) {
        if (k < above) set(k, power);
        if (k > 0 && k <= below) set(above + k - 1, -bin.response * power);
      }
      b[2 * i] = share * bin.response.real();
      b[2 * i + 1] = share * bin.response.imag();
    }
    return numerics::scaled_least_squares(a, b);
  }

  std::optional<std::vector<double>> unknowns(const std::vector<double>& above,
                                              const std::vector<double>& below) const {
    const auto poles = pairs(below), zeros = pairs(above);
    if (poles.size() != residuals_.poles || zeros.size() != residuals_.zeros || above[0] == 0.0)
      return std::nullopt;
    std::vector<double> x(residuals_.inputs(), 0.0);
    x[0] = above[0];
    std::size_t at = 1;
    for (const Resonance& pole : poles) {
      x[at++] = std::log(pole.frequency * scale_);
      x[at++] = std::log(std::max(std::abs(pole.damping), kLeastDamping));
    }
    for (const Resonance& zero : zeros) {
      x[at++] = std::log(zero.frequency * scale_);
      x[at++] = zero.damping;
    }
    return x;
  }

  const Residuals& residuals_;
  double scale_;
};

FittedModel described(const Residuals& residuals, Coefficients x, double delay) {
  Matrix jacobian(residuals.values(), residuals.inputs());
  residuals.fill_slopes(x, jacobian);
  FittedModel model;
  model.misfit = residuals.sum(x) / static_cast<double>(residuals.values() - residuals.inputs());
  const auto [lengths, scaled] = numerics::variances(jacobian);
  const auto error = [&, &lengths = lengths, &scaled = scaled](std::size_t k) {
    const double variance = kNeighbours * std::max(1.0, model.misfit) * scaled[k];
    const double found = std::sqrt(variance) / lengths[k];
    return std::isfinite(found) ? found : std::numeric_limits<double>::infinity();
  };
  model.gain = x[0];
  model.gain_error = error(0);
  model.delay = delay;
  if (residuals.free_delay) {
    const std::size_t last = residuals.inputs() - 1;
    model.delay += x[last] / residuals.scale;
    model.delay_error = error(last) / residuals.scale;
  }
  for (std::size_t i = 0; i < residuals.poles + residuals.zeros; ++i) {
    const bool pole = i < residuals.poles;
    const double w = std::exp(x[1 + 2 * i]), d = residuals.damping(x, i);
    (pole ? model.poles : model.zeros)
        .push_back({w, d, w * error(1 + 2 * i), (pole ? d : 1.0) * error(2 + 2 * i)});
  }
  std::ranges::sort(model.poles, {}, &Resonance::frequency);
  std::ranges::sort(model.zeros, {}, &Resonance::frequency);
  return model;
}

void check(const FitSetup& setup, std::size_t count) {
  if (setup.poles == 0 || setup.zeros > setup.poles)
    throw InputError(
        fmt::format("{} pairs of poles and {} of zeros cannot be fitted; a plant has at least one pair "
                    "of poles, and at most as many zeros",
                    setup.poles, setup.zeros));
  if (count < 8 * (setup.poles + setup.zeros))
    throw InputError(
        fmt::format("only {} frequencies lie between {:.6g} and {:.6g} rad/s, too few for {} pairs of "
                    "poles and {} of zeros; take a wider range, or longer segments",
                    count, setup.from, setup.to, setup.poles, setup.zeros));
}

}  // namespace

Complex hold_and_delay(double frequency, const FitSetup& setup) {
  Complex found = std::polar(1.0, -frequency * setup.delay);
  if (setup.hold_rate > 0.0 && frequency > 0.0) {
    const double half = 0.5 * frequency / setup.hold_rate;
    found *= std::polar(std::sin(half) / half, -half);
  }
  return found;
}

FittedModel fit_sections(const ResponseEstimate& measured, const FitSetup& setup) {
  const std::vector<Bin> data = bins(measured, setup);
  check(setup, data.size());
  const Residuals residuals{data, setup.poles, setup.zeros, 0.5 * (setup.from + setup.to), setup.free_delay};
  constexpr int kEvaluations = 2000;
  std::vector<double> x = Starts(residuals).best();
  if (!x.empty())
    x = numerics::levenberg_marquardt(
        {residuals.values(), [&](Coefficients at, std::span<double> out) { residuals.fill(at, out); },
         [&](Coefficients at, Matrix& out) { residuals.fill_slopes(at, out); }},
        x, kEvaluations);
  if (x.empty() || !std::isfinite(residuals.sum(x)))
    throw RunError(
        fmt::format("no fit of {} pairs of poles and {} of zeros was found; take other orders, a narrower "
                    "range of frequencies, or a stronger excitation",
                    setup.poles, setup.zeros));
  return described(residuals, x, setup.delay);
}

std::vector<instruments::Section> FittedModel::sections() const {
  std::vector<instruments::Section> found;
  for (const Resonance& pole : poles)
    found.push_back({models::constant(1.0), models::second_order(pole.damping, pole.frequency)});
  for (const Resonance& zero : zeros) {
    std::size_t nearest = poles.size();
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < poles.size(); ++i) {
      const double away = std::abs(std::log(poles[i].frequency / zero.frequency));
      const bool is_free = found[i].numerator == models::constant(1.0);
      if (is_free && away < least) {
        least = away;
        nearest = i;
      }
    }
    found[nearest].numerator = models::second_order(zero.damping, zero.frequency);
  }
  for (double& coefficient : found.front().numerator) coefficient *= gain;
  return found;
}

}  // namespace hilspace::rig
