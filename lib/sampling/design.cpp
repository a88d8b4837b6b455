#include "sampling/design.hpp"

#include "core/error.hpp"

namespace hilspace::sampling {

std::uint64_t point_count(const Setup& setup, std::size_t dimensions) {
  switch (setup.type) {
    case Type::one_at_a_time:
      return 1 + setup.levels * dimensions;
    case Type::morris:
      return setup.samples * (dimensions + 1);
    case Type::saltelli:
      return setup.samples * (dimensions + 2);
    default:
      return setup.samples;
  }
}

Points points(const Setup&, std::size_t) { throw InputError("design.type: not there yet"); }

}  // namespace hilspace::sampling
