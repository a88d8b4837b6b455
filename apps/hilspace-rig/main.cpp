// hilspace-rig: drives the real 1DOF rig, or an emulated one, in hard real time.

#include <array>

#include "dispatch.hpp"
#include "process.hpp"
#include "rig_verbs.hpp"
#include "sampling/openturns.hpp"

namespace {

using namespace hilspace::app;

constexpr std::array kVerbs{
    Verb{"run", run, "run a campaign: what qualifies, against docking model and twin"},
    Verb{"acknowledge", acknowledge, "free the fault latch after a trip or a kill: who looked, and why"},
    Verb{"selftest", selftest, "look at sensors, relay and guard, and take a small step"},
    Verb{"calibrate", calibrate, "calibrate the position sensor on a staircase"},
    Verb{"identify", identify, "identify the actuator with noise, against the model in use"},
    Verb{"tune", tune, "check controller and prefilter against the plant"},
    Verb{"doctor", doctor, "say whether this machine can drive a rig, and what to mend"},
    Verb{"emulate", emulate, "be a rig: the hardware of a scenario in a process of its own"},
    Verb{"guard", guard, ""},
};

}  // namespace

int main(int argc, char** argv) {
  prepare_process();
  hilspace::sampling::openturns::never_load();  // its hundred libraries would be locked into memory
  return dispatch("hilspace-rig", "drives the 1DOF docking rig in real time", kVerbs, argc, argv);
}
