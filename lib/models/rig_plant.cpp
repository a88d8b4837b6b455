#include "models/rig_plant.hpp"

#include <cmath>

#include "integrate/rk4.hpp"

namespace hilspace::models {

void RigPlant::advance(double command, double seconds) {
  command_ = command;
  const auto rate = [this](const State& y) {
    State its;
    hardware_.derivative(y.data(), command_, its.data());
    return its;
  };
  const double count = std::ceil(seconds / step_ - 1e-9);
  const double h = seconds / count;
  for (double i = 0.0; i < count; ++i) {
    hardware_.begin_step(y_.data(), command_, horizon(h));
    y_ = integrate::rk4_end(y_, rate(y_), h, rate);
    time_ += h;
  }
  hardware_.begin_step(y_.data(), command_, horizon(h));
}

}  // namespace hilspace::models
