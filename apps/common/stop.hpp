#pragma once
// Ctrl-C and SIGTERM ask a run to stop; a second one ends it at once. Where nobody looks, as while a study is
// read, the first one ends the program, with the exit code of what was interrupted.

#include <atomic>

namespace hilspace::app {

/// From now on they end the program, until somebody asks for stop_requested().
void end_when_interrupted();

/// Raised by the first SIGINT or SIGTERM from the first call on.
const std::atomic<bool>& stop_requested();

}  // namespace hilspace::app
