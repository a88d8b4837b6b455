// A law that does not say what energy its elastic part would give back.

#include "models/axial.hpp"

namespace hilspace::contact {

struct Spring {
  double stiffness = 1.0;
  bool touching = false;
  void begin_step(Signal<double> a, bool, Horizon<double>) { touching = a.value > 0.0; }
  double edge(Signal<double> a, bool, Horizon<double>) const {
    return time_to_reach(magnitude(a.value), -a.rate, -a.acceleration);
  }
  double force(Signal<double> a) const { return touching ? stiffness * a.value : 0.0; }
  double force_rate(Signal<double>, double moving) const { return touching ? stiffness * moving : 0.0; }
  bool jumps() const { return false; }
  double slope(Signal<double>) const { return stiffness; }
  double elastic(Signal<double> a) const { return force(a); }
#ifdef RIGHT
  double potential(Signal<double> a) const { return 0.5 * force(a) * a.value; }
#endif
};

using NoInstrument = instruments::Chain<double>;
constexpr std::size_t kStates = models::AxialModel<double, Spring, NoInstrument, NoInstrument>::kStates;

}  // namespace hilspace::contact
