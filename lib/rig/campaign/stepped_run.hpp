#pragma once
// A run of the loop in stepped time, whose records stay in memory: what the rig's twins do.

#include <vector>

#include "models/rig_setup.hpp"
#include "rig/loop/loop.hpp"

namespace hilspace::rig {

struct SteppedRun {
  LoopReport report;
  std::vector<Record> records;  // one per cycle
};

/// The relay is seen to open and close before, as when a rig is armed. `daq` has to be stepped.
SteppedRun run_stepped(Daq& daq, const LoopSetup& setup);

/// A chain that shows what it is given without noise of its own.
instruments::ChainSetup without_noise(instruments::ChainSetup chain);
/// Standard deviation of the noise that a chain adds; 0 where it adds none.
double noise_of(const instruments::ChainSetup& chain);

instruments::Section section_of(const instruments::LowPassSetup& low_pass);

/// Those of the command, and no others: for runs that show how far a rig would go.
Limits only_of_the_command(const Limits& limits);

}  // namespace hilspace::rig
