#include "command_line.hpp"

#include <gtest/gtest.h>

#include <cstdint>

#include "core/error.hpp"
#include "support/message.hpp"

namespace hilspace::app {
namespace {

using Words = std::vector<std::string>;

/// An option of every kind.
CommandLine described() {
  CommandLine line("program verb FILE", "file", 1, 2);
  line.about("About the verb.");
  line.flag("quiet", "no words");
  line.option<std::string>("output,o", "FILE.h5", "result");
  line.option<int>("core", "N", "processor", -1);
  line.option<std::int64_t>("index", "I", "scenario");
  line.option<std::uint64_t>("seed", "N", "of the noise", 1);
  line.option<double>("share", "P", "of the whole", 0.95);
  line.list("set", "KEY=VALUE", "repeatable");
  return line;
}

CommandLine parsed(const Words& words) {
  CommandLine line = described();
  EXPECT_TRUE(line.parse(words));
  return line;
}

std::string complaint(const Words& words) {
  CommandLine line = described();
  return test::message_of([&] { line.parse(words); });
}

std::string printed(const Words& words) {
  CommandLine line = described();
  testing::internal::CaptureStdout();
  const bool goes_on = line.parse(words);
  std::string text = testing::internal::GetCapturedStdout();
  EXPECT_FALSE(goes_on);
  return text;
}

TEST(CommandLine, GivesWhatWasWritten) {
  const auto line = parsed({"a", "--core=3", "-o", "b.h5", "--index", "-7", "--seed", "18446744073709551615",
                            "--share", "1e-3", "--set", "x=1", "b", "--set", "y=2", "--quiet"});
  EXPECT_EQ(line.arguments(), (Words{"a", "b"}));
  EXPECT_EQ(line.argument(), "a");
  EXPECT_TRUE(line.has("quiet"));
  EXPECT_EQ(line.get<std::string>("output"), "b.h5");
  EXPECT_EQ(line.get<int>("core"), 3);
  EXPECT_EQ(line.get<std::int64_t>("index"), -7);
  EXPECT_EQ(line.get<std::uint64_t>("seed"), 18446744073709551615u);
  EXPECT_EQ(line.get<double>("share"), 1e-3);
  EXPECT_EQ(line.get<Words>("set"), (Words{"x=1", "y=2"}));
}

TEST(CommandLine, HasDefaultsAndNothingElseThatWasNotWritten) {
  const auto line = parsed({"a"});
  for (const auto* absent : {"quiet", "output", "index", "set", "help"})
    EXPECT_FALSE(line.has(absent)) << absent;
  EXPECT_EQ(line.get<int>("core"), -1);
  EXPECT_EQ(line.get<std::uint64_t>("seed"), 1u);
  EXPECT_EQ(line.get<double>("share"), 0.95);
}

TEST(CommandLine, SuggestsTheNearestOption) {
  for (const auto& [words, near] : {std::pair<Words, std::string>{{"a", "--shares", "0.5"}, "--share"},
                                    {{"a", "--outptu=b.h5"}, "--output"},
                                    {{"a", "--Seed", "3"}, "--seed"},
                                    {{"a", "-quiet"}, "--quiet"}})
    EXPECT_NE(complaint(words).find("; did you mean " + near + "?\nusage: "), std::string::npos)
        << complaint(words);
  for (const auto* far : {"--bogus", "-z", "--", "--=3", "---"})
    EXPECT_EQ(complaint({"a", far}).find("did you mean"), std::string::npos) << complaint({"a", far});
}

TEST(CommandLine, SaysWhatIsWrongAndTheUsage) {
  for (const auto& [words, what] : {std::pair<Words, const char*>{{"a", "--bogus"}, "--bogus"},
                                    {{"a", "--core", "two"}, "two"},
                                    {{"a", "--core", "2.5"}, "2.5"},
                                    {{"a", "--output"}, "--output"},
                                    {{"a", "--quie"}, "--quie"},  // no guessing
                                    {{"a", "--core", "1", "--core", "2"}, "--core"},
                                    {{}, "no file given"},
                                    {{"a", "b", "c"}, "3 arguments given, at most 2 wanted: file\n"}}) {
    EXPECT_NE(complaint(words).find(what), std::string::npos) << complaint(words);
    EXPECT_TRUE(complaint(words).ends_with("\nusage: program verb FILE")) << complaint(words);
  }
}

TEST(CommandLine, HelpNamesEveryOptionWithItsDefault) {
  const std::string help = printed({"--help"});
  EXPECT_TRUE(help.starts_with("usage: program verb FILE\n\nAbout the verb.\n\noptions:\n")) << help;
  for (const auto* text : {"--quiet ", "-o [ --output ] FILE.h5 ", "--core N (=-1) ", "--index I ",
                           "--seed N (=1) ", "--share P (=0.95) ", "--set KEY=VALUE ", "repeatable"})
    EXPECT_NE(help.find(text), std::string::npos) << text << "\n" << help;
  EXPECT_EQ(printed({"-h"}), help);
  EXPECT_EQ(printed({"a", "b", "c", "-h"}), help);
}

}  // namespace
}  // namespace hilspace::app
