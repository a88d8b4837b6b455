#include "sampling/distribution.hpp"

#include "core/error.hpp"

namespace hilspace::sampling {

std::vector<double> values_at(const Distribution&, std::span<const double>) {
  throw InputError("parameter.distribution: not there yet");
}

}  // namespace hilspace::sampling
