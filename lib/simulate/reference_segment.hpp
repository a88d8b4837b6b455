#pragma once
// Reference segment: a piece of a smooth motion, integrated by SUNDIALS' explicit Runge-Kutta pair 7(8) of
// Fehlberg at tight tolerance. Independent of the models; reference.cpp and the runs in six degrees of
// freedom supply the right-hand side.

#include <functional>
#include <memory>
#include <span>

namespace hilspace::simulate {

class ReferenceSegment {
 public:
  using Derivative = std::function<void(const double* y, double* rate)>;

  /// `tolerances`: largest local error of each state; 0: of any size, as the other methods take it.
  explicit ReferenceSegment(std::span<const double> tolerances);
  ~ReferenceSegment();
  ReferenceSegment(ReferenceSegment&&) noexcept;
  ReferenceSegment& operator=(ReferenceSegment&&) noexcept;
  ReferenceSegment(const ReferenceSegment&) = delete;
  ReferenceSegment& operator=(const ReferenceSegment&) = delete;

  /// Integrates from `begin` over h to `end`, for an autonomous y' = f(y). Returns false on failure.
  bool integrate(const Derivative& f, const double* begin, double h, double* end);

 private:
  class Solver;
  std::unique_ptr<Solver> solver_;
};

}  // namespace hilspace::simulate
