#include "dangers.hpp"

#include <array>
#include <string>
#include <string_view>

#include "messages.hpp"
#include "session.hpp"

namespace hilspace::app {
namespace {

// The rig manual, section 3, covers the same with figures and remedies.
constexpr std::array<std::string_view, 4> kDangers{
    "Specimens that are too hard or too close, combined with a force sensor that reads too low.",
    "A step of the amplifier's own output: the stack follows it before any sensor reacts.",
    "A relay that opens, or an amplifier that is switched off, at a driven output: a step, which pulls the "
    "stack.",
    "In selftest, calibrate and identify, the position sensor is checked against its range only; in verify "
    "and touch-off roughly.",
};

}  // namespace

void confirm_dangers(bool known) {
  std::string text = "This version does not protect a real rig from:\n";
  for (const std::string_view danger : kDangers) text.append("  - ").append(danger).append("\n");
  text += "Set extension_max and the amplifier's own limits to what specimens and actuator can withstand.\n";
  tell(text);
  confirm("is the rig safe despite these dangers?", known, "--dangers-known");
}

}  // namespace hilspace::app
