#include "support/repository.hpp"

namespace hilspace::test {

std::string repository() { return HILSPACE_SOURCE_DIR; }

}  // namespace hilspace::test
