#pragma once
// Ending: how a run of the loop ended, in the journal's words (records/journal.hpp).
//
//   done     nothing tripped             tripped  a limit, or the stop button
//   stopped  the program was asked to    unsafe   whatever tripped: the converter may hold a driven output

#include <array>
#include <cstdint>
#include <string_view>

#include "rig/loop/loop.hpp"

namespace hilspace::rig {

enum class Ending : std::uint8_t { done, stopped, tripped, unsafe };
inline constexpr std::array<std::string_view, 4> kEndings{"done", "stopped", "tripped", "unsafe"};
constexpr std::string_view named(Ending ending) { return kEndings[static_cast<std::size_t>(ending)]; }

/// `asked`: the program was asked to stop, e.g. by Ctrl-C.
constexpr Ending ending_of(const LoopReport& report, bool asked) {
  if (!report.safe) return Ending::unsafe;
  if (!report.trip) return Ending::done;
  return report.trip.fault == Fault::operator_stop && asked ? Ending::stopped : Ending::tripped;
}

inline constexpr std::string_view kUnsafe =
    "DANGER: the safe command could not be written; the output may still be driven. SWITCH OFF THE AMPLIFIER "
    "before anybody comes near the rig";

}  // namespace hilspace::rig
