// Stands in for openturns.cpp where OpenTURNS was not there to build with, or is not wanted: hilspace-rig is
// always built with this one.

#include <string>

#include "core/error.hpp"
#include "sampling/openturns.hpp"

namespace hilspace::sampling::openturns {
namespace {

[[noreturn]] void refuse(const char* what) {
  throw InputError(std::string(what) +
                   " is not there: this program was built without OpenTURNS; for hilspace, install "
                   "libopenturns-dev and build it anew; for hilspace-rig, name the points in a list");
}

}  // namespace

const bool kAvailable = false;

Points sobol(std::uint64_t, std::size_t) { refuse("the Sobol sequence"); }
Points halton(std::uint64_t, std::size_t) { refuse("the Halton sequence"); }
Points latin_hypercube(std::uint64_t, std::size_t, std::uint64_t) { refuse("the Latin hypercube"); }
std::vector<double> normal(const Distribution&, std::span<const double>) {
  refuse("the normal distribution");
}
std::vector<double> triangular(const Distribution&, std::span<const double>) {
  refuse("the triangular distribution");
}

}  // namespace hilspace::sampling::openturns
