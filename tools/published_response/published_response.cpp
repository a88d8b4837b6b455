// Writes the frequency response of the published control loop, as corrected, as a table for `hilspace plot`:
// with prefilter A.19, without one, and of the low-pass {0.8, 3000} that replaces them in the rig's model.
//
//   published_response | hilspace plot - -o closed-loop.png

#include <cstdio>

#include "models/published_rig.hpp"
#include "rig/control/tune.hpp"

int main() {
  using namespace hilspace;
  const auto plant = rig::series(models::kAmplifier, models::kPiezo);
  const rig::ControlLoop loop{plant, models::kPid, models::kPrefilterPublished, 0.0};
  std::fputs(rig::response_csv(loop, 0.8, 3000.0, 2000).c_str(), stdout);
}
