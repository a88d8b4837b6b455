// Every good/NAME.toml is accepted, and what it resolves to reads as the same study.
//
// Every bad/NAME.toml, read with the `--set`s of NAME.set if there are any, is refused with exactly the text
// of NAME.expected: where, what was found, and how to mend it.

#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <functional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "study/study.hpp"

namespace hilspace::study {
namespace {

namespace fs = std::filesystem;

const fs::path kFolder = fs::path(HILSPACE_SOURCE_DIR) / "tests/config/bad";
constexpr std::array kMetrics{KnownMetric{"force.e_imax"}, KnownMetric{"force.peak_hil"},
                              KnownMetric{"velocity.error", kOneAxis},
                              KnownMetric{"docking.success", kSixDofOnly}};

std::string content(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

std::vector<Override> overrides(const std::string& lines) {
  std::vector<Override> result;
  std::istringstream stream(lines);
  for (std::string line; std::getline(stream, line);) {
    const auto equals = line.find('=');
    result.push_back({line.substr(0, equals), line.substr(equals + 1)});
  }
  return result;
}

std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const InputError& error) {
    return std::string(error.what()) + '\n';
  }
  return "accepted\n";
}

std::set<std::string> names_with(const std::string& extension) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(kFolder))
    if (entry.path().extension() == extension) names.insert(entry.path().stem().string());
  return names;
}

class BadStudy : public testing::TestWithParam<std::string> {};

TEST_P(BadStudy, IsRefusedWithTheExpectedText) {
  const std::string name = GetParam();
  const std::string text = content(kFolder / (name + ".toml"));
  const auto settings = overrides(content(kFolder / (name + ".set")));  // none if there is no such file
  EXPECT_EQ(message_of([&] { parse(text, name + ".toml", settings, kMetrics); }),
            content(kFolder / (name + ".expected")));
}

INSTANTIATE_TEST_SUITE_P(Config, BadStudy, testing::ValuesIn(names_with(".toml")),
                         [](const auto& test) { return test.param; });

TEST(BadStudies, ComeInPairs) {
  EXPECT_EQ(names_with(".toml"), names_with(".expected"));
  EXPECT_GE(names_with(".toml").size(), 24U);
  for (const auto& name : names_with(".set")) EXPECT_TRUE(names_with(".toml").contains(name)) << name;
}

TEST(GoodStudies, ReadAsTheSameAgain) {
  std::size_t count = 0;
  for (const auto& entry : fs::directory_iterator(kFolder.parent_path() / "good")) {
    const auto path = entry.path().string();
    ASSERT_EQ(message_of([&] { load(path, {}, kMetrics); }), "accepted\n");
    const Study study = load(path, {}, kMetrics);
    EXPECT_EQ(parse(study.resolved, path, {}, kMetrics).resolved, study.resolved) << path;
    ++count;
  }
  EXPECT_GE(count, 4U);
}

/// A file in a folder of its own that goes with the test.
class StudyFile : public testing::Test {
 protected:
  StudyFile() { fs::create_directories(folder_); }
  ~StudyFile() override { fs::remove_all(folder_); }

  std::string write(const std::string& text) const {
    const auto path = (folder_ / "study.toml").string();
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }
  static std::string refusal(const std::string& path) {
    return message_of([&] { load(path, {}, kMetrics); });
  }

  fs::path folder_ =
      fs::path(testing::TempDir()) / testing::UnitTest::GetInstance()->current_test_info()->name();
};

TEST_F(StudyFile, Missing) {
  const auto path = (folder_ / "study.toml").string();
  EXPECT_EQ(refusal(path), path + ": no such file\n");
}

TEST_F(StudyFile, Directory) {
  EXPECT_EQ(refusal(folder_.string()), folder_.string() + ": is a directory, not a study file\n");
}

TEST_F(StudyFile, NotUtf8) {
  const auto path = write("title = \"caf\xe9\"\n");
  EXPECT_EQ(refusal(path), path + ":1:12: not UTF-8 text from here on; save the study as UTF-8\n");
}

TEST_F(StudyFile, Binary) {
  const auto path = write(std::string("\x89HDF\r\n\x1a\n\0\0\0\0", 12));
  EXPECT_EQ(refusal(path), path + ":1:1: not UTF-8 text from here on; save the study as UTF-8\n");
}

TEST_F(StudyFile, EmptyIsReadAndFoundIncomplete) {
  const auto path = write("");
  EXPECT_TRUE(refusal(path).starts_with(path + ": chaser.mass: missing;")) << refusal(path);
}

TEST_F(StudyFile, KeysTooDeepForTheStack) {
  std::string key = "a";
  for (int i = 0; i < 100'000; ++i) key += ".a";
  const auto path = write(key + " = 1\n");
  EXPECT_EQ(refusal(path), path + ": not a study: it has keys of a thousand parts\n");
}

}  // namespace
}  // namespace hilspace::study
