// hilspace-rig: drives the real 1DOF rig, or an emulated one, in hard real time.

#include <fmt/format.h>

#include <array>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "common.hpp"
#include "core/error.hpp"
#include "core/version.hpp"
#include "rig_verbs.hpp"

namespace {

using namespace hilspace;

struct Verb {
  std::string_view name;
  int (*call)(std::span<const std::string> arguments);
  std::string_view what;  // empty: hidden
};

constexpr std::array kVerbs{
    Verb{"run", app::run, "run a campaign: what qualifies, against docking model and twin"},
    Verb{"selftest", app::selftest, "look at sensors, relay and guard, and take a small step"},
    Verb{"calibrate", app::calibrate, "calibrate the position sensor on a staircase"},
    Verb{"identify", app::identify, "identify the actuator with noise, against the model in use"},
    Verb{"tune", app::tune, "check controller and prefilter against the plant"},
    Verb{"doctor", app::doctor, "say whether this machine can drive a rig, and what to mend"},
    Verb{"emulate", app::emulate, "be a rig: the hardware of a scenario in a process of its own"},
    Verb{"guard", app::guard, ""},
};

std::string usage() {
  std::string text = fmt::format(
      "hilspace-rig {} - drives the 1DOF docking rig in real time\n\n"
      "usage: hilspace-rig VERB ...\n\n",
      version());
  for (const auto& verb : kVerbs)
    if (!verb.what.empty()) text += fmt::format("  {:<10} {}\n", verb.name, verb.what);
  return text + "\nhilspace-rig VERB --help tells more. hilspace-rig --version tells which build this is.";
}

int dispatch(std::span<const std::string> words) {
  if (words.empty()) throw InputError(usage());
  if (words[0] == "--help" || words[0] == "help") {
    fmt::print("{}\n", usage());
    return app::kDone;
  }
  if (words[0] == "--version") {
    fmt::print("hilspace-rig {} (revision {})\n", version(), revision());
    return app::kDone;
  }
  for (const auto& verb : kVerbs)
    if (words[0] == verb.name) return verb.call(words.subspan(1));
  throw InputError(
      fmt::format("hilspace-rig: there is no verb '{}'; hilspace-rig --help lists them", words[0]));
}

}  // namespace

int main(int argc, char** argv) {
  app::program = "hilspace-rig";
  try {
    const std::vector<std::string> words(argv + 1, argv + argc);
    return dispatch(words);
  } catch (const hilspace::InputError& error) {
    app::tell(std::string(error.what()) + "\n");
    return app::kBadInput;
  } catch (const std::exception& error) {
    app::tell(std::string("hilspace-rig: ") + error.what() + "\n");
    return app::kFailed;
  }
}
