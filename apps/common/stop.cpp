#include "stop.hpp"

#include <csignal>

namespace hilspace::app {
namespace {

std::atomic<bool> stop{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may touch nothing else");

void raise_stop(int signal) {
  stop = true;
  std::signal(signal, SIG_DFL);
}

}  // namespace

const std::atomic<bool>& stop_requested() {
  static const bool installed = [] {
    std::signal(SIGINT, raise_stop);
    std::signal(SIGTERM, raise_stop);
    return true;
  }();
  static_cast<void>(installed);
  return stop;
}

}  // namespace hilspace::app
