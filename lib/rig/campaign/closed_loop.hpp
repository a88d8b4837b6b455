#pragma once
// Closed loop: the scenario's own loop outside of a campaign, for the verbs that look at the rig before it is
// trusted with one.

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "rig/campaign/evidence.hpp"
#include "rig/campaign/open_rig.hpp"

namespace hilspace::rig {

/// One value per cycle, in the order of time.
struct ClosedLoopRecord {
  RigRunReport report;  // after a trip the rest is what there was until then
  std::vector<double> time, reference, extension, command, force;  // s, m, m, of full scale, N as measured
  std::vector<Phase> phase;
};

struct ClosedLoopSetup {
  const Opening& opening;
  const study::Study& study;
  LoopSetup loop;  // as loop_setup() gives it, changed where it is to be
  std::filesystem::path recording;
  std::string purpose;
  const std::atomic<bool>* stop = nullptr;
  std::function<void()> arming = {};  // as in RigRunSetup
  Texts notes = {};
};

/// Throws as run_on_rig() and open_rig() do.
ClosedLoopRecord run_closed_loop(const ClosedLoopSetup& setup);

/// Of a run whose records are at hand; without its report.
ClosedLoopRecord closed_loop_record(std::span<const Record> records, const RigFile& rig);

/// The same in the twin of the rig, without noise: what the plant that the rig file names does in a stepped
/// time of its own. Nothing is recorded in a file.
ClosedLoopRecord predict_closed_loop(const RigFile& rig, const models::RigSetup& scenario,
                                     const LoopSetup& loop, bool apart);

/// How far the rig is from the twin while both move, m.
struct Deviation {
  double rms = 0.0, peak = 0.0;
  // Where the actuator is held: of the means, m, and of the command that this takes, of the twin's.
  double hold = 0.0, command = 0.0;
};
Deviation deviation(const ClosedLoopRecord& rig, const ClosedLoopRecord& twin);

/// Where the force begins: x0 of F = k (x - x0)^(3/2), which the approach is fitted with; k does not matter.
struct Onset {
  bool found = false;
  double extension = 0.0;  // m
  double noise = 0.0;      // N, standard deviation before
  double zero = 0.0;       // N, mean before
  double spread = 0.0;     // m, of several touches: from the least to the greatest
};
Onset onset(const ClosedLoopRecord& record);
/// The median of several touches: in one of a dozen the actuator trembles just where soft specimens begin to
/// touch, and their damping makes the force another. Found where most of them are.
Onset median(std::span<const Onset> touches);

}  // namespace hilspace::rig
