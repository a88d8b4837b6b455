#include "simulate/collocation/pack_order.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <utility>

#include "contact/law.hpp"

namespace hilspace::simulate {
namespace {

/// Of the widest pack; others divide it.
constexpr std::ptrdiff_t kPack = 8;
/// Cells that pass faster are all alike: a part of a turn of the sensor, rad.
constexpr double kFast = 0.05;

struct Point {
  std::array<double, 4> coordinates;
  std::size_t place;
};

/// `actuator_lag`: s.
Point point(const CollocationSetup<double>& given, double actuator_lag, std::size_t place) {
  const Linear<double>& linear = given.linear;
  const double v0 = given.approach, depth = std::pow(v0 * v0 / (linear.inverse_mass * given.stiffness), 0.4);
  const double duration = depth / v0;  // but for a factor
  const double lag = actuator_lag + linear.sensor_drag / linear.sensor_square;
  const double frequency = std::sqrt(linear.sensor_square);
  return {{std::log(lag / duration), given.damping_number, std::log(frequency * duration),
           std::log(frequency * given.quantum / v0 + kFast)},
          place};
}

void halve(std::span<Point> points) {
  if (std::ssize(points) <= kPack) return;
  std::size_t widest = 0;
  double width = -1.0;
  for (std::size_t k = 0; k < points[0].coordinates.size(); ++k) {
    const auto [least, most] =
        std::ranges::minmax(points, {}, [k](const Point& its) { return its.coordinates[k]; });
    const double range = most.coordinates[k] - least.coordinates[k];
    if (range > width) {
      width = range;
      widest = k;
    }
  }
  const std::ptrdiff_t packs = (std::ssize(points) + kPack - 1) / kPack, half = (packs + 1) / 2 * kPack;
  std::ranges::nth_element(points, points.begin() + half, {},
                           [widest](const Point& its) { return its.coordinates[widest]; });
  halve(points.first(static_cast<std::size_t>(half)));
  halve(points.subspan(static_cast<std::size_t>(half)));
}

void add_places(std::span<Point> points, std::vector<std::size_t>& order) {
  halve(points);
  for (const Point& its : points) order.push_back(its.place);
}

}  // namespace

std::vector<std::size_t> pack_order(std::span<const CollocationPair<double>> pairs) {
  std::vector<Point> points;
  points.reserve(pairs.size());
  for (const auto& pair : pairs) {
    const Linear<double>& linear = pair.given.linear;
    points.push_back(point(pair.given, linear.actuator_drag / linear.actuator_square, points.size()));
  }
  std::vector<std::size_t> order;
  order.reserve(points.size());
  add_places(points, order);
  return order;
}

std::vector<std::size_t> pack_order(std::span<const ChainedPair<double>> pairs) {
  // Chains of as many sections, with and without a delay.
  std::map<std::pair<std::ptrdiff_t, bool>, std::vector<Point>> alike;
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const auto& given = pairs[k].given;
    const auto sections =
        std::ranges::count_if(given.actuator.sections, [](const auto& its) { return its.present > 0.0; });
    alike[{sections, given.delay > 0.0}].push_back(point(given, given.lag, k));
  }
  std::vector<std::size_t> order;
  order.reserve(pairs.size());
  for (auto& [chain, points] : alike) add_places(points, order);
  return order;
}

}  // namespace hilspace::simulate
