#include "realtime/roles.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <exception>

#include "study/notation/sha256.hpp"
#include "unit/rig/bench_rig.hpp"

namespace hilspace::rig::roles {
namespace {

constexpr double kSpeed = 0.1;
// Wall-clock time-outs, in seconds, of one part waiting for another. A busy machine may delay a process for
// longer than a rig could tolerate, which is not tested here: so they are long, and where a test waits for
// one of them it is the relay's.
constexpr double kSilence = 2.0;     // the guard on the loop
constexpr double kRelayHold = 0.5;   // the relay on the heartbeat
constexpr double kPatience = 300.0;  // the loop on its guard, and on the relay
const std::atomic<bool> kGoOn{false};

void plant(const std::string& name) {
  const InProcessSetup rig = bench::rig_setup();
  EmulatedSetup setup;
  setup.name = name;
  setup.plant = rig.plant;
  setup.plant_step = rig.plant_step;
  setup.step = 50e-6;
  setup.speed = kSpeed;
  setup.relay_hold = kSpeed * kRelayHold;
  setup.busy = false;
  run_emulated_rig(setup, kGoOn);
}

SafeOutput safe_output(EmulatedMemory& memory) {
  return {0.0, 35e3, 0.2, [&memory](double volts) {
            memory.command.store(volts);
            return true;
          }};
}

int loop(const std::string& name, const std::string& file, const std::string& how) {
  Emulated daq(name, kRate);
  RigRunSetup setup = run_setup(name, file);
  const auto memory = EmulatedMapping::open(name, 60.0);
  if (how == "waits") setup.loop.settle_time = kSpeed * kPatience;
  if (how == "forks") setup.safe_output = safe_output(*memory);
  const RigRunReport report = run_on_rig(daq, setup);
  return report.loop.trip ? kTripped : 0;
}

void guard(const std::string& name, int page) {
  const auto memory = EmulatedMapping::open(name, 60.0);
  stand_guard(page, kSilence, safe_output(*memory));
}

void idle_guard(int page) {
  stand_guard(page, kSilence, {0.0, 35e3, 0.2, [](double) { return true; }});
}

}  // namespace

Process::Process(std::vector<std::string> words, const std::string& program) {
  if (words[0] == "plant") memory_ = words[1];
  words.insert(words.begin(), program);
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  if (::posix_spawn(&id_, pointers[0], nullptr, nullptr, pointers.data(), ::environ) != 0) id_ = -1;
}

Process::~Process() {
  signal(SIGKILL);
  wait();
  if (!memory_.empty()) ::shm_unlink(memory_.c_str());  // the killed process could not
}

void Process::signal(int number) {
  if (id_ > 0) ::kill(id_, number);
}

int Process::wait() {
  if (id_ < 0) return -1;
  int status = 0;
  ::waitpid(id_, &status, 0);
  id_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

bool Process::running() {
  siginfo_t info{};
  return id_ > 0 && ::waitid(P_PID, static_cast<id_t>(id_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         info.si_pid == 0;
}

std::string unique_name() {
  static int count = 0;
  return fmt::format("/hilspace-test-{}-{}", ::getpid(), ++count);
}

RigRunSetup run_setup(const std::string& name, const std::filesystem::path& file) {
  static const study::Study study = [] {
    study::Study made;
    made.title = "a rig";
    made.resolved = "title = \"a rig\"\n";
    made.sha256 = study::sha256(made.resolved);
    return made;
  }();
  RigRunSetup setup{bench::loop_setup(), {file, study, 0, {}}, {}, {}, kSpeed * kPatience, 1 << 16};
  setup.loop.limits.late_in_a_row = setup.loop.limits.late_in_all = 0;
  setup.loop.limits.long_in_a_row = setup.loop.limits.long_in_all = 0;
  setup.loop.limits.relay_time = 0.0;
  setup.loop.limits.position_stuck_time = setup.loop.limits.force_stuck_time = 0.0;
  setup.loop.ramp_time = 10e-3;
  setup.loop.settle_time = 10e-3;
  setup.real_time.required = false;
  setup.real_time.dry_run = 0.0;
  setup.guard = {"/proc/self/exe", "guard", name};
  setup.guard_silence = kSilence;
  setup.guard_patience = kPatience;
  return setup;
}

}  // namespace hilspace::rig::roles

int main(int argc, char** argv) {
  namespace roles = hilspace::rig::roles;
  const std::vector<std::string> words(argv + 1, argv + argc);
  try {
    if (words.size() == 2 && words[0] == "plant") return roles::plant(words[1]), 0;
    if (words.size() == 4 && words[0] == "loop") return roles::loop(words[1], words[2], words[3]);
    if (words.size() == 4 && words[0] == "idle") return roles::idle_guard(std::stoi(words[3])), 0;
    if (words.size() == 4 && words[0] == "guard") return roles::guard(words[1], std::stoi(words[3])), 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  ::testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
