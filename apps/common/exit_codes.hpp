#pragma once
// Exit codes of both programs. Those of hilspace-rig alone are in rig_verbs.hpp.

namespace hilspace::app {

inline constexpr int kDone = 0;
inline constexpr int kFailed = 1;
inline constexpr int kBadInput = 2;
inline constexpr int kInterrupted = 3;

}  // namespace hilspace::app
