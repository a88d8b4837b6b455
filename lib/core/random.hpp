#pragma once
// Random streams without a state: the k-th number of a stream is a function of the stream's name and k.
// So a number depends neither on the order in which scenarios run nor on threads, lanes or restarts.
//
//   name     seed of the study, index of the scenario, number of the stream within the scenario
//   uniform  (i + 1/2) / 2^52, i = 0 ... 2^52 - 1: never 0 and never 1, symmetric about 1/2
//   normal   mean 0, standard deviation 1; the quantile of the uniform number, so |normal| < 8.3
//
// The generator is Philox 4x64 with 10 rounds: Salmon, Moraes, Dror, Shaw, Parallel random numbers: as easy
// as 1, 2, 3, SC11 (2011), doi:10.1145/2063384.2063405. Different names or different k never share a block.
// uniform(k) and normal(k) are the same draw: a stream gives either the one or the other.

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
  /// The 2k-th and the one after it, in little more than the time of one.
  struct Pair {
    double first, second;
  };
  Pair normal_pair(std::uint64_t k) const;

 private:
  std::uint64_t seed_ = 0, scenario_ = 0, stream_ = 0;
};

}  // namespace hilspace
