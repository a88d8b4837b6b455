#pragma once
// Ctrl-C and SIGTERM ask a run to stop; a second one ends it at once.

#include <atomic>

namespace hilspace::app {

/// Raised by the first SIGINT or SIGTERM from the first call on.
const std::atomic<bool>& stop_requested();

}  // namespace hilspace::app
