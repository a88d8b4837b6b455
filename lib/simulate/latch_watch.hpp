#pragma once
// Latch watch: what becomes of the target's latch after the first impact (metrics/four_mass_metrics.hpp). Steps
// are short against the spring's period, so that a cubic or a straight line through their ends locates what is
// looked for.

#include "core/event.hpp"
#include "metrics/four_mass_metrics.hpp"

namespace hilspace::simulate {

class LatchWatch {
 public:
  /// `travel` > 0, l in m.
  explicit LatchWatch(double travel = 0.0) : travel_(travel) {}

  bool decided() const { return !(travel_ > 0.0) || is_decided_; }
  double outcome() const { return outcome_; }
  /// Greatest u until it is decided, m; undefined without a latch.
  double peak() const { return travel_ > 0.0 ? peak_ : metrics::kUndefined; }

  struct Look {
    double u, rate, p;  // m, m/s, m
  };

  /// A step of length h; `free`: after the first impact.
  void add(const Look& begin, const Look& end, double h, bool free) {
    raise_peak(begin, end, h);
    if (!free || decided()) return;
    const double passes = crossing(begin.p - travel_, end.p - travel_);
    const double returns = peak_ >= travel_ ? crossing(travel_ - begin.u, travel_ - end.u) : kNever;
    if (passes < kNever && passes <= returns && between(begin.u, end.u, passes) >= travel_)
      return decide(metrics::LatchOutcome::latched);
    if (end.rate > 0.0) return;
    if (peak_ < travel_) return decide(metrics::LatchOutcome::too_short);
    if (end.u < travel_) decide(metrics::LatchOutcome::never);
  }
  /// The front masses touch again.
  void touch() {
    if (!decided()) decide(metrics::LatchOutcome::re_impact);
  }

 private:
  /// Share of the step at which a straight line rises through 0; kNever if it does not.
  static double crossing(double begin, double end) {
    return begin < 0.0 && end >= 0.0 ? begin / (begin - end) : kNever;
  }
  static double between(double begin, double end, double x) { return begin + x * (end - begin); }

  void raise_peak(const Look& begin, const Look& end, double h) {
    double most = larger(begin.u, end.u);
    if (begin.rate > 0.0 && end.rate < 0.0) {
      const double x = begin.rate / (begin.rate - end.rate);
      most = larger(most, begin.u + 0.5 * h * x * begin.rate);
    }
    peak_ = larger(peak_, most);
  }
  void decide(metrics::LatchOutcome outcome) {
    outcome_ = static_cast<double>(outcome);
    is_decided_ = true;
  }

  double travel_;
  double peak_ = 0.0;
  double outcome_ = metrics::kUndefined;
  bool is_decided_ = false;
};

}  // namespace hilspace::simulate
