#pragma once
// Shards: division of a study's scenarios among several runs, on one machine or many.

#include <cstdint>
#include <string>

#include "results/format/identity.hpp"

namespace hilspace::sweep {

/// The I-th of N contiguous ranges whose lengths differ by at most one scenario.
struct Shard {
  std::uint64_t index = 1;  // I, from 1
  std::uint64_t count = 1;  // N
};

/// Reads "I/N". Throws InputError.
Shard parse_shard(const std::string& text);

/// "2/3"
std::string text_of(Shard shard);

/// The scenarios of a shard, of `total`. Throws InputError when there are fewer scenarios than shards.
results::Range range_of(Shard shard, std::uint64_t total);

}  // namespace hilspace::sweep
