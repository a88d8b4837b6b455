// The gate to Random123. Its functions stay in this file, compiled for the baseline: callers that are
// compiled for one instruction set get the same code as all others.

#include "core/random.hpp"

#include <Random123/philox.h>

#include "core/elementary.hpp"

namespace hilspace {

double RandomStream::uniform(std::uint64_t k) const {
  // A block holds four numbers. Nothing is kept from call to call, but whoever reads in order can be given
  // four at a time one day without a change of the numbers.
  const philox4x64_ctr_t counter{{k / 4, stream_, 0, 0}};
  const philox4x64_key_t key{{seed_, scenario_}};
  const std::uint64_t word = philox4x64(counter, key).v[k % 4];
  return (static_cast<double>(word >> 12) + 0.5) * 0x1p-52;
}

double RandomStream::normal(std::uint64_t k) const { return normal_quantile(uniform(k)); }

}  // namespace hilspace
