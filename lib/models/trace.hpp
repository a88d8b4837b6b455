#pragma once
// Trace: time histories of one scenario, in the same form from simulation and rig.

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
  std::vector<Channel> impacts;   // of a whole docking: one value per impact; axial: none
};

struct Trace {
  std::string origin;  // event at time 0, as in "time since ..."
  std::vector<TraceGroup> groups;
};

}  // namespace hilspace::models
