#pragma once
// The twelve published scenarios (study 13) on a rig in this process, quickly: with faults drawn from seeds,
// or healthy and anywhere within its tolerances.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "rig/campaign/expect.hpp"
#include "unit/rig/faulty/faulty_rig.hpp"

namespace hilspace::rig::test {

/// A scenario ready to be run, and what the twin shows of it.
struct Prepared {
  std::uint64_t index;
  models::RigSetup scenario;
  InProcessSetup rig;
  LoopSetup loop;
  Envelope envelope;
  double begin, contact;  // s since the start of the run: the bodies begin to move; the specimens touch
  double duration;        // s, of the contact
};
const std::vector<Prepared>& prepared();

struct Ran {
  LoopReport report;
  double force, extension;  // largest true, times the envelope's
  double after;             // s from the first flaw's instant to the trip; of no meaning without one
  double steepest;          // largest change of the command, times what it may be
};

/// With these flaws. `seed` names the noise.
Ran run_faulty(const Prepared& scenario, std::span<const Flaw> flaws, std::uint64_t seed);

/// Healthy: noise, stiffness, gap, zeros and the actuator's gain drawn from within the tolerances.
Ran run_healthy(const Prepared& scenario, std::uint64_t seed);

/// An instant of a run: before the bodies move, or, more often, while the specimens are in contact.
double draw_instant(const Prepared& scenario, const RandomStream& random, std::uint64_t k);

}  // namespace hilspace::rig::test
