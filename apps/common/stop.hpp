#pragma once
// Ctrl-C, SIGTERM and the end of the terminal (SIGHUP) ask a run to stop; a second one ends it at once. Where
// nobody looks, as while a study is read, the first one ends the program, with the exit code of what was
// interrupted.

#include <atomic>

namespace hilspace::app {

/// From now on they end the program, until somebody asks for stop_requested().
void end_when_interrupted();

/// Raised by the first SIGINT, SIGTERM or SIGHUP from the first call on.
const std::atomic<bool>& stop_requested();

}  // namespace hilspace::app
