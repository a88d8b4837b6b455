#include "core/utf8.hpp"

#include <gtest/gtest.h>

namespace hilspace {
namespace {

TEST(Utf8, KnowsTheLengthOfACharacter) {
  const std::string_view text = "a\xC3\xBC\xE2\x82\xAC\xF0\x9F\x9A\x80";
  EXPECT_EQ(utf8_length(text, 0), 1u);
  EXPECT_EQ(utf8_length(text, 1), 2u);
  EXPECT_EQ(utf8_length(text, 3), 3u);
  EXPECT_EQ(utf8_length(text, 6), 4u);
  EXPECT_EQ(utf8_length(text, 2), 0u);  // in the middle of one
  EXPECT_EQ(utf8_length("\xC3", 0), 0u);
  EXPECT_EQ(utf8_length("\xC0\x80", 0), 0u);
}

TEST(Utf8, ReplacesWhatIsNone) {
  EXPECT_EQ(as_utf8("M\xFCller"), "M\xEF\xBF\xBDller");
  EXPECT_EQ(as_utf8("M\xC3\xBCller"), "M\xC3\xBCller");
  EXPECT_EQ(as_utf8("\xE2\x82"), "\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(as_utf8(""), "");
}

}  // namespace
}  // namespace hilspace
