#pragma once
// A contact law that follows a given motion, step by step, as the models do it.

#include <algorithm>
#include <cmath>
#include <functional>

#include "contact/general_law.hpp"
#include "contact/hunt_crossley.hpp"

namespace hilspace::contact {

using Motion = std::function<Signal<double>(double)>;

/// Depth A sin(w t), which begins at 0 with rate A w and ends at 0 after pi/w.
inline Motion half_wave(double depth, double w) {
  return [=](double t) {
    return Signal<double>{depth * std::sin(w * t), depth * w * std::cos(w * t),
                          -depth * w * w * std::sin(w * t)};
  };
}

template <class Law>
class Moved {
 public:
  Law law;

  Moved(Law its_law, Motion motion, double longest)
      : law(its_law), motion_(std::move(motion)), longest_(longest) {}

  double time() const { return time_; }
  /// Begins a step and returns its length.
  double begin() {
    law.begin_step(now(), false, horizon());
    return std::min(longest_, std::max(law.edge(now(), false, horizon()), horizon().shortest));
  }
  void end(double h) { time_ += h; }
  Signal<double> now(double after = 0.0) const { return motion_(time_ + after); }
  double force(double after = 0.0) const { return law.force(now(after)); }
  Horizon<double> horizon() const { return {longest_, longest_ / 64.0, time_}; }

  /// Steps until `t`, calling each(h) once a step of length h has begun.
  template <class Each>
  void run(double t, Each&& each) {
    while (time_ < t) {
      const double h = std::min(begin(), t - time_);
      each(h);
      end(h);
    }
  }

 private:
  Motion motion_;
  double longest_;
  double time_ = 0.0;
};

/// Integral of F da over the step that has begun: Simpson's rule.
template <class Law>
double work(const Moved<Law>& run, double h) {
  const auto power = [&run](double after) { return run.force(after) * run.now(after).rate; };
  return h / 6.0 * (power(0.0) + 4.0 * power(0.5 * h) + power(h));
}

}  // namespace hilspace::contact
