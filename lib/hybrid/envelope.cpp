#include "hybrid/envelope.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

namespace hilspace::hybrid {
namespace {

using Complex = std::complex<double>;
using namespace instruments;

/// Phase by which the paths may be late at the loop's frequency: beyond it nobody builds a testbed, and the number of
/// its boundaries grows without bound. rad
constexpr double kLatest = 10.0;
/// The same at a low-pass's frequency and at b/m: no loop is stable with a damping so large, behind a path so late. rad
constexpr double kFastest = 100.0;
constexpr double kInfinite = std::numeric_limits<double>::infinity();

/// Delay and half periods, of which its phase turns at any frequency. s
double turning(const LinearPath& path) {
  double sum = path.delay;
  for (const double period : path.holds) sum += 0.5 * period;
  return sum;
}

Complex real_part(const HybridLoop& loop, double w) {
  return Complex(loop.real_stiffness, w * loop.real_damping) * loop.real.at({0.0, w});
}

/// k_v + j w b_v on the boundary.
Complex border(const HybridLoop& loop, double w) {
  return (loop.mass * w * w - real_part(loop, w)) / loop.computed.at({0.0, w});
}

Complex characteristic(const HybridLoop& loop, double w) {
  return real_part(loop, w) - loop.mass * w * w +
         Complex(loop.virtual_stiffness, w * loop.virtual_damping) * loop.computed.at({0.0, w});
}

/// How far its argument turns between two frequencies: halved until the halves add up to the whole, so that no two
/// near passes of 0 are taken for none.
double turn(const HybridLoop& loop, double from, Complex at_from, double to, Complex at_to, int depth = 0) {
  const double direct = std::arg(at_to / at_from), middle = 0.5 * (from + to);
  const Complex between = characteristic(loop, middle);
  const double first = std::arg(between / at_from), second = std::arg(at_to / between);
  const bool is_smooth =
      std::max(std::abs(first), std::abs(second)) < 0.3 && std::abs(direct - first - second) < 0.1;
  if (is_smooth || depth > 40 || std::isnan(first + second)) return first + second;
  return turn(loop, from, at_from, middle, between, depth + 1) +
         turn(loop, middle, between, to, at_to, depth + 1);
}

/// Frequency of the delay-free loop with that stiffness; never 0.
double natural(const HybridLoop& loop, double stiffness) {
  return std::sqrt(std::max(stiffness, 1e-12) / loop.mass);
}

/// Frequencies at which the boundary is looked at, up to where m w^2 cannot be balanced by what is asked for.
std::vector<double> frequencies(const HybridLoop& loop) {
  const double slow = natural(loop, loop.real_stiffness + std::abs(loop.virtual_stiffness));
  const double late = turning(loop.computed);
  double last = 20.0 * slow;
  if (late > 0.0) last = std::max(last, 2.0 * std::numbers::pi / late);
  const double fastest = late > 0.0 ? kFastest / late : kInfinite;
  for (const Section& lag : loop.computed.lags)
    if (lag.denominator[2] != 0.0)
      last = std::max(last,
                      std::min(10.0 * std::sqrt(std::abs(lag.denominator[0] / lag.denominator[2])), fastest));
  std::vector<double> all;
  for (double w = 1e-3 * slow; w < last;) {
    all.push_back(w);
    const double both = late + (w < 20.0 * slow ? turning(loop.real) : 0.0);
    w += std::min(0.02 * w, both > 0.0 ? 0.05 / both : kInfinite);
  }
  return all;
}

/// A frequency between two at which `is` changes.
template <class Is>
double change(double low, double high, Is&& is) {
  const bool at_low = is(low);
  for (int i = 0; i < 100; ++i) {
    const double middle = 0.5 * (low + high);
    if (middle == low || middle == high) break;
    (is(middle) == at_low ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

/// Number of roots right of the imaginary axis, by the argument along it (Mikhailov). Of a sum of stiffnesses above 0.
int unstable_roots(const HybridLoop& loop) {
  const double stiffness = loop.real_stiffness + std::abs(loop.virtual_stiffness);
  const double damping = loop.real_damping + std::abs(loop.virtual_damping);
  // From here on m w^2 is 20 times the rest, even where a low-pass raises it.
  const double part = 40.0 * damping / loop.mass;
  const double last = 0.5 * (part + std::sqrt(part * part + 160.0 * stiffness / loop.mass));
  const double late = turning(loop.real) + turning(loop.computed), slow = natural(loop, stiffness);
  double sum = 0.0, w = 0.0;
  Complex here(loop.real_stiffness + loop.virtual_stiffness, 0.0);
  while (w < last) {
    const double step = std::min(0.02 * (w + slow), late > 0.0 ? 0.1 / late : kInfinite), next = w + step;
    const Complex there = characteristic(loop, next);
    sum += turn(loop, w, here, next, there);
    w = next;
    here = there;
  }
  return static_cast<int>(std::lround(1.0 - sum / std::numbers::pi));
}

}  // namespace

bool is_answerable(const HybridLoop& loop) {
  const double stiffness = loop.real_stiffness + std::abs(loop.virtual_stiffness);
  const double damping = loop.real_damping + std::abs(loop.virtual_damping);
  const double late = turning(loop.real) + turning(loop.computed);
  return late * natural(loop, stiffness) <= kLatest && late * damping / loop.mass <= kFastest &&
         std::isfinite(characteristic(loop, natural(loop, stiffness)).real());
}

HybridLoop loop_of(double mass, const HybridSetup& setup, const ChainSetup& actuator,
                   const ChainSetup& force_sensor) {
  HybridLoop loop{
      mass, setup.real_stiffness, setup.real_damping, setup.virtual_stiffness, setup.virtual_damping, {}, {},
      true};
  const auto add = [&](LinearPath& path, const ChainSetup& chain) {
    for (const StageSetup& stage : chain.all()) loop.is_whole &= path.add(stage);
  };
  add(loop.real, actuator);
  if (setup.source != Source::commanded) loop.computed = loop.real;
  add(loop.real, force_sensor);
  if (setup.source == Source::measured) loop.computed.delay += setup.measurement_delay;
  if (setup.rate > 0.0) loop.computed.holds.push_back(1.0 / setup.rate);
  return loop;
}

bool is_stable(const HybridLoop& loop) {
  return loop.real_stiffness + loop.virtual_stiffness > 0.0 && unstable_roots(loop) == 0;
}

Complex root_near(const HybridLoop& loop, Complex s) {
  for (int i = 0; i < 100; ++i) {
    const Complex real = std::exp(-s * loop.real.delay), computed = std::exp(-s * loop.computed.delay);
    const Complex r = loop.real_stiffness + loop.real_damping * s,
                  v = loop.virtual_stiffness + loop.virtual_damping * s;
    const Complex value = loop.mass * s * s + r * real + v * computed;
    const Complex slope = 2.0 * loop.mass * s + (loop.real_damping - loop.real.delay * r) * real +
                          (loop.virtual_damping - loop.computed.delay * v) * computed;
    const Complex step = value / slope;
    s -= step;
    if (std::abs(step) <= 1e-14 * std::abs(s)) return s;
  }
  return {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()};
}

std::optional<DampingRange> stable_damping(HybridLoop loop) {
  loop.virtual_damping = 0.0;  // asked for
  if (!(loop.real_stiffness + loop.virtual_stiffness > 0.0) || !is_answerable(loop)) return std::nullopt;
  const auto above = [&](double w) { return border(loop, w).real() > loop.virtual_stiffness; };
  bool was_above = false;
  constexpr double kRounding = 1e-13;
  // Where k(w) rises through k_v, two roots become stable with more damping; where it falls, unstable.
  struct Border {
    double damping;
    int more_unstable;
  };
  const std::vector<double> list = frequencies(loop);
  std::vector<Border> borders;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const bool is_above = above(list[i]);
    if (i > 0 && is_above != was_above) {
      const double w = change(list[i - 1], list[i], above);
      const double damping = border(loop, w).imag() / w;
      borders.push_back({std::abs(damping) > kRounding * loop.mass * w ? damping : 0.0, was_above ? 2 : -2});
    }
    was_above = is_above;
  }
  std::ranges::sort(borders, {}, &Border::damping);
  struct Range {
    DampingRange its;
    int unstable;  // roots, compared with dampings below all borders
  };
  std::vector<Range> ranges;
  for (std::size_t i = 0; i < borders.size(); ++i)
    ranges.push_back({{borders[i].damping, i + 1 < borders.size() ? borders[i + 1].damping : kInfinite},
                      borders[i].more_unstable + (ranges.empty() ? 0 : ranges.back().unstable)});
  const double late = turning(loop.computed), largest = late > 0.0 ? kFastest * loop.mass / late : kInfinite;
  std::erase_if(ranges, [&](const Range& range) {
    return !(std::min(range.its.most, largest) > std::max(range.its.least, -largest));
  });
  if (ranges.empty()) return std::nullopt;
  const auto within = [&](const Range& range) {
    return std::isinf(range.its.most)
               ? range.its.least + std::max(std::abs(range.its.least), 1e-3)
               : 0.5 * (std::max(range.its.least, -largest) + std::min(range.its.most, largest));
  };
  std::ranges::stable_sort(ranges, {}, [&](const Range& range) { return std::abs(within(range)); });
  const auto roots = [&](const Range& range) {
    loop.virtual_damping = within(range);
    return unstable_roots(loop);
  };
  // Roots are counted for the least damping: the larger it is, the more frequencies decide. What has no unstable
  // root by the borders is counted itself, since frequencies end somewhere.
  const int below_all = roots(ranges.front()) - ranges.front().unstable;
  for (const Range& range : ranges)
    if (below_all + range.unstable == 0 && roots(range) == 0) return range.its;
  return std::nullopt;
}

double largest_stiffness(HybridLoop loop) {
  constexpr double kNoAnswer = std::numeric_limits<double>::quiet_NaN();
  loop.virtual_stiffness = loop.virtual_damping = 0.0;
  if (!is_answerable(loop)) return kNoAnswer;
  const auto stiffness = [&](double w) { return border(loop, w).real(); };
  // Just below the tip there is a narrow range.
  const auto is_tip = [&](double top) {
    loop.virtual_stiffness = top - 1e-3 * (std::abs(top) + loop.real_stiffness);
    const auto range = stable_damping(loop);
    loop.virtual_stiffness = 0.0;
    return range && range->most - range->least < 0.3 * std::abs(range->most);
  };
  const std::vector<double> list = frequencies(loop);
  constexpr int kMostTops = 3;  // further ones are far beyond
  int tops = 0;
  if (list.size() < 3) return kInfinite;
  double before = stiffness(list[0]), here = stiffness(list[1]);
  for (std::size_t i = 1; i + 1 < list.size(); ++i) {
    const double behind = stiffness(list[i + 1]);
    const bool is_top = here > before && here >= behind;
    before = here;
    here = behind;
    if (!is_top) continue;
    double low = list[i - 1], high = list[i + 1];
    for (int step = 0; step < 200; ++step) {
      const double left = low + (high - low) / 3.0, right = high - (high - low) / 3.0;
      if (left == low && right == high) break;
      if (stiffness(left) < stiffness(right))
        low = left;
      else
        high = right;
    }
    const double top = stiffness(0.5 * (low + high));
    if (is_tip(top)) return top;
    loop.virtual_stiffness = top;
    if (!is_answerable(loop) || ++tops == kMostTops) return kNoAnswer;
  }
  return kInfinite;
}

}  // namespace hilspace::hybrid
