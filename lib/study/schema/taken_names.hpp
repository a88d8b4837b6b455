#pragma once
// Names in a result that are neither parameters nor metrics, and so not available to axes.

#include <array>
#include <string_view>

namespace hilspace::study {

inline constexpr std::array<std::string_view, 8> kTakenNames{
    "outcome",  "end.docking", "end.hil", "captured.agreement",  // columns
    "scenario", "time",     // dimensions of designs and of time histories
    "traces",   "sources",  // groups
};

}  // namespace hilspace::study
