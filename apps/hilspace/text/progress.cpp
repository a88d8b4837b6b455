#include "text/progress.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <string>

#include "messages.hpp"

namespace hilspace::app {
namespace {

constexpr std::chrono::seconds kBetweenLines{5};
constexpr int kBarWidth = 30;

std::string bar(double share) {
  const int full = static_cast<int>(share * kBarWidth);
  return std::string(static_cast<std::size_t>(full), '#') +
         std::string(static_cast<std::size_t>(kBarWidth - full), '.');
}

std::string rate_text(double per_second) {
  return per_second < 10.0 ? fmt::format("{:.1f}", per_second)
                           : grouped(static_cast<unsigned long long>(per_second));
}

}  // namespace

ProgressBar::ProgressBar(bool quiet)
    : quiet_(quiet), terminal_(::isatty(STDERR_FILENO) == 1), last_(std::chrono::steady_clock::now()) {}

std::function<void(const sweep::Progress&)> ProgressBar::callback() {
  if (quiet_) return {};
  return [this](const sweep::Progress& progress) { show(progress); };
}

void ProgressBar::show(const sweep::Progress& progress) {
  const auto now = std::chrono::steady_clock::now();
  const bool complete = progress.done == progress.total && progress.traces.count == 0;
  if (!terminal_ && !complete && now - last_ < kBetweenLines) return;
  last_ = now;
  const double share =
      progress.total > 0 ? static_cast<double>(progress.done) / static_cast<double>(progress.total) : 1.0;
  const auto& [trace, traces] = progress.traces;
  const std::string text =
      traces > 0 ? fmt::format("time histories {} of {}", grouped(trace), grouped(traces))
                 : fmt::format("{:3.0f} %  {} of {}, {} per second, {} left", 100.0 * share,
                               grouped(progress.done), counted(progress.total, "scenario"),
                               rate_text(progress.per_second), duration_text(progress.seconds_left));
  if (terminal_)
    tell(fmt::format("\r[{}] {}\x1b[K", bar(std::clamp(share, 0.0, 1.0)), text));
  else
    tell(text + "\n");
  shown_ = true;
}

void ProgressBar::share(const char* what, std::uint64_t done, std::uint64_t total) {
  constexpr std::chrono::seconds kQuick{1};
  const auto now = std::chrono::steady_clock::now();
  if (quiet_ || total == 0 || now - last_ < (terminal_ ? kQuick : kBetweenLines)) return;
  last_ = now;
  const double so_far = std::min(static_cast<double>(done) / static_cast<double>(total), 1.0);
  tell(terminal_ ? fmt::format("\r[{}] {:3.0f} % {}\x1b[K", bar(so_far), 100.0 * so_far, what)
                 : fmt::format("{:3.0f} % {}\n", 100.0 * so_far, what));
  shown_ = reads_ = true;
}

void ProgressBar::finish() {
  if (shown_ && terminal_) tell(reads_ ? "\r\x1b[K" : "\n");
  shown_ = false;
}

}  // namespace hilspace::app
