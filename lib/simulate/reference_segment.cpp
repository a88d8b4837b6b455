#include "simulate/reference_segment.hpp"

#include <arkode/arkode_erkstep.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>

#include <algorithm>
#include <string>

#include "core/error.hpp"
#include "simulate/solvers.hpp"

namespace hilspace::simulate {
namespace {

void check(int result) {
  if (result < 0) throw RunError("SUNDIALS: set-up failed with code " + std::to_string(result));
}

struct Free {
  void operator()(SUNContext context) const { SUNContext_Free(&context); }
  void operator()(N_Vector vector) const { N_VDestroy(vector); }
  void operator()(void* memory) const { ERKStepFree(&memory); }
};

}  // namespace

class ReferenceSegment::Solver {
 public:
  explicit Solver(std::span<const double> tolerances) : size_(tolerances.size()) {
    SUNContext context = nullptr;
    check(SUNContext_Create(nullptr, &context));
    context_.reset(context);
    y_ = vector();
    tolerances_ = vector();
    std::ranges::transform(tolerances, N_VGetArrayPointer(tolerances_.get()),
                           [](double tolerance) { return tolerance > 0.0 ? tolerance : 1e100; });
    std::fill_n(N_VGetArrayPointer(y_.get()), size_, 0.0);
    memory_.reset(ERKStepCreate(derivative, 0.0, y_.get(), context));
    if (memory_ == nullptr) throw RunError("SUNDIALS: no memory");
    check(ERKStepSetErrFile(memory_.get(), nullptr));
    check(ERKStepSVtolerances(memory_.get(), kRounding, tolerances_.get()));
    check(ERKStepSetTableNum(memory_.get(), ARKODE_FEHLBERG_13_7_8));
    check(ERKStepSetMaxNumSteps(memory_.get(), 100000));
    check(ERKStepSetMaxErrTestFails(memory_.get(), kMostTries));
  }

  bool integrate(const Derivative& f, const double* begin, double h, double* end) {
    f_ = &f;
    check(ERKStepSetUserData(memory_.get(), this));
    double* y = N_VGetArrayPointer(y_.get());
    std::copy_n(begin, size_, y);
    check(ERKStepReset(memory_.get(), 0.0, y_.get()));
    check(ERKStepSetInitStep(memory_.get(), h));
    check(ERKStepSetStopTime(memory_.get(), h));
    double reached = 0.0;
    if (ERKStepEvolve(memory_.get(), h, y_.get(), &reached, ARK_NORMAL) < 0) return false;
    std::copy_n(y, size_, end);
    return true;
  }

 private:
  /// Lower bound of each state's tolerance: the resolution of a double.
  static constexpr double kRounding = 1e-15;

  static int derivative(double, N_Vector y, N_Vector rate, void* self) {
    (*static_cast<Solver*>(self)->f_)(N_VGetArrayPointer(y), N_VGetArrayPointer(rate));
    return 0;
  }

  using Vector = std::unique_ptr<std::remove_pointer_t<N_Vector>, Free>;
  Vector vector() const { return Vector(N_VNew_Serial(static_cast<sunindextype>(size_), context_.get())); }

  std::size_t size_;
  const Derivative* f_ = nullptr;
  std::unique_ptr<std::remove_pointer_t<SUNContext>, Free> context_;
  Vector y_, tolerances_;
  std::unique_ptr<void, Free> memory_;
};

ReferenceSegment::ReferenceSegment(std::span<const double> tolerances)
    : solver_(std::make_unique<Solver>(tolerances)) {}
ReferenceSegment::~ReferenceSegment() = default;
ReferenceSegment::ReferenceSegment(ReferenceSegment&&) noexcept = default;
ReferenceSegment& ReferenceSegment::operator=(ReferenceSegment&&) noexcept = default;

bool ReferenceSegment::integrate(const Derivative& f, const double* begin, double h, double* end) {
  return solver_->integrate(f, begin, h, end);
}

}  // namespace hilspace::simulate
