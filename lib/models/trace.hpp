#pragma once
// Trace: time histories of one scenario. Simulation and rig both produce it; nobody downstream can tell
// hardware from software.

#include <string>
#include <string_view>
#include <vector>

namespace hilspace::models {

struct Channel {
  std::string_view name;
  std::string_view units;
  std::string_view long_name;
  std::vector<double> values;  // as long as Trace::time
};

/// One of the models (docking, hil) or the rig.
struct TraceGroup {
  std::string name;
  std::vector<Channel> channels;
};

struct Trace {
  std::vector<double> time;  // s, not decreasing; 0 = displacement of the bodies crosses 0
  std::vector<TraceGroup> groups;
};

}  // namespace hilspace::models
