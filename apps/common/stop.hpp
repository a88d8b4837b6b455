#pragma once
// Stop: Ctrl-C, SIGTERM and a hangup of the terminal (SIGHUP) request a stop; a second signal ends the
// program at once. While nothing polls the request, e.g. while a study is read, the first signal ends the
// program with the exit code for interruptions.

#include <atomic>

namespace hilspace::app {

/// From now on these signals end the program, until stop_requested() is called for the first time.
void end_when_interrupted();

/// Set by the first SIGINT, SIGTERM or SIGHUP after the first call.
const std::atomic<bool>& stop_requested();

}  // namespace hilspace::app
