#include "dangers.hpp"

#include <array>
#include <string>
#include <string_view>

#include "messages.hpp"
#include "session.hpp"

namespace hilspace::app {
namespace {

// The rig manual, section 3, says the same with figures and remedies.
constexpr std::array<std::string_view, 5> kDangers{
    "A dead force sensor is not noticed before extension_max: the specimens see several times the recorded "
    "force.",
    "A frozen position sensor is noticed only after the stuck-signal limit, many contacts later.",
    "An amplifier that is off is not noticed; switched on again, it makes the command a step.",
    "Wrong zeros, gaps and gains of the sensors pass; a momentum ratio of 1 does not show that they are "
    "right.",
    "A second Ctrl-C, SIGHUP and the guard end with a step of the command, not with a ramp.",
};

}  // namespace

void confirm_dangers(bool known) {
  std::string text = "This version does not protect a real rig from:\n";
  for (const std::string_view danger : kDangers) text.append("  - ").append(danger).append("\n");
  text += "Set extension_max and the amplifier's own limits to what specimens and actuator bear.\n";
  tell(text);
  confirm("is the rig safe with these dangers?", known, "--dangers-known");
}

}  // namespace hilspace::app
