// Boost.odeint, runge_kutta4 with a manually tuned fixed step. Quantizers round wherever the method
// evaluates. A step in which a contact begins or ends is divided there.

#include <boost/numeric/odeint.hpp>

#include "program.hpp"

namespace {

using namespace peers;

/// Location of the due event in a step from y0 to y1, by linear interpolation.
double share(const Pair& pair, const State& y0, const State& y1) {
  const bool docking = (pair.inside_docking(y1) > 0.0) != pair.touching_docking;
  const double a = docking ? pair.inside_docking(y0) : pair.inside_hil(y0);
  const double b = docking ? pair.inside_docking(y1) : pair.inside_hil(y1);
  return a / (a - b);
}

Results simulate(const Scenario& scenario, const Settings& settings) {
  boost::numeric::odeint::runge_kutta4<State> stepper;
  Pair pair(scenario);
  Measures measures(scenario);
  State y = pair.start();
  double time = 0.0;
  while (!measures.over(pair, y)) {
    double h = settings.step;
    const State begin = y;
    stepper.do_step(std::cref(pair), begin, time, y, h);
    if (pair.due(y)) {
      const double shorter = h * share(pair, begin, y);
      if (shorter > 1e-6 * h) {
        // Just after the event, so that it counts as having happened.
        h = std::min(h, shorter * (1.0 + 1e-6));
        stepper.do_step(std::cref(pair), begin, time, y, h);
      }
    }
    measures.add(pair, time, h, begin, y);
    if (pair.due(y)) pair.touch(y);
    time += h;
  }
  return measures.results();
}

}  // namespace

int main(int argc, char** argv) { return program(argc, argv, simulate); }
