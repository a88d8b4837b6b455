#pragma once
// Trace: time histories of one scenario, in the same form from simulation and rig.

#include <string>
#include <string_view>
#include <vector>

#include "core/vec.hpp"

namespace hilspace::models {

struct Channel {
  std::string_view name;
  std::string_view units;
  std::string_view long_name;
  std::vector<double> values;  // one per instant, or per impact
};

/// A contact that pushes where a step begins, or a latch that does. Target axes, about its port.
struct ContactRecord {
  double time;                 // s
  std::string chaser, target;  // the features, or the latch and what it catches
  Vec3 point, normal;          // m; on the chaser
  double depth;                // m; of a pushed latch, which only just touches, 0
  double force, friction;      // N
};

/// One of the models (docking, hil) or the rig.
struct TraceGroup {
  std::string name;
  std::vector<double> time;                  // s, not decreasing
  std::vector<Channel> channels;             // as long as `time`
  std::vector<Channel> impacts;              // of a whole docking: one value per impact; axial: none
  std::vector<ContactRecord> contacts = {};  // where asked for
};

struct Trace {
  std::string origin;  // event at time 0, as in "time since ..."
  std::vector<TraceGroup> groups;
};

/// Two samples at one time are the two sides of a jump. Readers look times up, so stored times are strictly
/// increasing: each is at least one rounding step of the longest time after its predecessor.
std::vector<double> distinct(std::vector<double> time);

}  // namespace hilspace::models
