#include "analysis/stability/delay_stability.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <limits>
#include <numbers>

namespace hilspace::analysis {
namespace {

using Complex = std::complex<double>;
using std::numbers::pi;

/// Bisects the change of a function that is true at `yes` and false at `no`, to the last bit.
template <class Is>
double border(double yes, double no, Is&& is) {
  for (int i = 0; i < 200; ++i) {
    const double middle = 0.5 * (yes + no);
    if (middle == yes || middle == no) break;
    (is(middle) ? yes : no) = middle;
  }
  return yes;
}

/// (118)
double closed_crossing(const ContactLoop& loop) {
  const double rate = loop.damping / loop.mass, square = loop.stiffness / loop.mass;
  return std::sqrt(0.5 * rate * rate + std::hypot(0.5 * rate * rate, square));
}

CriticalDelay closed_form(const ContactLoop& loop) {
  const double w = closed_crossing(loop);
  return {std::atan2(w * loop.damping, loop.stiffness) / w, w, DelayMethod::closed_form};
}

// ---- with lags

/// Continuous phase of a + b s + c s^2 at s = jw; the imaginary part does not change sign.
Complex at(const std::array<double, 3>& polynomial, double w) {
  return {polynomial[0] - polynomial[2] * w * w, polynomial[1] * w};
}

/// ln |L(jw)|, and the continuous phase of L relative to that of -1, both without the delay.
struct Response {
  double gain;
  double phase;
};
Response response(const ContactLoop& loop, double w) {
  const Complex contact(loop.stiffness, w * loop.damping);
  Response all{std::log(std::abs(contact) / (loop.mass * w * w)), std::arg(contact)};
  for (const auto& lag : loop.lags) {
    const Complex over = at(lag.numerator, w), under = at(lag.denominator, w);
    all.gain += std::log(std::abs(over) / std::abs(under));
    all.phase += std::arg(over) - std::arg(under);
  }
  for (const double period : loop.holds) {
    const double half = 0.5 * w * period;
    all.gain += std::log(std::abs(std::sin(half)) / half);
    all.phase -= half;
  }
  if (const auto [order, lag] = loop.extrapolation; order > 0) {
    // As a product over its zeros q_k = 1 - (a root of 1 of order n + 1): all outside the unit circle, so that each
    // factor stays right of 0.
    const Complex q = std::polar(1.0, -w * lag);
    all.gain += std::log(order + 1.0);
    for (int k = 1; k <= order; ++k) {
      const Complex factor = 1.0 - q / (1.0 - std::polar(1.0, 2.0 * pi * k / (order + 1.0)));
      all.gain += std::log(std::abs(factor));
      all.phase += std::arg(factor);
    }
  }
  return all;
}

/// Nyquist criterion: the loop gain is above 1 up to the first crossing, and between further pairs of them.
/// Without delay the loop is stable if the phase ends the first range within the turn in which it began (from
/// that of -1 to half a turn beyond), and each further range within the turn in which that range began. The
/// delay adds the phase -w h.
CriticalDelay by_frequency_response(const ContactLoop& loop) {
  constexpr double kRatio = 1.01;
  const double middle = closed_crossing(loop);
  CriticalDelay found{std::numeric_limits<double>::infinity(), middle, DelayMethod::frequency_response};
  const auto turn = [](double phase) { return std::floor(phase / (2.0 * pi)); };
  double entered = 0.0;  // turn at the start of the current range
  bool above = true;
  for (double w = 1e-3 * middle; w < 1e4 * middle; w *= kRatio) {
    const double next = w * kRatio;
    if ((response(loop, next).gain > 0.0) == above) continue;
    const double crossing =
        border(w, next, [&](double at_w) { return (response(loop, at_w).gain > 0.0) == above; });
    const double phase = response(loop, crossing).phase;
    if (above && turn(phase) != entered) return {0.0, crossing, DelayMethod::frequency_response};
    if (const double delay = (phase - 2.0 * pi * turn(phase)) / crossing; delay < found.delay)
      found = {delay, crossing, DelayMethod::frequency_response};
    entered = turn(phase);
    above = !above;
  }
  // A lead against a delay alone can keep the gain above 1 at any frequency, where every turn is passed.
  if (above) return {0.0, middle, DelayMethod::frequency_response};
  return found;
}

// ---- with a hold

/// Schur-Cohn test: whether all roots of a polynomial (highest power first) are inside the unit circle.
bool is_inside(std::vector<double> a) {
  std::vector<double> reduced;
  while (a.size() > 1) {
    const std::size_t n = a.size() - 1;
    const double share = a[n] / a[0];
    if (!(std::abs(share) < 1.0)) return false;
    reduced.resize(n);
    for (std::size_t i = 0; i < n; ++i) reduced[i] = a[i] - share * a[n - i];
    std::swap(a, reduced);
  }
  return true;
}

/// If the delay exceeds that many periods, a hold is equivalent to half a period of delay.
constexpr double kMostPeriods = 300.0;

CriticalDelay by_multipliers(const ContactLoop& loop, double period) {
  const CriticalDelay without = closed_form(loop);  // an upper bound: a hold only reduces it
  const double delay =
      is_stable_sampled(loop, 0.0, period)
          ? border(0.0, without.delay, [&](double h) { return is_stable_sampled(loop, h, period); })
          : 0.0;
  return {delay, without.frequency, DelayMethod::multipliers};
}

}  // namespace

double effective_mass(double mass, double arm, double angle, double inertia) {
  const double lever = arm * std::cos(angle);
  return mass / (1.0 + mass * lever * lever / inertia);
}

bool is_stable_sampled(const ContactLoop& loop, double delay, double period) {
  const auto whole = static_cast<std::size_t>(delay / period);
  const double T = period, u = T - (delay - static_cast<double>(whole) * T);
  const double k = loop.stiffness / loop.mass, b = loop.damping / loop.mass;
  std::vector<double> a(whole + 4, 0.0);
  const auto add = [&](std::size_t power, double value) { a[a.size() - 1 - power] += value; };
  add(whole + 3, 1.0);
  add(whole + 2, -2.0);
  add(whole + 1, 1.0);
  const double level = 0.5 * k * T * T, slope = (k * u + b) * T, bend = 0.5 * k * u * u + b * u;
  add(2, bend);
  add(1, level + slope - 2.0 * bend);
  add(0, level - slope + bend);
  return is_inside(std::move(a));
}

CriticalDelay critical_delay(const ContactLoop& loop) {
  const bool alone = loop.lags.empty() && loop.extrapolation.order == 0;
  if (alone && loop.holds.empty()) return closed_form(loop);
  if (alone && loop.holds.size() == 1 && closed_form(loop).delay < kMostPeriods * loop.holds.front())
    return by_multipliers(loop, loop.holds.front());
  return by_frequency_response(loop);
}

double delay_margin(const ContactLoop& loop, double delay) {
  constexpr double kLeast = std::numeric_limits<double>::min();
  const CriticalDelay its = critical_delay(loop);
  if (its.delay > 0.0 || its.method == DelayMethod::closed_form) return its.delay - delay;
  if (its.method == DelayMethod::multipliers && is_stable_sampled(loop, delay, loop.holds.front()))
    return kLeast;
  return -std::max(delay, kLeast);
}

std::optional<DampingRange> stable_damping(ContactLoop loop, double delay) {
  const auto margin = [&](double damping) {
    loop.damping = damping;
    return critical_delay(loop).delay - delay;
  };
  // The permissible delay is largest at a damping of the order of sqrt(k m), with a single maximum.
  const double scale = std::sqrt(loop.stiffness * loop.mass);
  constexpr double kRatio = 1.5;
  double best = scale, largest = margin(best);
  for (double damping = 1e-3 * scale; damping < 1e3 * scale; damping *= kRatio)
    if (const double its = margin(damping); its > largest) {
      largest = its;
      best = damping;
    }
  double low = best / kRatio, high = best * kRatio;
  for (int i = 0; i < 40; ++i) {
    const double left = low + (high - low) / 3.0, right = high - (high - low) / 3.0;
    if (margin(left) < margin(right))
      low = left;
    else
      high = right;
  }
  best = 0.5 * (low + high);
  if (!(margin(best) > 0.0)) return std::nullopt;
  const auto is_stable = [&](double damping) {
    loop.damping = damping;
    return delay_margin(loop, delay) > 0.0;
  };
  const double endless = 1e9 * scale;  // beyond that, and below its inverse, the search ends
  const double least = border(best, 0.0, is_stable);
  return DampingRange{
      least > scale * scale / endless ? least : 0.0,
      is_stable(endless) ? std::numeric_limits<double>::infinity() : border(best, endless, is_stable)};
}

}  // namespace hilspace::analysis
