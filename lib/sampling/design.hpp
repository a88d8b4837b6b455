#pragma once
// Designs: sample points in the unit cube. Pure: the same setup gives the same points.
//
// A coordinate u is a probability; sampling/distribution.hpp converts it to a parameter's value. Every design
// except `latin_hypercube` and `one_at_a_time` can be extended: with more samples, its first points do not
// change.
//
//   random           independent points
//   latin_hypercube  one point in each of `samples` equal slices of every coordinate; annealed for a low
//                    centred discrepancy, up to a number of points beyond which that brings no gain
//   sobol, halton    low-discrepancy sequences from their second point on, so that no u is 0
//   one_at_a_time    all at u = 1/2, then each coordinate in turn at u = (l + 1/2)/levels,
//                    l = 0 ... levels - 1
//   morris           `samples` trajectories, one after the other, of dimensions + 1 points: each step moves
//                    one coordinate by a half between u = (l + 1/2)/levels; all coordinates, in random order
//                    [Morris, Technometrics 33 (1991) 161]
//   saltelli         `samples` blocks, one after the other, of dimensions + 2 points: A, then A with
//                    coordinate j from B for j = 0 ... dimensions - 1, then B; (A, B) are points of a Sobol
//                    sequence in twice the dimensions [Saltelli, Comput. Phys. Commun. 145 (2002) 280]
//   list             points from a file

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace hilspace::sampling {

enum class DesignType { random, latin_hypercube, sobol, halton, one_at_a_time, morris, saltelli, list };

struct NamedType {
  std::string_view name;
  std::string_view samples;  // meaning of `samples`; empty: not used
  bool has_levels;
  bool grows;  // whether it can be extended with more samples
  std::string_view description;
};

/// In the order of DesignType.
inline constexpr std::array<NamedType, 8> kTypes{{
    {"random", "points", false, true, "independent points"},
    {"latin_hypercube", "points", false, false,
     "in each parameter one point in each of `samples` slices of equal probability, well spread"},
    {"sobol", "points", false, true, "low-discrepancy sequence of Sobol; best with a power of two"},
    {"halton", "points", false, true, "low-discrepancy sequence of Halton; for few parameters"},
    {"one_at_a_time", "", true, false,
     "all parameters at their medians, then each in turn at `levels` quantiles"},
    {"morris", "trajectories", true, true,
     "trajectories that move one parameter after the other by half of its levels: parameters + 1 points "
     "each"},
    {"saltelli", "blocks", false, true,
     "blocks for Sobol indices, on a Sobol sequence: parameters + 2 points each"},
    {"list", "", false, true, "points that are given, in a CSV file"},
}};
/// Whether its points are a sample of the parameters' distributions, so that shares of them are probabilities: those of
/// `one_at_a_time` are most of them at the medians of all parameters but one.
constexpr bool is_sample(DesignType type) { return type != DesignType::one_at_a_time; }
/// As how many independent draws one of its points counts where a share of them is a probability; 0: they are no sample.
/// A trajectory or block has all its points from one or two draws: where one parameter decides alone, it is no more than
/// one draw (of a block (d^2 + 4)/(d + 2)^2 of the variance of one).
constexpr double draws_per_point(DesignType type, std::size_t dimensions) {
  if (!is_sample(type)) return 0.0;
  const double d = static_cast<double>(dimensions);
  return type == DesignType::morris ? 1.0 / (d + 1.0) : type == DesignType::saltelli ? 1.0 / (d + 2.0) : 1.0;
}
constexpr const NamedType& named(DesignType type) { return kTypes[static_cast<std::size_t>(type)]; }

struct DesignSetup {
  DesignType type = DesignType::random;
  std::uint64_t samples = 0;  // points, trajectories or blocks; not used by one_at_a_time
  std::uint64_t levels = 4;   // of one_at_a_time and morris; even for morris
  std::uint64_t seed = 1;     // of random, latin_hypercube, morris
};

/// Number of points of a design in that many dimensions.
std::uint64_t point_count(const DesignSetup& setup, std::size_t dimensions);

/// [dimension][point], each in the open interval (0, 1). Not for a list. Throws InputError for a design that
/// needs OpenTURNS where it is not installed, or that supports fewer dimensions.
using Points = std::vector<std::vector<double>>;
Points points(const DesignSetup& setup, std::size_t dimensions);

}  // namespace hilspace::sampling
