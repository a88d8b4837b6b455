#pragma once
// The twin of a campaign's scenario as an ensemble: the same loop on the same rig within the program, again
// and again with other noise, measured through the same sensors and converters as the rig.
//
//   study, rig file -> loop and plant -> noise, quanta -> records -> measures      as of a recording
//
// So a rig that is its twin, and measures as its file says, differs from the ensemble by chance alone. What
// no file knows is drawn for each: the noise, and where between two samples the specimens touch (the air gap,
// by up to half of what the bodies move in a sample). An identified twin has no loop: its model is run with
// other noise.

#include <cstdint>
#include <vector>

#include "models/trace.hpp"
#include "rig/campaign/campaign_file.hpp"
#include "rig/campaign/measures.hpp"

namespace hilspace::rig {

struct TwinEnsemble {
  std::uint64_t scenario = 0;
  double mass = 0.0, air_gap = 0.0;  // reduced, kg; m
  Measured docking;
  std::vector<Measured> runs;
  models::Trace trace;  // docking, and the model of the twin, without its sensors
};

/// `campaign.twins` runs; the same bits each time. Throws RunError when the twin cannot be run.
TwinEnsemble twin_ensemble(const Campaign& campaign, std::uint64_t scenario);

/// What a rig shows that its file does not know: of an uncertainty budget, one at a time.
struct Offsets {
  double gap = 0.0;             // m, that the specimens are farther apart
  double position_scale = 0.0;  // share by which the position sensor shows too much,
  double force_scale = 0.0;     // likewise the force sensor
  double stiffness = 0.0;       // share by which the specimens are stiffer
};
/// One run of the controlled twin without noise on a rig that is off by these.
Measured twin_with(const Campaign& campaign, std::uint64_t scenario, const Offsets& offsets);

}  // namespace hilspace::rig
