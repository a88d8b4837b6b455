#pragma once
// The pawl of the androgynous unit, and a bolt, for tests of latches and of captures.

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

/// A plunger that snaps into a groove in the wall of a socket of 50 mm.
inline mechanism::LatchSetup bolt_setup(const std::string& catches) {
  mechanism::LatchSetup setup;
  setup.name = "bolt";
  setup.type = mechanism::LatchType::plunger;
  setup.catches = catches;
  setup.tip_at = {0.0, 0.057, 0.0};
  setup.direction = {0.0, 1.0, 0.0};
  setup.groove = {-0.055, -0.030};
  setup.half_thickness = 0.004;
  setup.preload = 40.0;
  setup.rate = 4e3;
  setup.travel = 0.0115;
  setup.stop = 1e6;
  return setup;
}

}  // namespace hilspace::test
