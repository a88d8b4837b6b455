// A module as another revision of the source would leave it.

#include "sampling/openturns_module.hpp"

extern "C" __attribute__((visibility("default"))) const hilspace::sampling::openturns::Module*
hilspace_openturns_module() {
  static const hilspace::sampling::openturns::Module module{"other", {}, {}, {}, {}, {}, {}, {}};
  return &module;
}
