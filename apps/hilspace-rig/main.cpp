// hilspace-rig: drives the real 1DOF rig, or an emulated one, in hard real time.

#include <array>

#include "dispatch.hpp"
#include "process.hpp"
#include "rig_verbs.hpp"
#include "sampling/openturns.hpp"

namespace {

using namespace hilspace::app;

constexpr std::array kVerbs{
    Verb{"doctor", doctor, "check whether this machine can drive a rig, and what to correct"},
    Verb{"selftest", selftest, "check sensors, relay, stop button and guard, and make a small step"},
    Verb{"calibrate", calibrate, "calibrate the position sensor on a staircase"},
    Verb{"calibrate-force", calibrate_force, "calibrate the force sensor with weights"},
    Verb{"tare", tare, "check the zero of the unloaded force sensor"},
    Verb{"identify", identify, "identify the actuator with noise, and compare it with the model in use"},
    Verb{"tune", tune, "check controller and prefilter against the plant"},
    Verb{"verify", verify, "compare the closed loop without contact with its twin"},
    Verb{"touch-off", touch_off, "measure where the specimens touch"},
    Verb{"run", run, "run a campaign: the scenarios that qualify, compared with docking model and twin"},
    Verb{"acknowledge", acknowledge, "release the fault latch after a trip or a kill, with name and reason"},
    Verb{"emulate", emulate, "emulate a rig: the hardware of a scenario as a separate process"},
    Verb{"guard", guard, ""},
};

}  // namespace

int main(int argc, char** argv) {
  prepare_process();
  hilspace::sampling::openturns::never_load();  // its hundred libraries would be locked into memory
  return dispatch("hilspace-rig", "drives the 1DOF docking rig in real time", kVerbs, argc, argv);
}
