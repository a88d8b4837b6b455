// Inlined throughout, as for packs, the solve of so many slopes takes minutes to compile, and is no faster.
#include "core/scalar.hpp"
#undef HILSPACE_INLINE
#undef HILSPACE_INLINE_LAMBDA
#define HILSPACE_INLINE inline
#define HILSPACE_INLINE_LAMBDA

#include <algorithm>
#include <cmath>
#include <string_view>

#include "core/dual.hpp"
#include "metrics/numerical_error.hpp"
#include "simulate/collocation/linearised.hpp"

namespace hilspace::simulate {
namespace {

using Slopes = Dual<kGivenNumbers>;

/// Errors relative to m dg/g that the difference of both solves does not tell: of the docking model, of what follows from
/// states at the end, of largest values and areas, and of a signal at the time of a largest value or a difference of
/// largest values. Calibrated against the reference solver (docs/numerics.md).
constexpr double kFloorOfDocking = 1e-7, kFloorOfStates = 2e-6, kFloorOfSignals = 2e-5, kFloorOfPlaces = 5e-4;

template <class S, class Visit>
void each_number(CollocationSetup<S>& given, Visit&& visit) {
  std::size_t i = 0;
  for (S* its : {&given.linear.inverse_mass, &given.linear.actuator_square, &given.linear.actuator_drag,
                 &given.linear.sensor_square, &given.linear.sensor_drag, &given.stiffness,
                 &given.damping_number, &given.approach})
    visit(*its, i++);
}

/// By how far a number is changed, in units of a relative step. An elastic contact has chi = 0.
double scale(std::size_t number, const Givens& given) {
  constexpr std::size_t kDampingNumber = 6;
  constexpr double kLeastDamping = 0.1;
  return number == kDampingNumber ? larger(given[number], kLeastDamping) : given[number];
}

/// A pair of the same effort with each number seeded by itself.
template <Effort kEffort>
SolvedPair<Slopes, kEffort> seeded(const SolvedPair<double, kEffort>& pair) {
  SolvedPair<Slopes, kEffort> its;
  SolvedPair<double, kEffort>::zip(pair, its, [](double from, Slopes& to) { to = Slopes(from); });
  each_number(its.given, [](Slopes& number, std::size_t i) { number.slopes[i] = 1.0; });
  return its;
}

/// Its numbers after a step along one direction.
template <Effort kEffort>
SolvedPair<double, kEffort> moved(const SolvedPair<Slopes, kEffort>& pair, std::size_t direction,
                                  double step) {
  SolvedPair<double, kEffort> its;
  SolvedPair<double, kEffort>::zip(
      pair, its, [&](const Slopes& from, double& to) { to = from.value + step * from.slopes[direction]; });
  return its;
}

template <Effort kEffort>
metrics::Row row_of(const SolvedPair<double, kEffort>& pair, models::AxialSetup& setup) {
  // The metrics see mass and rate only.
  setup.chaser_mass = setup.target_mass = 2.0 / pair.given.linear.inverse_mass;
  setup.approach_velocity = pair.given.approach;
  return finish(pair, setup);
}

/// dm/dg.
template <Effort kEffort>
std::array<Givens, metrics::kMetricCount> slopes_of(const SolvedPair<Slopes, kEffort>& pair,
                                                    models::AxialSetup setup) {
  constexpr double kStep = 1e-5;
  std::array<Givens, metrics::kMetricCount> slopes;
  const Givens given = numbers_of(moved(pair, 0, 0.0).given);
  for (std::size_t i = 0; i < kGivenNumbers; ++i) {
    const double step = kStep * scale(i, given);
    const auto at = [&](double share) { return row_of(moved(pair, i, share * step), setup).values; };
    const auto below = at(-1.0), before = at(-0.5), after = at(0.5), above = at(1.0);
    for (std::size_t m = 0; m < metrics::kMetricCount; ++m) {
      const double wide = (above[m] - below[m]) / (2.0 * step), narrow = (after[m] - before[m]) / step;
      slopes[m][i] = (4.0 * narrow - wide) / 3.0;
    }
  }
  return slopes;
}

SolvedPair<double, kFine> start_fine(const CollocationPair<double>& pair) {
  SolvedPair<double, kFine> fine;
  fine.given = pair.given;
  fine.given.known = pair.metrics.hil.end - pair.metrics.hil.begin;
  return fine;
}

}  // namespace

Givens numbers_of(const CollocationSetup<double>& given) {
  Givens numbers;
  CollocationSetup<double> its = given;
  each_number(its, [&](double number, std::size_t i) { numbers[i] = number; });
  return numbers;
}

std::optional<LinearisedRow> linearised(const models::AxialSetup& setup) {
  const auto start = start_collocation(setup);
  if (!start) return std::nullopt;
  auto usual = seeded(*start);
  usual.run();
  const auto plain = moved(usual, 0, 0.0);
  if (!is_solved(plain, setup.penetration_limit, setup.time_limit)) return std::nullopt;
  auto fine = seeded(start_fine(plain));
  fine.run();
  if (!is_solved(moved(fine, 0, 0.0), setup.penetration_limit, setup.time_limit)) return std::nullopt;
  return LinearisedRow{finish(plain, setup), numbers_of(plain.given), slopes_of(fine, setup),
                       slopes_of(usual, setup)};
}

double floor_of_slope(const metrics::Metric& metric) {
  const std::string_view name = metric.name;
  if (name.ends_with("_docking")) return kFloorOfDocking;
  if (name.ends_with(".e_imax_pct") || name.ends_with(".e_abs_pct")) return kFloorOfPlaces;
  const bool is_signal =
      name.starts_with("force.") || name.starts_with("contact_force.") || name.starts_with("penetration.");
  return is_signal ? kFloorOfSignals : kFloorOfStates;
}

Slope LinearisedRow::along(std::size_t metric, const Givens& direction) const {
  double value = 0.0, difference = 0.0, relative = 0.0;
  for (std::size_t i = 0; i < kGivenNumbers; ++i) {
    if (direction[i] == 0.0) continue;
    value += fine[metric][i] * direction[i];
    difference += std::abs((fine[metric][i] - usual[metric][i]) * direction[i]);
    relative += std::abs(direction[i] / scale(i, given));
  }
  return {value, difference +
                     floor_of_slope(metrics::catalogue()[metric]) * relative * metrics::size_of(row, metric)};
}

}  // namespace hilspace::simulate
