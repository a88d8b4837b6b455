#include "results/assembly/cover.hpp"

#include <gtest/gtest.h>

#include <string>

#include "unit/results/messages.hpp"

namespace hilspace::results {
namespace {

const Identity kOurs{"abc", "1.0", "r1"};

PartInfo part(std::uint64_t begin, std::uint64_t end, Identity identity = kOurs) {
  return {"p" + std::to_string(begin) + "-" + std::to_string(end), {begin, end}, std::move(identity)};
}

std::string complaint(const std::vector<PartInfo>& parts) {
  return run_error([&] { in_order(parts, kOurs, {0, 100}); });
}

TEST(Cover, CompletePartsComeBackInOrder) {
  const auto ordered = in_order(std::vector{part(50, 100), part(0, 1), part(1, 50)}, kOurs, {0, 100});
  ASSERT_EQ(ordered.size(), 3u);
  EXPECT_EQ(ordered[0].range, (Range{0, 1}));
  EXPECT_EQ(ordered[1].range, (Range{1, 50}));
  EXPECT_EQ(ordered[2].range, (Range{50, 100}));
}

TEST(Cover, GapsAreNamedInclusively) {
  const auto text = complaint({part(5, 7), part(8, 90)});
  EXPECT_TRUE(has(text, "scenarios 0 to 4, 7 and 90 to 99 of 100 are missing")) << text;
}

TEST(Cover, NothingAtAllIsAGap) { EXPECT_TRUE(has(complaint({}), "scenarios 0 to 99 of 100 are missing")); }

TEST(Cover, ManyGapsAreSummedUp) {
  std::vector<PartInfo> parts;
  for (std::uint64_t i = 0; i < 100; i += 10) parts.push_back(part(i, i + 9));
  EXPECT_TRUE(has(complaint(parts), "9, 19, 29, 39, 49 and 5 more ranges of 100")) << complaint(parts);
}

TEST(Cover, OverlapNamesBothFilesAndTheScenarios) {
  const auto text = complaint({part(0, 60), part(55, 100)});
  EXPECT_TRUE(has(text, "p0-60") && has(text, "p55-100") && has(text, "scenarios 55 to 59 ")) << text;
}

TEST(Cover, OverlapInsideALargerPartIsFound) {
  EXPECT_TRUE(has(complaint({part(0, 100), part(20, 30)}), "scenarios 20 to 29 are also in p0-100"));
}

TEST(Cover, TheSameRangeTwiceIsAnError) {
  auto copy = part(0, 100);
  copy.file = "copy";
  EXPECT_TRUE(has(complaint({part(0, 100), copy}), "scenarios 0 to 99 are also in p0-100"));
}

TEST(Cover, TheSameFileTwiceIsNamedOnce) {
  try {
    in_order(std::vector{part(0, 100), part(0, 100)}, kOurs, {0, 100});
    FAIL() << "is taken";
  } catch (const InputError& error) {  // of the command line: nothing is wrong with the file
    EXPECT_STREQ(error.what(), "p0-100: is named twice; name each file once");
  }
}

TEST(Cover, ForeignPartsAreNamedWithTheReason) {
  EXPECT_TRUE(has(complaint({part(0, 100, {"xyz", "1.0", "r1"})}), "p0-100: belongs to another study"));
  EXPECT_TRUE(has(complaint({part(0, 100, {"abc", "0.9", "r1"})}), "version 0.9"));
  EXPECT_TRUE(has(complaint({part(0, 100, {"abc", "1.0", "r2"})}), "revision r2"));
}

TEST(Cover, PartsBeyondTheStudyAreRefused) {
  EXPECT_TRUE(has(complaint({part(0, 50), part(50, 101)}), "outside of 0 to 99"));
}

}  // namespace
}  // namespace hilspace::results
