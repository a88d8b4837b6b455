#pragma once
// Counter-based random streams: the k-th number is a function of the stream's key and k alone. It is
// independent of the order of scenarios, threads, lanes and restarts.
//
//   key      seed of the study, index of the scenario, number of the stream within the scenario
//   uniform  (i + 1/2) / 2^52, i = 0 ... 2^52 - 1: never 0 and never 1, symmetric about 1/2
//   normal   mean 0, standard deviation 1; the quantile of the uniform number, so |normal| < 8.3
//
// The generator is Philox 4x64 with 10 rounds: Salmon, Moraes, Dror, Shaw, Parallel random numbers: as easy
// as 1, 2, 3, SC11 (2011), doi:10.1145/2063384.2063405. Different keys or different k never share a block.
// uniform(k) and normal(k) are the same draw: use a stream for one or the other.

#include <cstdint>

namespace hilspace {

class RandomStream {
 public:
  RandomStream() = default;
  RandomStream(std::uint64_t seed, std::uint64_t scenario, std::uint64_t stream)
      : seed_(seed), scenario_(scenario), stream_(stream) {}

  /// The k-th number, evenly distributed over the open interval (0, 1).
  double uniform(std::uint64_t k) const;
  /// The k-th number, from the standard normal distribution.
  double normal(std::uint64_t k) const;
  /// The 2k-th and (2k+1)-th numbers, at little more than the cost of one.
  struct Pair {
    double first, second;
  };
  Pair normal_pair(std::uint64_t k) const;

 private:
  std::uint64_t seed_ = 0, scenario_ = 0, stream_ = 0;
};

}  // namespace hilspace
