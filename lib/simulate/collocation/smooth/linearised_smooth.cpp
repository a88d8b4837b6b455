// Inlined throughout, as for packs, the solve of so many slopes takes minutes to compile, and is no faster.
#include "core/scalar.hpp"
#undef HILSPACE_INLINE
#undef HILSPACE_INLINE_LAMBDA
#define HILSPACE_INLINE inline
#define HILSPACE_INLINE_LAMBDA

#include <algorithm>
#include <cmath>

#include "core/dual.hpp"
#include "metrics/numerical_error.hpp"
#include "simulate/collocation/smooth/linearised_smooth.hpp"

namespace hilspace::simulate {
namespace {

constexpr std::size_t kDirections = 4;
using Slopes = Dual<kDirections>;
using Directions = std::span<const SmoothSetup<double>>;
using Row = std::array<double, metrics::kMetricCount>;

SmoothPlan fine_plan(const SmoothPlan& usual) {
  SmoothPlan its = usual;
  its.pieces = kMostSmoothPieces;
  its.rest = kMostRestPieces;
  its.looks = 3 * usual.looks;
  return its;
}

/// Seeded along these directions.
SmoothPair<Slopes> seeded(const SmoothPlan& plan, const SmoothSetup<double>& given, Directions directions) {
  SmoothPair<Slopes> its;
  its.plan = plan;
  SmoothSetup<double>::zip(given, its.given, [](double from, Slopes& to) { to = Slopes(from); });
  for (std::size_t d = 0; d < directions.size(); ++d)
    SmoothSetup<double>::zip(directions[d], its.given, [&](double from, Slopes& to) { to.slopes[d] = from; });
  auto &of_actuator = its.given.of_actuator, &of_sensor = its.given.of_sensor;
  for (Slopes* its_own :
       {&its.given.expected, &of_actuator.quickest, &of_actuator.rest, &of_sensor.quickest, &of_sensor.rest})
    its_own->slopes = {};
  return its;
}

/// Its numbers after a step along one direction.
SmoothPair<double> moved(const SmoothPair<Slopes>& pair, std::size_t direction, double step) {
  SmoothPair<double> its;
  its.plan = pair.plan;
  const auto move = [&](const Slopes& from, double& to) { to = from.value + step * from.slopes[direction]; };
  SmoothSetup<Slopes>::zip(pair.given, its.given, move);
  SmoothPair<Slopes>::zip_results(pair, its, move);
  return its;
}

Row metrics_of(const SmoothPair<double>& pair, models::AxialSetup& setup) {
  // The metrics see mass and rate only.
  setup.chaser_mass = setup.target_mass = 2.0 / pair.given.inverse_mass;
  setup.approach_velocity = pair.given.approach;
  return finish(pair, setup).values;
}

Row slopes_of(const SmoothPair<Slopes>& pair, std::size_t direction, models::AxialSetup setup) {
  constexpr double kStep = 1e-5;
  const auto at = [&](double share) { return metrics_of(moved(pair, direction, share * kStep), setup); };
  const Row below = at(-1.0), before = at(-0.5), after = at(0.5), above = at(1.0);
  Row slopes;
  for (std::size_t m = 0; m < slopes.size(); ++m) {
    const double wide = (above[m] - below[m]) / (2.0 * kStep), narrow = (after[m] - before[m]) / kStep;
    slopes[m] = (4.0 * narrow - wide) / 3.0;
  }
  return slopes;
}

/// Sum of the relative changes of all numbers.
double size_of(const SmoothSetup<double>& given, const SmoothSetup<double>& direction) {
  double sum = 0.0;
  SmoothSetup<double>::zip(given, direction, [&](double number, double change) {
    if (number != 0.0) sum += std::abs(change / number);
  });
  return sum;
}

}  // namespace

std::optional<LinearisedSmoothRow> linearised_smooth(const models::AxialSetup& setup, Directions directions) {
  const auto start = start_smooth(setup);
  if (!start) return std::nullopt;
  const auto holds = [&](const SmoothPair<Slopes>& pair) {
    return is_solved(moved(pair, 0, 0.0), setup.penetration_limit, setup.time_limit);
  };
  LinearisedSmoothRow found;
  for (std::size_t begin = 0; begin == 0 || begin < directions.size(); begin += kDirections) {
    const auto some = directions.subspan(begin, std::min(kDirections, directions.size() - begin));
    auto usual = seeded(start->plan, start->given, some);
    usual.run();
    auto fine = seeded(fine_plan(start->plan), start->given, some);
    fine.run();
    if (!holds(usual) || !holds(fine)) return std::nullopt;
    if (begin == 0) found.row = finish(moved(usual, 0, 0.0), setup);
    for (std::size_t d = 0; d < some.size(); ++d) {
      const Row first = slopes_of(usual, d, setup), second = slopes_of(fine, d, setup);
      const double change = size_of(start->given, some[d]);
      auto& slopes = found.slopes.emplace_back();
      for (std::size_t m = 0; m < slopes.size(); ++m)
        slopes[m] = {second[m], std::abs(second[m] - first[m]) + floor_of_slope(metrics::catalogue()[m]) *
                                                                     change * metrics::size_of(found.row, m)};
    }
  }
  return found;
}

}  // namespace hilspace::simulate
