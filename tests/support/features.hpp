#pragma once
// Features of mechanisms, named by their type.

#include <string>

#include "mechanism/assembly.hpp"

namespace hilspace::test {

inline mechanism::FeatureSetup feature(mechanism::Side side, mechanism::FeatureType type,
                                       double radius = 0.0) {
  mechanism::FeatureSetup setup;
  setup.name = std::string(mechanism::named(type).name);
  setup.side = side;
  setup.type = type;
  setup.radius = radius;
  return setup;
}

}  // namespace hilspace::test
