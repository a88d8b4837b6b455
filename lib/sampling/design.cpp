#include "sampling/design.hpp"

#include <numeric>
#include <stdexcept>
#include <utility>

#include "core/random.hpp"
#include "sampling/openturns.hpp"

namespace hilspace::sampling {
namespace {

// Streams outside the range of scenario indices, which start at 0.
constexpr std::uint64_t kRandomStream = 0x72616e646f6d;
constexpr std::uint64_t kMorrisStream = 0x6d6f72726973;

Points empty(std::size_t dimensions, std::uint64_t size) {
  return Points(dimensions, std::vector<double>(size));
}

/// Centre of the l-th of equal slices.
double middle(std::uint64_t l, std::uint64_t levels) {
  return (static_cast<double>(l) + 0.5) / static_cast<double>(levels);
}

/// Uniformly distributed integer below n.
std::uint64_t below(std::uint64_t n, double u) {
  return static_cast<std::uint64_t>(u * static_cast<double>(n));
}

Points random(const DesignSetup& setup, std::size_t dimensions) {
  Points points = empty(dimensions, setup.samples);
  for (std::size_t j = 0; j < dimensions; ++j) {
    const RandomStream stream(setup.seed, j, kRandomStream);
    for (std::uint64_t i = 0; i < setup.samples; ++i) points[j][i] = stream.uniform(i);
  }
  return points;
}

Points one_at_a_time(const DesignSetup& setup, std::size_t dimensions) {
  Points points(dimensions, std::vector<double>(point_count(setup, dimensions), 0.5));
  for (std::size_t j = 0; j < dimensions; ++j)
    for (std::uint64_t l = 0; l < setup.levels; ++l)
      points[j][1 + j * setup.levels + l] = middle(l, setup.levels);
  return points;
}

Points morris(const DesignSetup& setup, std::size_t dimensions) {
  Points points = empty(dimensions, point_count(setup, dimensions));
  const std::uint64_t half = setup.levels / 2;
  std::vector<std::uint64_t> level(dimensions);
  std::vector<std::size_t> order(dimensions);
  std::uint64_t point = 0;
  for (std::uint64_t trajectory = 0; trajectory < setup.samples; ++trajectory) {
    const RandomStream stream(setup.seed, trajectory, kMorrisStream);
    std::uint64_t draw = 0;
    for (auto& l : level) l = below(setup.levels, stream.uniform(draw++));
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t left = dimensions; left > 1; --left)
      std::swap(order[left - 1], order[below(left, stream.uniform(draw++))]);
    const auto place = [&] {
      for (std::size_t j = 0; j < dimensions; ++j) points[j][point] = middle(level[j], setup.levels);
      ++point;
    };
    place();
    for (const std::size_t j : order) {
      level[j] = level[j] < half ? level[j] + half : level[j] - half;
      place();
    }
  }
  return points;
}

Points saltelli(const DesignSetup& setup, std::size_t dimensions) {
  const Points base = openturns::sobol(setup.samples, 2 * dimensions);
  const std::size_t size = dimensions + 2;
  Points points = empty(dimensions, point_count(setup, dimensions));
  for (std::size_t j = 0; j < dimensions; ++j)
    for (std::uint64_t block = 0; block < setup.samples; ++block)
      for (std::size_t k = 0; k < size; ++k)
        points[j][block * size + k] = base[k == j + 1 || k == size - 1 ? dimensions + j : j][block];
  return points;
}

}  // namespace

std::uint64_t point_count(const DesignSetup& setup, std::size_t dimensions) {
  switch (setup.type) {
    case DesignType::one_at_a_time:
      return 1 + setup.levels * dimensions;
    case DesignType::morris:
      return setup.samples * (dimensions + 1);
    case DesignType::saltelli:
      return setup.samples * (dimensions + 2);
    default:
      return setup.samples;
  }
}

Points points(const DesignSetup& setup, std::size_t dimensions) {
  switch (setup.type) {
    case DesignType::random:
      return random(setup, dimensions);
    case DesignType::latin_hypercube:
      return openturns::latin_hypercube(setup.samples, dimensions, setup.seed);
    case DesignType::sobol:
      return openturns::sobol(setup.samples, dimensions);
    case DesignType::halton:
      return openturns::halton(setup.samples, dimensions);
    case DesignType::one_at_a_time:
      return one_at_a_time(setup, dimensions);
    case DesignType::morris:
      return morris(setup, dimensions);
    case DesignType::saltelli:
      return saltelli(setup, dimensions);
    case DesignType::list:
      break;
  }
  throw std::invalid_argument("sampling::points: a list design holds its own points");
}

}  // namespace hilspace::sampling
