// hilspace-rig: drives the real 1DOF rig, or an emulated one, in hard real time.

#include <array>

#include "dispatch.hpp"
#include "process.hpp"
#include "rig_verbs.hpp"
#include "sampling/openturns.hpp"

namespace {

using namespace hilspace::app;

constexpr std::array kVerbs{
    Verb{"doctor", doctor, "say whether this machine can drive a rig, and what to mend"},
    Verb{"selftest", selftest, "look at sensors, relay, stop button and guard, and take a small step"},
    Verb{"calibrate", calibrate, "calibrate the position sensor on a staircase"},
    Verb{"calibrate-force", calibrate_force, "calibrate the force sensor with weights"},
    Verb{"tare", tare, "look at the force sensor while nothing touches it"},
    Verb{"identify", identify, "identify the actuator with noise, against the model in use"},
    Verb{"tune", tune, "check controller and prefilter against the plant"},
    Verb{"verify", verify, "hold the closed loop in air against its twin"},
    Verb{"touch-off", touch_off, "measure where the specimens touch"},
    Verb{"run", run, "run a campaign: what qualifies, against docking model and twin"},
    Verb{"acknowledge", acknowledge, "free the fault latch after a trip or a kill: who looked, and why"},
    Verb{"emulate", emulate, "be a rig: the hardware of a scenario in a process of its own"},
    Verb{"guard", guard, ""},
};

}  // namespace

int main(int argc, char** argv) {
  prepare_process();
  hilspace::sampling::openturns::never_load();  // its hundred libraries would be locked into memory
  return dispatch("hilspace-rig", "drives the 1DOF docking rig in real time", kVerbs, argc, argv);
}
