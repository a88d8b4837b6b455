// Reference solver: SUNDIALS' explicit Runge-Kutta pair 7(8) of Fehlberg at tight tolerance, with its own
// root finding for the jumps. It shares only the models with the other solvers, and neither the method nor
// the step control nor the search for jumps.
//
// The pair's time grid is divided into quarter steps, so that the metrics sample it four times as finely as
// usual. Each of these segments is integrated with root finding; if there is a root, it is integrated again
// up to it.

#include <arkode/arkode_erkstep.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <tuple>
#include <vector>

#include "core/error.hpp"
#include "simulate/delay_memory.hpp"
#include "simulate/solvers.hpp"

namespace hilspace::simulate {
namespace {

/// The states of both models in one vector.
template <class Pair>
struct Both {
  using Docking = decltype(Pair{}.docking.state);
  using Hil = decltype(Pair{}.hil.state);
  static constexpr std::size_t kDocking = std::tuple_size_v<Docking>;
  static constexpr std::size_t kAll = kDocking + std::tuple_size_v<Hil>;

  static void put(const Pair& pair, double* y) {
    std::copy(pair.docking.state.begin(), pair.docking.state.end(), y);
    std::copy(pair.hil.state.begin(), pair.hil.state.end(), y + kDocking);
  }
  static Docking docking_of(const double* y) {
    Docking state;
    std::copy_n(y, state.size(), state.begin());
    return state;
  }
  static Hil hil_of(const double* y) {
    Hil state;
    std::copy_n(y + kDocking, state.size(), state.begin());
    return state;
  }
};

template <class Pair>
class Reference {
 public:
  Reference(Pair& pair, const Scales<Pair>& scales, double tolerance, const Watcher& watch)
      : pair_(pair), watch_(watch), grid_(kGrid * pair.step) {
    SUNContext context = nullptr;
    check(SUNContext_Create(nullptr, &context));
    context_.reset(context);
    y_ = vector();
    tolerances_ = vector();
    double* atol = N_VGetArrayPointer(tolerances_.get());
    for (std::size_t i = 0; i < States::kDocking; ++i) atol[i] = tolerance * scales.docking[i];
    for (std::size_t i = 0; i < scales.hil.size(); ++i)
      atol[States::kDocking + i] = tolerance * scales.hil[i];
    // Constant states have no scale and no error.
    for (std::size_t i = 0; i < States::kAll; ++i)
      atol[i] = atol[i] > 0.0 && finite(atol[i]) ? atol[i] : 1e-100;
    States::put(pair_, N_VGetArrayPointer(y_.get()));
    memory_.reset(ERKStepCreate(derivative, 0.0, y_.get(), context));
    if (memory_ == nullptr) throw RunError("SUNDIALS: no memory");
    check(ERKStepSetErrFile(memory_.get(), nullptr));
    check(ERKStepSetUserData(memory_.get(), this));
    check(ERKStepSVtolerances(memory_.get(), 0.0, tolerances_.get()));
    check(ERKStepSetTableNum(memory_.get(), ARKODE_FEHLBERG_13_7_8));
    check(ERKStepSetMaxNumSteps(memory_.get(), 100000));
    check(ERKStepSetMaxErrTestFails(memory_.get(), kMostTries));
  }

  bool run(const std::atomic<bool>& stop) {
    for (unsigned steps = 1;; ++steps) {
      if (steps % kLooks == 0 && stop.load(std::memory_order_relaxed)) return false;
      if (steps > kMostSegments) pair_.give_up(Outcome::work_limit);
      delays_.make_room(pair_, 1);
      horizon_ = {grid_, kNow * grid_, pair_.time};
      const double h = std::min(pair_.begin_step(horizon_), grid_);
      if (pair_.over()) return true;
      // The solver fails where numbers grow without bound.
      if (!take_step(h)) pair_.give_up(Outcome::diverged);
    }
  }

 private:
  using States = Both<Pair>;
  static constexpr unsigned kLooks = 64;
  static constexpr unsigned kMostSegments = kMostSteps;
  /// A jump closer than this share of the grid counts as immediate.
  static constexpr double kNow = 1e-7;
  /// Sampling interval of the metrics, relative to the pair's step.
  static constexpr double kGrid = 1.0 / 16.0;

