// Worlds in which disks fail, processes die and the power is cut, whatever the program is doing.
//
//   no bit is wrong        a result that can be read has the bits of an undisturbed world
//   nothing is lost        what a session said to have finished is there after every disaster that follows
//   failures are said      a failing call ends in success or in an error that names file and reason
//   all is mended          after the disasters the same commands succeed, and leave nothing but the result
//
// A failure names its seed; HILSPACE_TEST_SEED=seed repeats that world first.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "stories.hpp"
#include "support/times.hpp"

namespace hilspace::worlds {
namespace {

std::string told(const Story& story, std::uint64_t seed, Kind kind) {
  World world(seed, kind);
  story.tell(world);
  return world.wrong();
}

class Worlds : public testing::TestWithParam<Story> {
 protected:
  /// The calm world is the measure of all others.
  void SetUp() override {
    ASSERT_EQ(told(GetParam(), 1, Kind::calm), "");
    ASSERT_EQ(told(GetParam(), 2, Kind::calm), "");
  }
  static void tell(Kind kind, std::uint64_t count) {
    const std::uint64_t first = 1'000'000 * test::seed();
    for (std::uint64_t seed = first; seed < first + count * test::times(); ++seed)
      if (const std::string wrong = told(GetParam(), seed, kind); !wrong.empty())
        FAIL() << "seed " << seed << ": " << wrong;
  }
};

TEST_P(Worlds, OfDisastersLoseNothing) { tell(Kind::disastrous, HILSPACE_WORLDS / 5); }

TEST_P(Worlds, OfLyingDisksAreFoundOut) {
  if (std::string_view(GetParam().name) == "cluster") GTEST_SKIP() << "scripts have no checksums";
  tell(Kind::dishonest, HILSPACE_WORLDS / 15);
}

INSTANTIATE_TEST_SUITE_P(All, Worlds, testing::ValuesIn(kStories),
                         [](const auto& story) { return std::string(story.param.name); });

}  // namespace
}  // namespace hilspace::worlds
