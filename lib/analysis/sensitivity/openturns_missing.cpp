#include "analysis/sensitivity/openturns.hpp"
#include "core/error.hpp"

namespace hilspace::analysis {

MartinezIndices martinez_indices(std::span<const double>, std::span<const double>,
                                 std::span<const std::vector<double>>, double) {
  throw InputError(
      "Sobol' indices: this build is without OpenTURNS; install its package libopenturns-dev and build "
      "again");
}

}  // namespace hilspace::analysis
