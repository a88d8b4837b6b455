#pragma once
// Verbs of hilspace-rig, one file each, like those of hilspace (verbs.hpp). Additional exit codes:

#include <span>
#include <string>

namespace hilspace::app {

inline constexpr int kTripped = 4;
inline constexpr int kNotQualified = 5;
inline constexpr int kLatched = 6;

int run(std::span<const std::string> arguments);
int identify(std::span<const std::string> arguments);
int calibrate(std::span<const std::string> arguments);
int calibrate_force(std::span<const std::string> arguments);
int tare(std::span<const std::string> arguments);
int verify(std::span<const std::string> arguments);
int touch_off(std::span<const std::string> arguments);
int tune(std::span<const std::string> arguments);
int selftest(std::span<const std::string> arguments);
int acknowledge(std::span<const std::string> arguments);
int doctor(std::span<const std::string> arguments);
// Hidden verbs, for child processes.
int emulate(std::span<const std::string> arguments);
int guard(std::span<const std::string> arguments);

}  // namespace hilspace::app
