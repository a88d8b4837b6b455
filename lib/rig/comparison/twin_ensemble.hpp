#pragma once
// Twin ensemble: repeated runs of the same loop on a simulated rig with different noise, measured through the
// same sensors and converters as the rig.
//
//   study, rig file -> loop and plant -> noise, quanta -> records -> measures      as from a recording
//
// A rig that equals its twin and measures as its file says therefore differs from the ensemble by random
// scatter only. Two unknowns are drawn for each run: the noise, and the instant of contact between two
// samples (by varying the air gap by up to half the bodies' travel per sample). An identified twin has no
// loop: its model is run with different noise.

#include <cstdint>
#include <vector>

#include "models/trace.hpp"
#include "rig/comparison/measures.hpp"
#include "rig/files/campaign_file.hpp"

namespace hilspace::rig {

struct TwinEnsemble {
  std::uint64_t scenario = 0;
  double mass = 0.0, air_gap = 0.0;  // reduced, kg; m
  Measured docking;
  std::vector<Measured> runs;
  models::Trace trace;  // docking model, and the twin's model without its sensors
};

/// `campaign.twins` runs; reproducible to the bit. Throws RunError when the twin cannot be run.
TwinEnsemble twin_ensemble(const Campaign& campaign, std::uint64_t scenario);

/// Deviations of a rig from its file, applied one at a time for an uncertainty budget.
struct Offsets {
  double gap = 0.0;             // m, excess of the gap
  double position_scale = 0.0;  // relative error of the position sensor's scale
  double force_scale = 0.0;     // relative error of the force sensor's scale
  double stiffness = 0.0;       // relative excess of the specimens' stiffness
};
/// One noise-free run of the controlled twin on a rig with these deviations.
Measured twin_with(const Campaign& campaign, std::uint64_t scenario, const Offsets& offsets);

}  // namespace hilspace::rig
