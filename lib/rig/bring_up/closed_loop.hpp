#pragma once
// Closed loop: runs a scenario's loop outside a campaign, for the verbs that check the rig beforehand.

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "rig/arming/open_rig.hpp"
#include "rig/records/evidence.hpp"

namespace hilspace::rig {

/// One value per cycle, in the order of time.
struct ClosedLoopRecord {
  RigRunReport report;                                             // after a trip the histories end there
  std::vector<double> time, reference, extension, command, force;  // s, m, m, of full scale, N as measured
  std::vector<Phase> phase;
};

struct ClosedLoopSetup {
  const Opening& opening;
  const study::Study& study;
  LoopSetup loop;  // from loop_setup(), modified as needed
  std::filesystem::path recording;
  std::string purpose;
  const std::atomic<bool>* stop = nullptr;
  std::function<void()> arming = {};  // like that of RigRunSetup
  Texts notes = {};
};

/// Throws like run_on_rig(), open_rig() and require_stops().
ClosedLoopRecord run_closed_loop(const ClosedLoopSetup& setup);

/// Histories of a run whose records are in memory; without its report.
ClosedLoopRecord closed_loop_record(std::span<const Record> records, const RigFile& rig);

/// The same with the rig's twin, without noise: the plant of the rig file in stepped time. No recording is
/// written.
ClosedLoopRecord predict_closed_loop(const RigFile& rig, const models::RigSetup& scenario,
                                     const LoopSetup& loop, bool apart);

/// Deviation of the rig from the twin while both move, m.
struct Deviation {
  double rms = 0.0, peak = 0.0;
  // While the actuator is held: deviation of the means, m, and of the holding command, relative to the
  // twin's.
  double hold = 0.0, command = 0.0;
};
Deviation deviation(const ClosedLoopRecord& rig, const ClosedLoopRecord& twin);

/// Onset of the force: x0 of the fit F = k (x - x0)^(3/2) to the approach; k is not used.
struct Onset {
  bool found = false;
  double extension = 0.0;  // m
  double noise = 0.0;      // N, standard deviation before contact
  double zero = 0.0;       // N, mean before contact
  double spread = 0.0;     // m, range over several touches
};
Onset onset(const ClosedLoopRecord& record);
/// Median of several touches: in about one of twelve the actuator vibrates just as soft specimens touch, and
/// their damping distorts the force.
Onset median(std::span<const Onset> touches);

}  // namespace hilspace::rig
