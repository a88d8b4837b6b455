// Boost.odeint, runge_kutta_dopri5 with controlled steps and dense output. Quantizers round wherever the
// method evaluates; the beginning and the end of a contact are found by bisection on the dense output, where
// the integration restarts. Each step is sampled at four points.

#include <boost/numeric/odeint.hpp>

#include "program.hpp"

namespace {

using namespace peers;
namespace odeint = boost::numeric::odeint;

constexpr double kMagnitude = 100.0;  // of the states, in their units (pair.hpp)
constexpr int kLooks = 4;

/// Time just after the first event of the current step.
template <class Stepper>
double locate(Stepper& stepper, const Pair& pair, State& y) {
  double before = stepper.previous_time(), behind = stepper.current_time();
  while (behind - before > 1e-9) {
    const double middle = 0.5 * (before + behind);
    stepper.calc_state(middle, y);
    (pair.due(y) ? behind : before) = middle;
  }
  stepper.calc_state(behind, y);
  return behind;
}

Results simulate(const Scenario& scenario, const Settings& settings) {
  auto stepper = odeint::make_dense_output(settings.tolerance * kMagnitude, 0.0, settings.step,
                                           odeint::runge_kutta_dopri5<State>());
  Pair pair(scenario);
  Measures measures(scenario);
  State y = pair.start();
  stepper.initialize(y, 0.0, 0.1 * settings.step);
  for (;;) {
    stepper.do_step(std::cref(pair));
    const double begin = stepper.previous_time();
    State seen = stepper.previous_state();
    y = stepper.current_state();
    const bool due = pair.due(y);
    const double end = due ? locate(stepper, pair, y) : stepper.current_time();
    const double stretch = (end - begin) / kLooks;
    for (int look = 0; look < kLooks; ++look) {
      const double time = begin + look * stretch;
      State next = y;
      if (look + 1 < kLooks) stepper.calc_state(time + stretch, next);
      measures.add(pair, time, stretch, seen, next);
      seen = next;
    }
    if (due) {
      pair.touch(y);
      stepper.initialize(y, end, stepper.current_time_step());
    }
    if (measures.over(pair, y)) return measures.results();
  }
}

}  // namespace

int main(int argc, char** argv) { return program(argc, argv, simulate); }
