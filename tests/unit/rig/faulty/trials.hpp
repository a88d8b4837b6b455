#pragma once
// The twelve published scenarios (study 13) on an in-process rig, fast: with faults drawn from seeds, or
// healthy and anywhere within the tolerances.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "rig/arming/expect.hpp"
#include "unit/rig/faulty/faulty_rig.hpp"

namespace hilspace::rig::test {

/// A scenario ready to run, with the twin's prediction.
struct Prepared {
  std::uint64_t index;
  models::RigSetup scenario;
  InProcessSetup rig;
  LoopSetup loop;
  Envelope envelope;
  double begin, contact;  // s since the start of the run: start of the motion; start of the contact
  double duration;        // s, of the contact
};
const std::vector<Prepared>& prepared();

struct Ran {
  LoopReport report;
  double force, extension;  // largest true value, relative to the envelope
  double lowest;            // m, lowest true extension
  double after;             // s from the first fault's onset to the trip; meaningless without a trip
  double steepest;          // largest change of the command, relative to the permitted one
};

/// With these faults. `seed` selects the noise.
Ran run_faulty(const Prepared& scenario, std::span<const Flaw> flaws, std::uint64_t seed);

/// Healthy: noise, stiffness, gap, zeros and the actuator's gain drawn within the tolerances.
Ran run_healthy(const Prepared& scenario, std::uint64_t seed);

/// An instant of a run: before the motion or, more often, during the contact.
double draw_instant(const Prepared& scenario, const RandomStream& random, std::uint64_t k);

}  // namespace hilspace::rig::test
