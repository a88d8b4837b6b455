#include "dangers.hpp"

#include <array>
#include <string>
#include <string_view>

#include "messages.hpp"
#include "session.hpp"

namespace hilspace::app {
namespace {

// The rig manual, section 3, says the same with figures and remedies.
constexpr std::array<std::string_view, 3> kDangers{
    "Specimens that are too hard, or too near, and a force sensor that shows too little at the same time.",
    "A step of the amplifier's own output: the stack follows it before any sensor shows it.",
    "In all verbs but run nothing is expected of the position sensor but its range.",
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
