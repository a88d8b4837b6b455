// SUNDIALS CVODE with root finding.
//
// VARIANT  adams, bdf               quantizers round wherever the method looks; roots are the beginnings and
// ends of
//                                   contacts
//          adams-roots, bdf-roots   quantizers are held, and their jumps are roots as well
// At every root the integration restarts: continuing with the history of another right-hand side was tried
// and is less accurate at the same cost. Adams uses fixed-point iteration, BDF Newton's with a dense matrix.
// Steps are sampled at two points.

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include <memory>
#include <type_traits>

#include "program.hpp"

namespace {

using namespace peers;

constexpr double kMagnitude = 100.0;  // of the states, in their units (pair.hpp)
constexpr int kLooks = 2;
constexpr long kMostSteps = 1'000'000;

void check(int result) {
  if (result < 0) throw std::runtime_error("CVODE: code " + std::to_string(result));
}

struct Free {
  void operator()(SUNContext it) const { SUNContext_Free(&it); }
  void operator()(N_Vector it) const { N_VDestroy(it); }
  void operator()(SUNMatrix it) const { SUNMatDestroy(it); }
  void operator()(SUNLinearSolver it) const { SUNLinSolFree(it); }
  void operator()(SUNNonlinearSolver it) const { SUNNonlinSolFree(it); }
  void operator()(void* it) const { CVodeFree(&it); }
};
template <class Handle>
using Owned = std::unique_ptr<std::remove_pointer_t<Handle>, Free>;

class Run {
 public:
  Run(const Scenario& scenario, const Settings& settings)
      : pair_(scenario), measures_(scenario), held_(settings.variant.ends_with("-roots")) {
    SUNContext context = nullptr;
    check(SUNContext_Create(nullptr, &context));
    context_.reset(context);
    y_.reset(N_VNew_Serial(State{}.size(), context));
    look_.reset(N_VNew_Serial(State{}.size(), context));
    at(y_) = pair_.start();
    hold(at(y_));
    const bool adams = settings.variant.starts_with("adams");
    memory_.reset(CVodeCreate(adams ? CV_ADAMS : CV_BDF, context));
    check(CVodeInit(memory_.get(), derivative, 0.0, y_.get()));
    check(CVodeSetUserData(memory_.get(), this));
    check(CVodeSStolerances(memory_.get(), 0.0, settings.tolerance * kMagnitude));
    check(CVodeSetMaxStep(memory_.get(), settings.step));
    check(CVodeSetErrFile(memory_.get(), nullptr));
    check(CVodeSetNoInactiveRootWarn(memory_.get()));
    if (adams) {
      iteration_.reset(SUNNonlinSol_FixedPoint(y_.get(), 0, context));
      check(CVodeSetNonlinearSolver(memory_.get(), iteration_.get()));
    } else {
      matrix_.reset(SUNDenseMatrix(State{}.size(), State{}.size(), context));
      linear_.reset(SUNLinSol_Dense(y_.get(), matrix_.get(), context));
      check(CVodeSetLinearSolver(memory_.get(), linear_.get(), matrix_.get()));
    }
    check(CVodeRootInit(memory_.get(), held_ ? 6 : 2, roots));
    std::array<int, 6> ways{0, 0, 1, 1, 1, 1};  // a cell is left, never entered, through its edges
    check(CVodeSetRootDirection(memory_.get(), ways.data()));
  }

  Results results() {
    double time = 0.0;
    State before = at(y_);
    for (long steps = 0; steps < kMostSteps; ++steps) {
      const double begin = time;
      const int how = CVode(memory_.get(), 1e9, y_.get(), &time, CV_ONE_STEP);
      check(how);
      const double stretch = (time - begin) / kLooks;
      for (int look = 0; look < kLooks; ++look) {
        const double seen = begin + look * stretch;
        if (look + 1 < kLooks) check(CVodeGetDky(memory_.get(), seen + stretch, 0, look_.get()));
        const State& next = look + 1 < kLooks ? at(look_) : at(y_);
        measures_.add(pair_, seen, stretch, before, next);
        before = next;
      }
      if (how == CV_ROOT_RETURN) pass_root(time);
      if (measures_.over(pair_, at(y_))) return measures_.results();
    }
    throw std::runtime_error("CVODE: too many steps");
  }

 private:
  template <class Vector>
  static State& at(const Vector& y) {
    return *reinterpret_cast<State*>(N_VGetArrayPointer(&*y));
  }

  /// The cells in which the run starts, also if it starts on an edge.
  void hold(const State& y) {
    constexpr double kMoment = 1e-9;
    shown_ = pair_.scenario.actuator.rounded(y[kActuator] + kMoment * y[kActuatorRate]);
    measured_ = pair_.scenario.sensor.rounded(y[kSensor]);
  }

  void pass_root(double time) {
    std::array<int, 6> way{};
    check(CVodeGetRootInfo(memory_.get(), way.data()));
    if (way[0] != 0) pair_.touching_docking = way[0] > 0;
    if (way[1] != 0) pair_.set_hil(at(y_), way[1] > 0);
    shown_ += pair_.scenario.actuator.resolution * ((way[2] > 0) - (way[3] > 0));
    measured_ += pair_.scenario.sensor.resolution * ((way[4] > 0) - (way[5] > 0));
    check(CVodeReInit(memory_.get(), time, y_.get()));
  }

  static int derivative(double, N_Vector y, N_Vector rate, void* self) {
    const Run& run = *static_cast<Run*>(self);
    if (run.held_)
      run.pair_.derivative(at(y), at(rate), run.shown_, run.measured_);
    else
      run.pair_(at(y), at(rate));
    return 0;
  }

  static int roots(double, N_Vector vector, double* out, void* self) {
    const Run& run = *static_cast<Run*>(self);
    const State& y = at(vector);
    out[0] = run.pair_.inside_docking(y);
    out[1] = run.pair_.inside_hil(y);
    if (!run.held_) return 0;
    const auto& [actuator, sensor] = std::tie(run.pair_.scenario.actuator, run.pair_.scenario.sensor);
    out[2] = y[kActuator] - run.shown_ - 0.5 * actuator.resolution;
    out[3] = run.shown_ - y[kActuator] - 0.5 * actuator.resolution;
    out[4] = y[kSensor] - run.measured_ - 0.5 * sensor.resolution;
    out[5] = run.measured_ - y[kSensor] - 0.5 * sensor.resolution;
    return 0;
  }

  Pair pair_;
  Measures measures_;
  bool held_;
  double shown_ = 0.0, measured_ = 0.0;  // held outputs of the quantizers
  Owned<SUNContext> context_;
  Owned<N_Vector> y_, look_;
  Owned<SUNMatrix> matrix_;
  Owned<SUNLinearSolver> linear_;
  Owned<SUNNonlinearSolver> iteration_;
  std::unique_ptr<void, Free> memory_;
};

Results simulate(const Scenario& scenario, const Settings& settings) {
  return Run(scenario, settings).results();
}

}  // namespace

int main(int argc, char** argv) { return program(argc, argv, simulate); }
