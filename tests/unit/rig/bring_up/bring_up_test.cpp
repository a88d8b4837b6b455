// Every defect of a rig is found by a commissioning verb before anything is run on it, and no verb rejects a
// rig within its tolerances. Defects are drawn from seeds, singly and in pairs.

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "support/times.hpp"
#include "unit/rig/bring_up/bring_up.hpp"

namespace hilspace::rig::test {
namespace {

using hilspace::test::fewer;
using hilspace::test::seed;
using hilspace::test::times;

/// Out of two hundred, as many as fit into seconds unless more are requested.
std::uint64_t count() { return fewer(times() == 1 ? 16 : 20 * times()); }

std::uint64_t scenario_of(const RandomStream& random) {
  return 40 * static_cast<std::uint64_t>(random.uniform(0) * 12.0);
}

TEST(BringUp, FindsWhateverIsSetWrongBeforeItIsRun) {
  std::map<std::string, std::map<std::string, int>> found;  // defect -> verb that found it
  for (std::uint64_t i = 0; i < count(); ++i) {
    const RandomStream random(seed(), i, 0x42);
    const auto draw = [&](std::uint64_t k) {
      return static_cast<std::size_t>(random.uniform(k) * static_cast<double>(wrongs().size()));
    };
    // First each kind by itself, then pairs.
    const bool paired = i >= count() / 2;
    std::set<std::size_t> which{paired ? draw(1) : (i + seed() * 7) % wrongs().size()};
    if (paired) which.insert(draw(2));
    RigFile rig = rig_file();
    std::string name;
    std::uint64_t k = 10;
    for (const std::size_t each : which) {
      wrongs()[each].apply(rig, random.uniform(k), random.uniform(k + 1) < 0.5);
      name += (name.empty() ? "" : ", ") + std::string(wrongs()[each].name);
      k += 2;
    }
    const Complaint complaint = bring_up(rig, scenario_of(random), 1000 * seed() + i);
    EXPECT_FALSE(complaint.verb.empty())
        << name << " in scenario " << scenario_of(random) << ", amount " << random.uniform(10)
        << (random.uniform(11) < 0.5 ? ", other way" : "");
    if (!paired) ++found[name][complaint.verb];
    if (times() > 1) fmt::print("{}: {}: {}\n", name, complaint.verb, complaint.what);
  }
  fmt::print("| what is wrong | found at |\n|---|---|\n");
  for (const auto& [name, verbs] : found) {
    std::string text;
    for (const auto& [verb, runs] : verbs)
      text += (text.empty() ? "" : ", ") + fmt::format("{} ({})", verb, runs);
    fmt::print("| {} | {} |\n", name, text);
  }
}

// What earlier verbs would have found is not all that verify can see: the rig may change after them.
TEST(BringUp, VerifyFindsByItselfWhatChangedSince) {
  const auto with = [](auto change) {
    RigFile rig = rig_file();
    change(rig.truth);
    return bring_up(rig, 0, 7, "verify").what;
  };
  const auto finds = [](const std::string& found, std::string_view what) {
    return found.find(what) != std::string::npos;
  };
  EXPECT_EQ(with([](RigTruth&) {}), "");
  EXPECT_TRUE(finds(with([](RigTruth& t) { t.hysteresis = 0.12; }), "hysteresis"));
  EXPECT_TRUE(finds(with([](RigTruth& t) { t.command.gain = 1.1; }), "command that holds it"));
  EXPECT_TRUE(finds(with([](RigTruth& t) { t.position.offset = 0.15; }), "position at rest"));
  const std::string quick = with([](RigTruth&t) { t.command.gain = 1.3; }),
                    slow = with([](RigTruth&t) { t.resonance = 0.5; });
  EXPECT_TRUE(finds(quick, "response at") || finds(quick, "tripped")) << quick;
  EXPECT_TRUE(finds(slow, "step, root")) << slow;
}

// Where nothing is to touch, whatever presses ends it.
TEST(BringUp, NothingMayPressInAir) {
  RigFile rig = rig_file();
  rig.truth.force.offset = 0.04;
  EXPECT_EQ(bring_up(rig, 0, 7, "identify").what, "tripped: force");
  EXPECT_EQ(bring_up(rig, 0, 7, "verify").what, "tripped: force");
}

TEST(BringUp, RejectsNoHealthyRig) {
  // Each is commissioned to the end.
  for (std::uint64_t i = 0; i < (times() == 1 ? (count() + 3) / 4 : count()); ++i) {
    const RandomStream random(seed(), i, 0x48);
    const Complaint complaint = bring_up(healthy(random), scenario_of(random), 2000 * seed() + i);
    EXPECT_TRUE(complaint.verb.empty()) << "rig " << i << ", scenario " << scenario_of(random) << ": "
                                        << complaint.verb << ": " << complaint.what;
  }
}

}  // namespace
}  // namespace hilspace::rig::test
