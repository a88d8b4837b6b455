#pragma once
// Stepped run: a run of the loop in stepped time, whose records stay in memory; used for the rig's twins.

#include <vector>

#include "models/rig_setup.hpp"
#include "rig/loop/loop.hpp"

namespace hilspace::rig {

struct SteppedRun {
  LoopReport report;
  std::vector<Record> records;  // one per cycle
};

/// The relay is tested first, as when a rig is armed. `daq` must be stepped.
SteppedRun run_stepped(Daq& daq, const LoopSetup& setup);

/// A noise-free chain that passes its input unchanged.
instruments::ChainSetup without_noise(instruments::ChainSetup chain);
/// Standard deviation of the noise that a chain adds; 0 if none.
double noise_of(const instruments::ChainSetup& chain);

instruments::Section section_of(const instruments::LowPassSetup& low_pass);

/// Only the command's limits: for runs that determine the rig's range.
Limits only_of_the_command(const Limits& limits);

}  // namespace hilspace::rig
