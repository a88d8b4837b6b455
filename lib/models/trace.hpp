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
  std::vector<double> values;  // one per instant, or per impact
};

/// One of the models (docking, hil) or the rig.
struct TraceGroup {
  std::string name;
  std::vector<double> time;       // s, not decreasing
  std::vector<Channel> channels;  // as long as `time`
  std::vector<Channel> impacts;   // of a whole docking: a value per impact each; axial: none
};

struct Trace {
  std::string origin;  // what happened at time 0, as in "time since ..."
  std::vector<TraceGroup> groups;
};

}  // namespace hilspace::models