  bool take_step(double h) {
    std::vector<double> middle, end;
    double reached = 0.0;
    if (!segment(h, true, middle, end, reached)) return false;
    if (reached < h) {
      h = std::max(reached, horizon_.shortest);
      if (!segment(h, false, middle, end, reached)) return false;
    }
    const auto docking_begin = pair_.docking.state;
    const auto hil_begin = pair_.hil.state;
    const auto docking_middle = States::docking_of(middle.data()),
               docking_end = States::docking_of(end.data());
    const auto hil_middle = States::hil_of(middle.data()), hil_end = States::hil_of(end.data());
    const auto docking = pair_.docking.moved({&docking_begin, &docking_middle, &docking_end}, horizon_);
    const auto hil = pair_.hil.moved({&hil_begin, &hil_middle, &hil_end}, horizon_);
    if (watch_) watch_(pair_.time, h, docking, hil);
    pair_.metrics.add(docking, hil, pair_.time, h);
    pair_.time += h;
    return true;
  }

  /// Integrates the pair's states over h, with the states in the middle and at the end; `reached` is less
  /// than h if a margin crossed 0.
  bool segment(double h, bool watch_margins, std::vector<double>& middle, std::vector<double>& end,
               double& reached) {
    double* y = N_VGetArrayPointer(y_.get());
    States::put(pair_, y);
    check(ERKStepReset(memory_.get(), 0.0, y_.get()));
    watch_roots(watch_margins ? count_margins() : 0);
    for (const double until : {0.5 * h, h}) {
      check(ERKStepSetInitStep(memory_.get(), 0.5 * h));
      check(ERKStepSetStopTime(memory_.get(), until));
      const int result = ERKStepEvolve(memory_.get(), until, y_.get(), &reached, ARK_NORMAL);
      if (result < 0) return false;
      if (result == ARK_ROOT_RETURN && reached < h) return true;
      (until < h ? middle : end).assign(y, y + States::kAll);
    }
    reached = h;
    return true;
  }

  void watch_roots(int count) {
    check(ERKStepRootInit(memory_.get(), count, count > 0 ? margins : nullptr));
    if (count == 0) return;
    std::vector<int> falling(static_cast<std::size_t>(count), -1);
    check(ERKStepSetRootDirection(memory_.get(), falling.data()));
    check(ERKStepSetNoInactiveRootWarn(memory_.get()));
  }

  template <class Visit>
  void visit_margins(const double* y, Visit&& visit) const {
    pair_.docking.model.margins(States::docking_of(y), horizon_, visit);
    pair_.hil.model.margins(States::hil_of(y), horizon_, visit);
  }
  int count_margins() const {
    int count = 0;
    visit_margins(N_VGetArrayPointer(y_.get()), [&count](double) { ++count; });
    return count;
  }

  static int derivative(double, N_Vector y, N_Vector rate, void* self) {
    const Pair& pair = static_cast<Reference*>(self)->pair_;
    const double* at = N_VGetArrayPointer(y);
    const auto docking = pair.docking.model.derivative(States::docking_of(at));
    const auto hil = pair.hil.model.derivative(States::hil_of(at));
    double* out = N_VGetArrayPointer(rate);
    std::copy(docking.begin(), docking.end(), out);
    std::copy(hil.begin(), hil.end(), out + States::kDocking);
    return 0;
  }

  static int margins(double, N_Vector y, double* out, void* self) {
    static_cast<Reference*>(self)->visit_margins(N_VGetArrayPointer(y),
                                                 [&out](double margin) { *out++ = margin; });
    return 0;
  }

  static void check(int result) {
    if (result < 0) throw RunError("SUNDIALS: set-up failed with code " + std::to_string(result));
  }

  struct Free {
    void operator()(SUNContext context) const { SUNContext_Free(&context); }
    void operator()(N_Vector vector) const { N_VDestroy(vector); }
    void operator()(void* memory) const { ERKStepFree(&memory); }
  };
  using Vector = std::unique_ptr<std::remove_pointer_t<N_Vector>, Free>;
  Vector vector() const {
    return Vector(N_VNew_Serial(static_cast<sunindextype>(States::kAll), context_.get()));
  }

  Pair& pair_;
  const Watcher& watch_;
  double grid_;
  Horizon<double> horizon_{};
  DelayMemory delays_;
  std::unique_ptr<std::remove_pointer_t<SUNContext>, Free> context_;
  Vector y_, tolerances_;
  std::unique_ptr<void, Free> memory_;
};

}  // namespace

template <class Pair>
bool run_reference(Pair& pair, const Scales<Pair>& scales, double tolerance, const Watcher& watch,
                   const std::atomic<bool>& stop) {
  return Reference<Pair>(pair, scales, tolerance, watch).run(stop);
}

template bool run_reference(AnyPair<double>&, const Scales<AnyPair<double>>&, double, const Watcher&,
                            const std::atomic<bool>&);
template bool run_reference(CompensatedPair<double>&, const Scales<CompensatedPair<double>>&, double,
                            const Watcher&, const std::atomic<bool>&);

}  // namespace hilspace::simulate
