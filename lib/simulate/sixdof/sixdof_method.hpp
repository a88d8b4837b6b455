#pragma once
// Method: integration of one step in contact, in six degrees of freedom. Each method attempts a step from a
// state and then gives the state after any share of it.
//
//   Method(scale, tolerance, reference)  scales of the states' errors, the tolerance relative to them, and whether the
//                                        reference is asked for
//   attempt(f, y, h)  -> ratio of the local error to the tolerance
//   at(x)             -> state after the share x, 0 <= x <= 1
//   derivatives()     -> right-hand sides of an attempt; 0: they are not counted
//
// The concept below states the same for the compiler; a run requires it of its method.

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <optional>

#include "integrate/dopri5.hpp"
#include "simulate/reference_segment.hpp"

namespace hilspace::simulate {

template <class T, std::size_t N>
concept StepMethod = std::constructible_from < T,
        const std::array<double, N>
&, double,
    bool > &&requires(T method, const T tried, const std::array<double, N>& state, double h, double share,
                      std::array<double, N> (*derivative)(const std::array<double, N>&)) {
  { method.attempt(derivative, state, h) } -> std::same_as<double>;
  { tried.at(share) } -> std::same_as<std::array<double, N>>;
  { tried.derivatives() } -> std::same_as<unsigned>;
};

/// Dormand and Prince 5(4) with dense output.
template <std::size_t N>
class DormandPrince {
 public:
  using State = std::array<double, N>;
  static constexpr unsigned kDerivatives = 7;  // of an attempt

  DormandPrince(const State& scale, double tolerance) : tolerances_(scale) {
    for (double& each : tolerances_) each *= tolerance;
  }

  template <class Derivative>
  double attempt(const Derivative& f, const State& y, double h) {
    step_ = integrate::dopri5(y, h, f);
    double error = 0.0;
    for (std::size_t i = 0; i < N; ++i) {
      if (!(tolerances_[i] > 0.0)) continue;
      const double share = std::abs(step_.error[i]) / tolerances_[i];
      if (!(share <= error)) error = share;
    }
    return error;
  }
  State at(double x) const { return x == 1.0 ? step_.end : step_.at(x); }

 private:
  State tolerances_;
  integrate::Dopri5Step<N> step_;
};

/// SUNDIALS, which controls its own error. States within the step are integrated, not interpolated.
template <std::size_t N>
class ReferenceMethod {
 public:
  using State = std::array<double, N>;
  static constexpr double kTolerance = 1e-13;  // relative to the scales, independent of the study's tolerance

  explicit ReferenceMethod(const State& scale) : segment_(tolerances(scale)) {}

  template <class Derivative>
  double attempt(const Derivative& f, const State& y, double h) {
    f_ = [f](const double* at, double* rate) {
      State state;
      std::copy_n(at, N, state.begin());
      const State rates = f(state);
      std::copy_n(rates.begin(), N, rate);
    };
    begin_ = y;
    h_ = h;
    if (segment_.integrate(f_, y.data(), h, end_.data())) return 0.0;
    end_.fill(std::nan(""));  // a least step is taken all the same: then the run has diverged
    return std::nan("");
  }
  State at(double x) const {
    State y = begin_;
    if (x == 1.0) return end_;
    if (x > 0.0 && !segment_.integrate(f_, begin_.data(), x * h_, y.data())) y.fill(std::nan(""));
    return y;
  }

 private:
  static State tolerances(State scale) {
    for (double& each : scale) each *= kTolerance;
    return scale;
  }

  mutable ReferenceSegment segment_;
  ReferenceSegment::Derivative f_;
  State begin_, end_;
  double h_ = 0.0;
};

/// One of both, chosen when the run begins: with a class for each, everything around them would be compiled twice. The reference's
/// steps are those that the other one would take with a finer tolerance, at most: a contact far from a thin body's centre of mass
/// may be over within one of its own, and its metrics are read between steps.
template <std::size_t N>
class SixDofMethod {
 public:
  using State = std::array<double, N>;

  SixDofMethod(const State& scale, double tolerance, bool reference)
      : own_(scale, (reference ? kFiner : 1.0) * tolerance) {
    if (reference) reference_.emplace(scale);
  }

  template <class Derivative>
  double attempt(const Derivative& f, const State& y, double h) {
    const double error = own_.attempt(f, y, h);
    if (!reference_) return error;
    const double failed = reference_->attempt(f, y, h);
    return failed == 0.0 ? error : failed;
  }
  State at(double x) const { return reference_ ? reference_->at(x) : own_.at(x); }
  unsigned derivatives() const { return reference_ ? 0 : DormandPrince<N>::kDerivatives; }

 private:
  static constexpr double kFiner = 1e-3;

  DormandPrince<N> own_;
  std::optional<ReferenceMethod<N>> reference_;
};

}  // namespace hilspace::simulate
