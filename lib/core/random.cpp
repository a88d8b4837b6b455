// Gate to Random123. Its functions stay in this file, compiled for the baseline, so that callers compiled for
// different instruction sets share the same code.

#include "core/random.hpp"

#include <Random123/philox.h>

#include "core/elementary.hpp"
#include "core/lanes.hpp"

namespace hilspace {
namespace {

struct Two {};

/// Four numbers of a stream.
philox4x64_ctr_t block(std::uint64_t k, std::uint64_t seed, std::uint64_t scenario, std::uint64_t stream) {
  const philox4x64_ctr_t counter{{k, stream, 0, 0}};
  const philox4x64_key_t key{{seed, scenario}};
  return philox4x64(counter, key);
}
double between_0_and_1(std::uint64_t word) { return (static_cast<double>(word >> 12) + 0.5) * 0x1p-52; }

}  // namespace

double RandomStream::uniform(std::uint64_t k) const {
  return between_0_and_1(block(k / 4, seed_, scenario_, stream_).v[k % 4]);
}

double RandomStream::normal(std::uint64_t k) const { return normal_quantile(uniform(k)); }

RandomStream::Pair RandomStream::normal_pair(std::uint64_t k) const {
  const philox4x64_ctr_t words = block(k / 2, seed_, scenario_, stream_);
  Lanes<2, Two> p;
  for (int i = 0; i < 2; ++i)
    set_lane(p, i, between_0_and_1(words.v[2 * (k % 2) + static_cast<unsigned>(i)]));
  const Lanes<2, Two> z = normal_quantile(p);
  return {lane(z, 0), lane(z, 1)};
}

}  // namespace hilspace
