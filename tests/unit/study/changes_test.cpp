#include "study/changes.hpp"

#include <gtest/gtest.h>

#include <string>

namespace hilspace::study {
namespace {

TEST(Changes, NameKeyAndBothValues) {
  EXPECT_EQ(changes("[contact]\nrestitution = 0.8\n", "[contact]\nrestitution = 0.7\n"),
            "contact.restitution 0.8 -> 0.7");
  EXPECT_EQ(changes("title = \"a\"\n", "title = \"a\"\nseed = 2\n"), "seed nothing -> 2");
}

TEST(Changes, SeeIntoAxes) {
  EXPECT_EQ(changes("[[axis]]\n\"a.b\" = [1, 2]\n", "[[axis]]\n\"a.b\" = [1, 3]\n"),
            "axis[1].a.b has other values");
  EXPECT_EQ(changes("[[axis]]\n\"a.b\" = [1, 2]\n", "[[axis]]\n\"a.b\" = [1, 2, 3]\n"),
            "axis[1].a.b [2 values] -> [3 values]");
}

TEST(Changes, AreAFewAndACount) {
  std::string before, after;
  for (int i = 0; i < 9; ++i) {
    before += "k" + std::to_string(i) + " = 1\n";
    after += "k" + std::to_string(i) + " = 2\n";
  }
  EXPECT_NE(changes(before, after).find("and 4 more"), std::string::npos);
}

TEST(Changes, OfWhatCannotBeReadAreStillSaid) { EXPECT_EQ(changes("= no", "a = 1"), "texts that differ"); }

}  // namespace
}  // namespace hilspace::study
