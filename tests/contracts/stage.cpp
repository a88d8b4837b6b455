// A stage that does not say when it is at rest.

#include "instruments/chain.hpp"

namespace hilspace::instruments {

struct Half {
  static constexpr std::size_t kStates = 0;
  Signal<double> output(const double*, Signal<double> in) const {
    return {0.5 * in.value, in.rate, in.acceleration};
  }
  void derivative(const double*, Signal<double>, double*) const {}
  void follow_ramp(Signal<double>, double*) const {}
  void freeze(const double*, Signal<double>, bool, Horizon<double>) const {}
  Outlook<double> look_ahead(const double*, Signal<double>, Outlook<double> before, Horizon<double>) const {
    return before;
  }
#ifdef RIGHT
  bool settled(const double*, Signal<double> in, double threshold) const {
    return magnitude(in.value) <= threshold;
  }
#endif
  template <class Self, class Other, class Visit>
  static void zip(Self&, Other&, Visit&&) {}
};

double shown() { return Chain<double, Half>{}.output(nullptr, {1.0, 0.0, 0.0}).value; }

}  // namespace hilspace::instruments
