#pragma once
// An assembly that outlives the test, as a setup holds it.

#include <memory>

#include "mechanism/assembly.hpp"

namespace hilspace::test {

inline std::shared_ptr<const mechanism::Assembly> shared(const mechanism::Assembly& lasting) {
  return {std::shared_ptr<const void>(), &lasting};
}

}  // namespace hilspace::test
