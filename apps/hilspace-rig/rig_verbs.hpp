#pragma once
// The verbs of hilspace-rig, one file each, as those of hilspace (verbs.hpp). Beside its exit codes:

#include <span>
#include <string>
#include <string_view>

namespace hilspace::app {

inline constexpr int kTripped = 4;
inline constexpr int kNotQualified = 5;

/// Of the table that identify writes and tune reads: (b0 + b1 s + b2 s^2)/(a0 + a1 s + a2 s^2), SI.
inline constexpr std::string_view kSectionsHeading = "b0,b1,b2,a0,a1,a2";

int run(std::span<const std::string> arguments);
int identify(std::span<const std::string> arguments);
int calibrate(std::span<const std::string> arguments);
int tune(std::span<const std::string> arguments);
int selftest(std::span<const std::string> arguments);
int doctor(std::span<const std::string> arguments);
// Hidden: processes that others start.
int emulate(std::span<const std::string> arguments);
int guard(std::span<const std::string> arguments);

}  // namespace hilspace::app
