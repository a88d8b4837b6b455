// A campaign of the real program on an emulated rig, of which one part is killed at random moments: the rig
// ends up safe, no recording is modified afterwards, and nothing is armed again before an acknowledgement.
// Nothing is timed: tests wait for states.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

#include "core/error.hpp"
#include "core/random.hpp"
#include "realtime/roles.hpp"
#include "rig/campaign/attempts.hpp"
#include "rig/records/journal.hpp"
#include "support/directory.hpp"
#include "support/repository.hpp"
#include "support/times.hpp"

namespace hilspace::rig {
namespace {

namespace fs = std::filesystem;
using roles::Process;

constexpr int kDone = 0, kTrippedCode = 4, kLatchedCode = 6;
/// Beside this program.
const std::string kRig = fs::read_symlink("/proc/self/exe").replace_filename("hilspace-rig");
enum class Victim { loop, guard, recorder, emulator };
constexpr std::array kVictims{"loop", "guard", "recorder", "emulator"};

void campaign_pause(double ms) {
  const timespec t{static_cast<time_t>(ms / 1e3), static_cast<long>(1e6 * std::fmod(ms, 1e3))};
  ::nanosleep(&t, nullptr);
}

template <class Condition>
bool sooner_or_later(Condition&& condition) {
  for (int i = 0; i < 150'000; ++i) {
    if (condition()) return true;
    campaign_pause(2.0);
  }
  return false;
}

std::string bytes_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;  // empty if the process ends during the read
  text << in.rdbuf();
  return text.str();
}

/// Processes of this program in that role for that rig.
std::vector<pid_t> processes(const std::string& role, const std::string& memory) {
  std::vector<pid_t> found;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    const pid_t process = static_cast<pid_t>(std::atoi(entry.path().filename().c_str()));
    if (process <= 0) continue;
    const std::string words = bytes_of(entry.path() / "cmdline");
    if (words.find('\0' + role + '\0') != std::string::npos &&
        words.find('\0' + memory + '\0') != std::string::npos)
      found.push_back(process);
  }
  return found;
}

class CampaignKill : public testing::Test {
 protected:
  CampaignKill() {
    const std::string studies = test::repository() + "/studies/";
    std::ofstream(folder / "rig.toml") << R"([rig]
backend = "emulated"
force_per_volt = "1 kN/V"
[loop]
real_time = false
ramp_time = "10 ms"
settle_time = "5 ms"
after_time = "2 ms"
guard_silence = "0.5 s"
[emulated]
speed = 0.01
[limits]
extension_max = "290 um"
velocity_max = "1.5 m/s"
slew_time = "0 s"
late_in_a_row = "0 s"
long_in_a_row = "0 s"
late_in_all = "0 s"
long_in_all = "0 s"
[tolerance]
position = "60 um"
time = "1 ms"
force = "400 N"
margin = 2
energy = 100
)";
    std::ofstream(folder / "campaign.toml")
        << "title = \"killed\"\nstudy = \"" << studies << "13-rig-twin/published.toml\"\nrig = \"rig.toml\"\n"
        << "scenarios = [400]\nrepetitions = 1000\nenergy_margin = 1000\n";
  }

  std::vector<std::string> run() const {
    return {"run", (folder / "campaign.toml").string(), "-o", output.string(), "--yes"};
  }
  std::map<std::string, std::string> recordings() const {
    std::map<std::string, std::string> found;
    if (!fs::exists(recordings_of(output))) return found;
    for (const auto& entry : fs::directory_iterator(recordings_of(output)))
      if (entry.path().extension() == ".h5") found[entry.path().filename()] = bytes_of(entry.path());
    return found;
  }

  /// Kills that part of the campaign while the rig is armed, and ends the rest. `struck`: whether the
  /// campaign was still running; on a machine that stalls it may trip before.
  void strike(Victim victim, std::uint64_t round, bool& struck) {
    Process campaign(run(), kRig);
    const std::string memory = fmt::format("/hilspace-rig-{}", campaign.id());
    const auto moves = [&] { return EmulatedMapping::open(memory, 300.0)->effective.load() > 0.01; };
    ASSERT_TRUE(sooner_or_later([&] { return moves() || !campaign.running(); }));
    campaign_pause(2500.0 * RandomStream(test::seed(), round, 1).uniform(0));
    struck = campaign.running();
    if (!struck) return;
    const EmulatedMapping rig = EmulatedMapping::open(memory, 300.0);
    switch (victim) {
      case Victim::loop:
        campaign.signal(SIGKILL);
        break;
      case Victim::guard:
      case Victim::emulator: {
        const std::string role = victim == Victim::guard ? "guard" : "emulate";
        ASSERT_TRUE(sooner_or_later([&] { return !processes(role, memory).empty(); }));
        for (const pid_t process : processes(role, memory)) ::kill(process, SIGKILL);
        break;
      }
      case Victim::recorder: {  // a thread cannot be killed alone, but its disk can be full
        const rlimit full{1 << 17, RLIM_INFINITY};
        ASSERT_EQ(::prlimit(campaign.id(), RLIMIT_FSIZE, &full, nullptr), 0);
        break;
      }
    }
    const int code = campaign.wait();
    EXPECT_NE(code, kDone);
    ASSERT_TRUE(sooner_or_later([&] { return rig->command.load() == 0.0; }));
    EXPECT_GE(rig->lowest.load(), 0.0);
    EXPECT_LE(rig->highest.load(), 10.0);
    // No process may remain that holds the rig's memory.
    ASSERT_TRUE(sooner_or_later([&] { return processes("emulate", memory).empty(); }));
    ASSERT_TRUE(sooner_or_later([&] { return processes("guard", memory).empty(); }));
    if (victim == Victim::emulator)
      ::shm_unlink(memory.c_str());  // the killed process could not
    else
      EXPECT_THROW(EmulatedMapping::open(memory, 0.0), RunError);
  }

  const test::Directory folder;
  const fs::path output = folder / "out.h5";
};

