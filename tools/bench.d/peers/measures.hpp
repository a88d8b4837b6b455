#pragma once
// The peers' error measures, from samples of a run: docs/theory.md, section 5. Signals are linear between two
// samples, and a quantized one is the staircase that follows from its linear input: the accuracy is that of
// the samples, and no peer has to resolve every step of a quantizer by sampling.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "pair.hpp"

namespace peers {

/// One signal in both models.
class Signal {
 public:
  /// `floor`: lower clipping limit of the HIL signal.
  Signal(const Instrument& seen_through, double floor)
      : resolution_(seen_through.resolution), cells_(seen_through.cells), floor_(floor) {}

  /// An interval of `h`: the docking signal runs from i0 to i1, the quantizer input of the HIL model from x0
  /// to x1.
  void add(double i0, double i1, double x0, double x1, double h) {
    peak_docking_ = std::max(peak_docking_, i1);
    area_docking_ += 0.5 * h * (i0 + i1);
    const double last = std::nearbyint(x1 * cells_);
    const double way = x1 >= x0 ? 1.0 : -1.0;
    double from = 0.0;
    for (double cell = std::nearbyint(x0 * cells_);; cell += way) {
      const bool here = cell * way >= last * way;
      const double until = here ? 1.0 : ((cell + 0.5 * way) * resolution_ - x0) / (x1 - x0);
      flat(cell * resolution_, i0 + from * (i1 - i0), i0 + until * (i1 - i0), (until - from) * h);
      if (here) return;
      from = until;
    }
  }

  /// peak_docking, peak_hil, e_imax, e_hmax_pct, e_abs_pct, e_aint_pct, e_hint_pct; `unit` in SI.
  std::array<double, 7> results(double unit) const {
    return {peak_docking_ * unit,
            peak_hil_ * unit,
            error_ * unit,
            100.0 * error_ / peak_docking_,
            100.0 * (peak_hil_ - peak_docking_) / peak_docking_,
            100.0 * (area_hil_ - area_docking_) / area_docking_,
            100.0 * area_error_ / area_docking_};
  }
  double peak_hil() const { return peak_hil_; }

 private:
  /// A step of the staircase.
  void flat(double hil, double i0, double i1, double h) {
    hil = std::max(hil, floor_);
    peak_hil_ = std::max(peak_hil_, hil);
    const double e0 = hil - i0, e1 = hil - i1;
    error_ = std::max({error_, e0, e1});
    area_hil_ += h * std::abs(hil);
    const double sum = std::abs(e0) + std::abs(e1);
    if (sum > 0.0) area_error_ += 0.5 * h * (e0 * e1 >= 0.0 ? sum : (e0 * e0 + e1 * e1) / sum);
  }

  double resolution_, cells_, floor_;
  double peak_docking_ = 0.0, peak_hil_ = 0.0, error_ = 0.0;
  double area_docking_ = 0.0, area_hil_ = 0.0, area_error_ = 0.0;
};

inline constexpr const char* kMeasures =
    "force.peak_docking,force.peak_hil,force.e_imax,force.e_hmax_pct,force.e_abs_pct,force.e_aint_pct,"
    "force.e_hint_pct,penetration.peak_docking,penetration.peak_hil,penetration.e_imax,penetration.e_hmax_"
    "pct,"
    "penetration.e_abs_pct,penetration.e_aint_pct,penetration.e_hint_pct,velocity.after_docking,"
    "velocity.after_hil,velocity.error,velocity.error_pct,restitution.docking,restitution.hil,"
    "contact.duration_docking,contact.duration_hil,contact.duration_error";
using Results = std::array<double, 23>;

class Measures {
 public:
  explicit Measures(const Scenario& s)
      : scenario_(s),
        force_(s.sensor, -std::numeric_limits<double>::infinity()),
        penetration_(s.actuator, 0.0) {}

  /// An interval without an event from y0 at `time` to y1; `pair` is its state during the interval.
  void add(const Pair& pair, double time, double h, const State& y0, const State& y1) {
    force_.add(pair.contact_docking(y0), pair.contact_docking(y1), y0[kSensor], y1[kSensor], h);
    penetration_.add(std::max(y0[kDepth], 0.0), std::max(y1[kDepth], 0.0), y0[kActuator], y1[kActuator], h);

    if (y0[kDepth] > 0.0 && y1[kDepth] <= 0.0) end_docking_ = time + h * crossing(y0[kDepth], y1[kDepth]);
    const double inside0 = pair.inside_hil(y0), inside1 = pair.inside_hil(y1);
    const double press0 = 1.0 + pair.slope_hil * y0[kActuatorRate];
    const double press1 = 1.0 + pair.slope_hil * y1[kActuatorRate];
    if (inside0 <= 0.0 && inside1 > 0.0)
      begin_hil_ = std::min(begin_hil_, time + h * crossing(inside0, inside1));
    if (inside0 > 0.0 && press0 > 0.0)
      end_hil_ = time + h * std::min(inside1 > 0.0 ? 1.0 : crossing(inside0, inside1),
                                     press1 > 0.0 ? 1.0 : crossing(press0, press1));
  }

  /// Checks the state between two intervals; returns whether both runs are over.
  bool over(const Pair& pair, const State& y) {
    if (!docking_over_ && pair.docking_over(y)) docking_over_ = true, velocity_docking_ = y[kSpeed];
    if (!hil_over_ && pair.hil_over(y, force_.peak_hil())) hil_over_ = true, velocity_hil_ = y[kBodySpeed];
    return docking_over_ && hil_over_;
  }

  Results results() const {
    constexpr double kMicro = 1e-6, kMilli = 1e-3;
    Results all{};
    auto out = all.begin();
    for (const double x : force_.results(1.0)) *out++ = x;
    for (const double x : penetration_.results(kMicro)) *out++ = x;
    const double error = velocity_hil_ - velocity_docking_;
    for (const double x : {velocity_docking_ * kMilli, velocity_hil_ * kMilli, error * kMilli,
                           100.0 * error / velocity_docking_, -velocity_docking_ / scenario_.velocity,
                           -velocity_hil_ / scenario_.velocity, end_docking_ * kMilli,
                           (end_hil_ - begin_hil_) * kMilli, (end_hil_ - begin_hil_ - end_docking_) * kMilli})
      *out++ = x;
    return all;
  }

 private:
  /// Zero crossing of a line from a to b on the other side of 0.
  static double crossing(double a, double b) { return a / (a - b); }

  const Scenario& scenario_;
  Signal force_, penetration_;
  double end_docking_ = 0.0, begin_hil_ = std::numeric_limits<double>::infinity(), end_hil_ = 0.0;
  bool docking_over_ = false, hil_over_ = false;
  double velocity_docking_ = 0.0, velocity_hil_ = 0.0;
};

}  // namespace peers
