#pragma once
// The pawl of the androgynous unit, for tests of latches and of captures.

#include <string>

#include "mechanism/latch_setup.hpp"

namespace hilspace::test {

inline mechanism::LatchSetup pawl_setup(const std::string& catches) {
  mechanism::LatchSetup setup;
  setup.name = "pawl";
  setup.catches = catches;
  setup.hinge = {0.110, 0.485};
  setup.tip = {0.050, 0.612};
  setup.root = {0.120, 0.475};
  setup.heel = {0.046, 0.540};
  setup.bore_depth = 0.02;
  setup.preload = 3.0;
  setup.rate = 6.0;
  setup.travel = 0.5;
  setup.stop = 5e3;
  setup.repeat = 3;
  return setup;
}

}  // namespace hilspace::test
