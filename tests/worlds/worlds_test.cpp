// Worlds in which disks fail, processes die and the power is cut at any point of the program.
//
//   no bit is wrong        a result that can be read has the bits of an undisturbed world
//   nothing is lost        what a session said to have finished is there after every disaster that follows
//   failures are said      a failing call ends in success or in an error that names file and reason
//   all is mended          after the disasters the same commands succeed, and leave nothing but the result
//
// A failure names its seed; HILSPACE_WORLD=seed repeats that world alone.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "stories.hpp"
#include "support/times.hpp"

// HDF5 itself leaks a little when a call fails; our own code is still checked.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:libhdf5"; }

namespace hilspace::worlds {
namespace {

std::string told(const Story& story, std::uint64_t seed, Kind kind) {
  World world(seed, kind);
  story.tell(world);
  return world.wrong();
}

class Worlds : public testing::TestWithParam<Story> {
 protected:
  /// The calm world is the reference for all others.
  void SetUp() override {
    ASSERT_EQ(told(GetParam(), 1, Kind::calm), "");
    ASSERT_EQ(told(GetParam(), 2, Kind::calm), "");
  }
  static void tell(Kind kind, std::uint64_t count) {
    if (const std::uint64_t only = test::from_environment("HILSPACE_WORLD", 0); only != 0) {
      EXPECT_EQ(told(GetParam(), only, kind), "");
      return;
    }
    const std::uint64_t first = 1'000'000 * test::seed();
    for (std::uint64_t seed = first; seed < first + count * test::times(); ++seed)
      if (const std::string wrong = told(GetParam(), seed, kind); !wrong.empty())
        FAIL() << "seed " << seed << ": " << wrong;
  }
};

TEST_P(Worlds, OfDisastersLoseNothing) { tell(Kind::disastrous, HILSPACE_WORLDS / 6); }

TEST_P(Worlds, RepeatThemselves) {
  const auto history = [](std::uint64_t seed) {
    World world(seed, Kind::disastrous);
    GetParam().tell(world);
    return world.calls();
  };
  const std::uint64_t seeds = test::kSanitized ? 1 : 5;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed)
    EXPECT_EQ(history(seed), history(seed)) << "seed " << seed;
}

class LyingDisks : public Worlds {};

TEST_P(LyingDisks, AreFoundOut) { tell(Kind::dishonest, HILSPACE_WORLDS / 20); }

/// A cluster's scripts have no checksums.
std::vector<Story> with_checksums() {
  std::vector<Story> found;
  std::ranges::copy_if(kStories, std::back_inserter(found),
                       [](const Story& story) { return std::string_view(story.name) != "cluster"; });
  return found;
}

using Disasters = std::function<test::Disaster(std::uint64_t call)>;

/// The calls differ in numbers more than in code: by day each third is met, under a sanitizer, which takes ten times as
/// long, each tenth. By night each, and every night begins at another one.
std::uint64_t every() {
  if (test::kSanitized) return 10;
  return test::times() > 1 ? 1 : 3;
}
std::uint64_t first() { return 1 + test::seed() % every(); }

/// A run meets a disaster at each of its calls in turn, another one follows, and the power is cut.
void meet_at_each_call(const Disasters& disaster, void (*then)(World&) = plain_run) {
  ASSERT_EQ(told(kStories[0], 1, Kind::calm), "");
  bool is_met = true;
  for (std::uint64_t call = first(); is_met; call += every()) {
    World world(call, Kind::disastrous);
    world.session("run", disaster(call), [&] { plain_run(world); });
    is_met = world.was_met();
    world.calm_session([&] { then(world); });
    world.cut_power();
    ASSERT_EQ(world.wrong(), "") << "call " << call;
  }
}

test::Disaster death(std::uint64_t call) { return {.die_at = call}; }

TEST(EachCall, MayBeTheLast) { meet_at_each_call(death); }

// The name was given, but not safe: a reader that reports the result as complete makes it so.
TEST(EachCall, MayBeTheLastBeforeTheResultIsCalledComplete) {
  meet_at_each_call(death, look_whether_complete);
}

TEST(EachCall, MayFail) {
  const auto fails = [](std::uint64_t call, int error) {
    return test::Disaster{.fail_at = call, .error = error};
  };
  if constexpr (test::kSanitized) {  // the same code either way
    meet_at_each_call([&](std::uint64_t call) { return fails(call, call % 2 == 0 ? EIO : EINTR); });
  } else {
    for (const int error : {EIO, EINTR})
      meet_at_each_call([&](std::uint64_t call) { return fails(call, error); });
  }
}

TEST(EachCall, MayFindTheDiskFull) {
  meet_at_each_call(
      [](std::uint64_t call) { return test::Disaster{.fail_at = call, .error = ENOSPC, .stays = true}; });
}

// Without a rename that keeps what is there, a result is linked and then loses its temporary name.
TEST(EachCall, OfAMergeMayBeTheLast) {
  ASSERT_EQ(told(kStories[2], 1, Kind::calm), "");
  const auto shards = bytes_of_shards();
  for (const auto numbers : {results::Numbers::copied, results::Numbers::in_parts}) {
    bool is_met = true;
    for (std::uint64_t call = first(); is_met; call += every()) {
      World world(call, Kind::disastrous, false);
      begin_with(world, shards);
      world.session("merge", death(call), [&] { merge_shards(world, numbers); });
      is_met = world.was_met();
      world.calm_session([&] { merge_shards(world, numbers); });
      promise_nothing_is_left(world);
      world.calm_session([] {});
      ASSERT_EQ(world.wrong(), "") << "call " << call;
    }
  }
}

// Worlds that went wrong once: a merge that succeeded with a chunk whose name was not safe yet, so that a power cut took it;
// somebody else's file beside a lie of the disk; parts that overlap, which counted twice in what a disk has to have free.
TEST(PastWorlds, StayMended) {
  for (const auto& [story, seed, kind] :
       {std::tuple(4, 7008626, Kind::disastrous), std::tuple(0, 7000052, Kind::dishonest),
        std::tuple(0, 11001240, Kind::dishonest)}) {
    ASSERT_EQ(told(kStories[story], 1, Kind::calm), "");
    ASSERT_EQ(told(kStories[story], 2, Kind::calm), "");
    EXPECT_EQ(told(kStories[story], static_cast<std::uint64_t>(seed), kind), "") << "seed " << seed;
  }
}

std::string name_of(const testing::TestParamInfo<Story>& story) { return std::string(story.param.name); }
INSTANTIATE_TEST_SUITE_P(All, Worlds, testing::ValuesIn(kStories), name_of);
INSTANTIATE_TEST_SUITE_P(All, LyingDisks, testing::ValuesIn(with_checksums()), name_of);

}  // namespace
}  // namespace hilspace::worlds