TEST_F(CampaignKill, IsSafeKeepsWhatWasRecordedAndAsksBeforeItGoesOn) {
  std::map<std::string, std::string> before;
  std::uint64_t rounds = 0, latched = 0;
  for (std::uint64_t round = 0; rounds < 6 * test::times() && round < 60 * test::times(); ++round) {
    const auto victim = static_cast<Victim>(round % kVictims.size());
    SCOPED_TRACE(fmt::format("round {}, {}", round, kVictims[round % kVictims.size()]));
    bool struck = false;
    strike(victim, round, struck);
    if (HasFatalFailure()) return;
    rounds += struck ? 1 : 0;
    const auto after = recordings();
    EXPECT_GT(after.size(), before.size());
    for (const auto& [name, bytes] : before) EXPECT_TRUE(after.at(name) == bytes) << name;
    before = after;
    const Journal journal(journal_beside(output));
    if (!journal.latched()) {  // the kill hit between two runs
      EXPECT_EQ(journal.events().back().what, "done");
      continue;
    }
    ++latched;
    EXPECT_EQ(Process(run(), kRig).wait(), kLatchedCode);
    EXPECT_EQ(recordings(), before);
    EXPECT_EQ(
        Process({"acknowledge", output.string(), "--operator", "a test", "--reason", "it killed it"}, kRig)
            .wait(),
        kDone);
    EXPECT_FALSE(journal.latched());
  }
  EXPECT_EQ(rounds, 6 * test::times());
  EXPECT_GT(latched, 0u);
}

// Ctrl-C, and the converter takes nothing any more: not "interrupted, and safe".
TEST_F(CampaignKill, ThatCannotBeMadeSafeIsLatchedThoughTheOperatorStoppedIt) {
  Process campaign(run(), kRig);
  const std::string memory = fmt::format("/hilspace-rig-{}", campaign.id());
  ASSERT_TRUE(sooner_or_later(
      [&] { return EmulatedMapping::open(memory, 300.0)->effective.load() > 0.05 || !campaign.running(); }));
  ASSERT_TRUE(campaign.running());
  {
    const EmulatedMapping rig = EmulatedMapping::open(memory, 300.0);
    campaign.signal(SIGSTOP);  // so that both are seen in one cycle, unless the machine stalls
    rig->deaf = true;
    campaign.signal(SIGINT);
    campaign.signal(SIGCONT);
  }
  EXPECT_EQ(campaign.wait(), kTrippedCode);
  const Journal journal(journal_beside(output));
  ASSERT_TRUE(journal.latched());
  EXPECT_EQ(journal.latched()->what, "unsafe");
  EXPECT_EQ(Process(run(), kRig).wait(), kLatchedCode);
}

}  // namespace
}  // namespace hilspace::rig
