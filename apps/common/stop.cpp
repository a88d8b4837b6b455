#include "stop.hpp"

#include <unistd.h>

#include <csignal>
#include <string_view>

#include "exit_codes.hpp"

namespace hilspace::app {
namespace {

std::atomic<bool> stop{false};
std::atomic<bool> is_looked_at{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may use lock-free atomics only");

void raise_stop(int signal) {
  if (!is_looked_at) {  // nothing needs an orderly end
    constexpr std::string_view kText = "interrupted\n";
    [[maybe_unused]] const auto told = ::write(STDERR_FILENO, kText.data(), kText.size());
    ::_exit(kInterrupted);
  }
  stop = true;
  std::signal(signal, SIG_DFL);
}

}  // namespace

void end_when_interrupted() {
  for (const int signal : {SIGINT, SIGTERM})
    if (std::signal(signal, raise_stop) == SIG_IGN) std::signal(signal, SIG_IGN);  // like a background job
}

const std::atomic<bool>& stop_requested() {
  static const bool installed = [] {
    is_looked_at = true;
    std::signal(SIGINT, raise_stop);
    std::signal(SIGTERM, raise_stop);
    if (std::signal(SIGHUP, raise_stop) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);  // like under nohup
    return true;
  }();
  static_cast<void>(installed);
  return stop;
}

}  // namespace hilspace::app
