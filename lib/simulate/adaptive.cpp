// Adaptive steps of Dormand and Prince, with jumps located on the dense output.
//
// Both models take the same steps. Jumps are predicted as for fixed steps; missed ones are located afterwards
// by bisection on the first margin that has become negative. Within a step the metrics sample the dense
// output as finely as fixed steps do.

#include <algorithm>
#include <cmath>

#include "integrate/dopri5.hpp"
#include "integrate/smooth_share.hpp"
#include "simulate/delay_memory.hpp"
#include "simulate/solvers.hpp"

namespace hilspace::simulate {
namespace {

/// Longest step, relative to the pair's step. Longer ones would make the prediction of jumps unreliable.
constexpr double kLongestStep = 4.0;
/// Sampling interval of the metrics, relative to the pair's step.
constexpr double kLook = 0.25;
/// Shortest step, relative to the pair's step. Jumps are located, so it is shorter than with fixed steps.
constexpr double kNow = 1.0 / 4096.0;

/// Ratio of the local error to the tolerance.
template <std::size_t N>
double excess(const integrate::Dopri5Step<N>& step, const std::array<double, N>& scale, double tolerance) {
  double most = 0.0;
  for (std::size_t i = 0; i < N; ++i) {
    const double share = std::abs(step.error[i]) / (tolerance * scale[i]);
    if (scale[i] > 0.0 && !(share <= most)) most = share;
  }
  return most;
}

template <class Model>
auto step_of(const Model& run, double h) {
  return integrate::dopri5(run.state, h, [&run](const auto& y) { return run.model.derivative(y); });
}

template <class Run, class Step>
bool is_smooth(const Run& run, const Step& step, double x, Horizon<double> horizon) {
  bool smooth = true;
  run.model.margins(step.at(x), horizon, [&smooth](double margin) { smooth = smooth && margin >= 0.0; });
  return smooth;
}

template <class Pair>
class Adaptive {
 public:
  Adaptive(Pair& pair, const Scales<Pair>& scales, double tolerance, const Watcher& watch)
      : pair_(pair), scales_(scales), tolerance_(tolerance), watch_(watch), next_(pair.step) {}

  bool run(const std::atomic<bool>& stop) {
    for (unsigned steps = 1;; ++steps) {
      if (steps % kStepsBetweenLooks == 0 && stop.load(std::memory_order_relaxed)) return false;
      if (steps > kMostSteps) pair_.give_up(Outcome::work_limit);
      memory_.make_room(pair_, static_cast<std::size_t>(kLongestStep / kLook) + 1);
      const Horizon<double> horizon{next_, kNow * pair_.step, pair_.time};
      const double h = pair_.begin_step(horizon);
      if (pair_.over()) return true;
      take_step(std::min(h, next_), horizon);
    }
  }

 private:
  void take_step(double h, Horizon<double> horizon) {
    for (bool whole = h == next_;; whole = true) {
      const auto docking = step_of(pair_.docking, h);
      const auto hil = step_of(pair_.hil, h);
      const double error =
          std::max(excess(docking, scales_.docking, tolerance_), excess(hil, scales_.hil, tolerance_));
      const double factor = error > 0.0 ? std::clamp(0.9 * std::pow(error, -0.2), 0.2, 4.0) : 4.0;
      // A shorter step would not help: the numbers are growing without bound, which ends the run.
      if (!(error <= 1.0) && h > horizon.shortest) {
        h = std::max(h * std::min(std::isnan(error) ? 0.2 : factor, 0.9), horizon.shortest);
        continue;
      }
      // A step cut short by a jump gives no information about longer ones.
      next_ = std::clamp(whole ? h * factor : std::max(next_, h * factor), horizon.shortest,
                         kLongestStep * pair_.step);
      accept(docking, hil, h, smooth_share(docking, hil, h, horizon), horizon);
      return;
    }
  }

  /// The share of the step up to its first jump.
  template <class Docking, class Hil>
  double smooth_share(const Docking& docking, const Hil& hil, double h, Horizon<double> horizon) const {
    const auto smooth = [&](double x) {
      return is_smooth(pair_.docking, docking, x, horizon) && is_smooth(pair_.hil, hil, x, horizon);
    };
    return integrate::smooth_share(smooth, horizon.shortest / h);
  }

  template <class Docking, class Hil>
  void accept(const Docking& docking, const Hil& hil, double h, double share, Horizon<double> horizon) {
    const auto looks = static_cast<int>(std::ceil(share * h / (kLook * pair_.step) - 1e-9));
    auto docking_begin = pair_.docking.state;
    auto hil_begin = pair_.hil.state;
    for (int i = 0; i < std::max(looks, 1); ++i) {
      const double n = std::max(looks, 1);
      const double middle = share * (i + 0.5) / n, end = share * (i + 1.0) / n;
      const auto state = [&](const auto& step, double x) { return x == 1.0 ? step.end : step.at(x); };
      const auto docking_middle = state(docking, middle), docking_end = state(docking, end);
      const auto hil_middle = state(hil, middle), hil_end = state(hil, end);
      const auto views_docking =
          pair_.docking.moved({&docking_begin, &docking_middle, &docking_end}, horizon);
      const auto views_hil = pair_.hil.moved({&hil_begin, &hil_middle, &hil_end}, horizon);
      const double length = share * h / n;
      if (watch_) watch_(pair_.time, length, views_docking, views_hil);
      pair_.metrics.add(views_docking, views_hil, pair_.time, length);
      pair_.metrics.place_ends(views_docking, views_hil, pair_.time, horizon.shortest);
      pair_.time += length;
      docking_begin = docking_end;
      hil_begin = hil_end;
    }
  }

  Pair& pair_;
  const Scales<Pair>& scales_;
  double tolerance_;
  const Watcher& watch_;
  DelayMemory memory_;
  double next_;  // s, permitted by the error control
};

}  // namespace

template <class Pair>
bool run_dopri5(Pair& pair, const Scales<Pair>& scales, double tolerance, const Watcher& watch,
                const std::atomic<bool>& stop) {
  return Adaptive<Pair>(pair, scales, tolerance, watch).run(stop);
}

template bool run_dopri5(AnyPair<double>&, const Scales<AnyPair<double>>&, double, const Watcher&,
                         const std::atomic<bool>&);
template bool run_dopri5(CompensatedPair<double>&, const Scales<CompensatedPair<double>>&, double,
                         const Watcher&, const std::atomic<bool>&);

}  // namespace hilspace::simulate
