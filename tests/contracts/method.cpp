// A method that cannot tell the state within its step.

#include "mechanism/plane.hpp"
#include "simulate/sixdof/sixdof_run.hpp"

namespace hilspace::simulate {

template <std::size_t N>
struct Euler {
  using State = std::array<double, N>;
  Euler(const State&, double, bool) {}
  unsigned derivatives() const { return 1; }
  template <class Derivative>
  double attempt(const Derivative& f, const State& y, double h) {
    begin = y;
    rate = f(y);
    length = h;
    return 0.0;
  }
#ifdef RIGHT
  State at(double x) const {
    State y = begin;
    for (std::size_t i = 0; i < N; ++i) y[i] += x * length * rate[i];
    return y;
  }
#endif
  State begin, rate;
  double length;
};

using Run = SixDofRun<models::SixDofModel<models::TipTouch<mechanism::Plane>, models::NoSix>, Euler>;
constexpr bool kInstruments = Run::kInstruments;

}  // namespace hilspace::simulate
