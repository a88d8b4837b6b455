#pragma once
// A stretch of a smooth motion by the reference solver: SUNDIALS' explicit Runge-Kutta pair 7(8) of Fehlberg
// at tight tolerance. It knows nothing of models; reference.cpp and the runs in six degrees of freedom give
// it their right-hand sides.

#include <functional>
#include <memory>
#include <span>

namespace hilspace::simulate {

class ReferenceSegment {
 public:
  using Derivative = std::function<void(const double* y, double* rate)>;

  /// `tolerances`: largest local error of each state; 0: of a state that nothing moves.
  explicit ReferenceSegment(std::span<const double> tolerances);
  ~ReferenceSegment();
  ReferenceSegment(ReferenceSegment&&) noexcept;
  ReferenceSegment& operator=(ReferenceSegment&&) noexcept;
  ReferenceSegment(const ReferenceSegment&) = delete;
  ReferenceSegment& operator=(const ReferenceSegment&) = delete;

  /// From `begin` over h to `end`, for an autonomous y' = f(y). Says false where it finds no way on.
  bool integrate(const Derivative& f, const double* begin, double h, double* end);

 private:
  class Solver;
  std::unique_ptr<Solver> solver_;
};

}  // namespace hilspace::simulate
