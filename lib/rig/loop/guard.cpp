#include "rig/loop/guard.hpp"

#include <fmt/format.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <new>
#include <system_error>

#include "core/error.hpp"
#include "rig/backends/wall_clock.hpp"
#include "rig/loop/retreat.hpp"

namespace hilspace::rig {
namespace {

[[noreturn]] void fail(const std::string& what, int error) {
  throw RunError(fmt::format("guard: {}: {}; the rig is not armed without a guard", what,
                             std::generic_category().message(error)));
}

GuardPage* map(int file) {
  void* place = ::mmap(nullptr, sizeof(GuardPage), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  return place == MAP_FAILED ? nullptr : static_cast<GuardPage*>(place);
}

constexpr double kLongestPoll = 0.25;  // s
constexpr double kPatience = 2.0;      // s for a dismissed guard to end: several polls

void sleep(double seconds) {
  const timespec t{0, static_cast<long>(seconds * 1e9)};
  ::nanosleep(&t, nullptr);
}

/// Ramp from the present output to the safe command, in a few milliseconds; longer where the steps that are
/// permitted are too small for a converter that is slow. False: a write failed; the next call continues from there.
bool retreat_by(PacedRetreat& its, GuardPage& page, const SafeOutput& output) {
  for (;;) {
    const double next = its(page.volts.load(), output.volts, WallClock::monotonic());
    if (!output.write(next)) return false;
    page.volts.store(next);
    if (next == output.volts) return true;
  }
}

/// Waits for the end of a dismissed guard. One that hangs is killed: a loop that ended because of it has to
/// report that, and must not hang too.
void reap(pid_t process) {
  const std::int64_t until = WallClock::monotonic() + static_cast<std::int64_t>(kPatience * 1e9);
  pid_t ended = 0;
  while ((ended = ::waitpid(process, nullptr, WNOHANG)) == 0 && WallClock::monotonic() < until) sleep(1e-3);
  if (ended != 0) return;  // it has ended, also if confirm() saw that: its number may be another's now
  ::kill(process, SIGKILL);
  ::waitpid(process, nullptr, 0);
}

/// Takes the highest priority this user is allowed; limits.conf may restrict it below the system's maximum.
int be_urgent() {
  for (int priority = ::sched_get_priority_max(SCHED_FIFO); priority > 0; --priority) {
    const sched_param wanted{priority};
    if (::sched_setscheduler(0, SCHED_FIFO, &wanted) != 0) continue;
    ::mlockall(MCL_CURRENT | MCL_FUTURE);
    return priority;
  }
  return 0;
}

}  // namespace

int Guard::make_page() {
  const int file = ::memfd_create("hilspace-guard", 0);  // inherited by the guard
  if (file < 0 || ::ftruncate(file, sizeof(GuardPage)) != 0) fail("its shared page cannot be created", errno);
  page_ = map(file);
  if (page_ == nullptr) fail("its shared page cannot be mapped", errno);
  new (page_) GuardPage;
  page_->loop = ::getpid();
  return file;
}

void Guard::give_up(const std::string& what, int error) {
  ::munmap(page_, sizeof(GuardPage));
  fail(what, error);
}

Guard::Guard(double silence, const SafeOutput& output) {
  const int file = make_page();
  process_ = ::fork();
  if (process_ == 0) {
    ::setsid();
    stand_guard(file, silence, output);
    ::_exit(0);
  }
  const int error = errno;
  ::close(file);
  if (process_ < 0) give_up("cannot be forked", error);
}

Guard::Guard(std::vector<std::string> command) {
  const int file = make_page();
  command.insert(command.end(), {"--page", std::to_string(file)});
  std::vector<char*> words;
  for (std::string& word : command) words.push_back(word.data());
  words.push_back(nullptr);
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
  const int error = ::posix_spawnp(&process_, words[0], nullptr, &attributes, words.data(), ::environ);
  ::posix_spawnattr_destroy(&attributes);
  ::close(file);
  if (error != 0) give_up(fmt::format("{} cannot be started", command[0]), error);
}

Guard::~Guard() {
  disarm();
  page_->quit = true;
  reap(process_);
  ::munmap(page_, sizeof(GuardPage));
}

void Guard::ask() { page_->challenge.store(static_cast<std::uint64_t>(WallClock::monotonic())); }

void Guard::confirm(double patience) {
  ask();
  const std::int64_t until = WallClock::monotonic() + static_cast<std::int64_t>(patience * 1e9);
  while (!has_answered()) {
    if (page_->refusal.load() == page_->challenge.load() + 1) fail("cannot write the safe command", EIO);
    if (::waitpid(process_, nullptr, WNOHANG) == process_) fail("has ended", ECHILD);
    if (WallClock::monotonic() > until) fail("does not answer", ETIMEDOUT);
    sleep(1e-3);
  }
}

void Guard::arm() {
  page_->fired = false;
  page_->armed = true;
}

void Guard::disarm() { page_->armed = false; }

void stand_guard(int file, double silence, const SafeOutput& output) {
  GuardPage* const page = map(file);
  if (page == nullptr) fail("its shared page cannot be mapped", errno);
  ::signal(SIGINT, SIG_IGN);     // meant for the loop
  page->priority = be_urgent();  // sleeps most of the time, so a high priority is harmless

  const double poll = std::min(silence / kLooks, kLongestPoll);
  std::uint64_t beat = page->beat;
  std::int64_t before = WallClock::monotonic();
  double silent = 0.0;
  std::uint64_t asked = 0;
  PacedRetreat its(output.rate, output.step, before);
  while (!page->quit) {
    page->pulse.fetch_add(1, std::memory_order_release);
    if (const std::uint64_t challenge = page->challenge.load(); challenge != asked) {
      asked = challenge;
      (output.write(output.volts) ? page->answer : page->refusal).store(challenge + 1);
    }
    // Its own latencies, one a look, must not add up to more than latest_retreat().
    sleep(silent < silence ? std::min(poll, silence - silent) : poll);
    const std::int64_t now = WallClock::monotonic();
    const bool gone = ::getppid() != page->loop;
    const std::uint64_t heard = page->beat.load(std::memory_order_acquire);
    // The guard's own delays must not count as silence of the loop.
    const double slept = std::min(1e-9 * static_cast<double>(now - before), 2.0 * poll);
    silent = heard != beat || !page->armed ? 0.0 : silent + slept;
    beat = heard;
    before = now;
    // Once it has fired it goes on writing, whatever the loop does: a write that stalled inside the driver may be
    // output after the guard's.
    if (!gone && silent < silence && !page->fired) continue;
    if (!page->armed && !gone) continue;
    // From here on its steps count from one write to the next, also across those that failed: else, where every
    // second one fails, the output would stand still.
    if (!page->fired) its = PacedRetreat(output.rate, output.step, now);
    page->fired.store(true, std::memory_order_release);
    if (retreat_by(its, *page, output) && gone) return;
  }
}

}  // namespace hilspace::rig
