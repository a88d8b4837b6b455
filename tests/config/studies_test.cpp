// Every good/NAME.toml is accepted, and what it resolves to reads as the same study.
//
// Every bad/TOPIC/NAME.toml ends with comments that are not part of the study: the `--set`s with which it is
// read, if there are any, and the text with which it is refused: where, what was found, and how to mend it.
//
//   # --set PATH=VALUE
//   # refused:
//   # NAME.toml:LINE:COLUMN: KEY: what is wrong; how to mend it

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "study/study.hpp"
#include "support/message.hpp"
#include "support/repository.hpp"

namespace hilspace::study {
namespace {

namespace fs = std::filesystem;

const fs::path kFolder = fs::path(test::repository()) / "tests/config/bad";
constexpr std::array kMetrics{KnownMetric{"force.e_imax"}, KnownMetric{"force.peak_hil"},
                              KnownMetric{"velocity.error", kOneAxis},
                              KnownMetric{"docking.success", kSixDofOnly}};

const std::string kSet = "# --set ", kRefused = "# refused:";

std::string content(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

struct Case {
  std::string study;
  std::vector<Override> overrides;
  std::string refusal;
};

/// What stands behind "# " in a line, if that begins it.
std::optional<std::string> behind(const std::string& line, const std::string& mark) {
  if (!line.starts_with(mark)) return std::nullopt;
  return line.substr(mark.size());
}

Override override_of(const std::string& setting) {
  const auto equals = setting.find('=');
  if (equals == std::string::npos) throw std::invalid_argument("--set without a value: " + setting);
  return {setting.substr(0, equals), setting.substr(equals + 1)};
}

Case read_case(const fs::path& path) {
  std::vector<std::string> lines;
  std::istringstream stream(content(path));
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  std::size_t at = 0;
  Case found;
  const auto ends = [&] { return lines[at] == kRefused || lines[at].starts_with(kSet); };
  for (; at < lines.size() && !ends(); ++at) found.study += lines[at] + '\n';
  for (; at < lines.size() && lines[at] != kRefused; ++at) {
    found.overrides.push_back(override_of(behind(lines[at], kSet).value()));
  }
  for (++at; at < lines.size(); ++at) found.refusal += behind(lines[at], "# ").value() + '\n';
  return found;
}

std::string message_of(const std::function<void()>& action) {
  const std::string message = test::message_of(action);
  return message.empty() ? "accepted\n" : message + '\n';
}

std::vector<fs::path> bad_studies() {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::recursive_directory_iterator(kFolder))
    if (entry.is_regular_file()) paths.push_back(entry.path());
  std::ranges::sort(paths);
  return paths;
}

class BadStudy : public testing::TestWithParam<fs::path> {};

TEST_P(BadStudy, IsRefusedWithTheExpectedText) {
  const Case bad = read_case(GetParam());
  EXPECT_EQ(message_of([&] { parse(bad.study, GetParam().filename().string(), bad.overrides, kMetrics); }),
            bad.refusal);
}

INSTANTIATE_TEST_SUITE_P(Config, BadStudy, testing::ValuesIn(bad_studies()), [](const auto& test) {
  auto name = test.param.stem().string();
  std::ranges::replace(name, '.', '_');
  return name;
});

TEST(BadStudies, AreThereByTopic) {
  EXPECT_GE(bad_studies().size(), 270U);
  for (const auto& path : bad_studies()) EXPECT_EQ(path.extension(), ".toml") << path;
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
  EXPECT_EQ(refusal(""), "the name of the study file is empty\n");
  EXPECT_EQ(refusal("/dev/zero"), "/dev/zero: is larger than 256 MB, and no study\n");  // it never ends
}

TEST_F(StudyFile, NotUtf8) {
  const auto path = write("title = \"caf\xe9\"\n");
  EXPECT_EQ(refusal(path), path + ":1:12: not UTF-8 text from here on; save the study as UTF-8\n");
}

TEST_F(StudyFile, Result) {
  const auto path = write(std::string("\x89HDF\r\n\x1a\n\0\0\0\0", 12));
  EXPECT_EQ(refusal(path),
            path +
                ": is a result (HDF5), not a study; the study that it was made from is stored in it: "
                "hilspace show " +
                path + " --json prints it as attributes.study\n");
}

TEST_F(StudyFile, Utf16WithoutMark) {
  const auto path = write(std::string("t\0i\0t\0l\0e\0", 10));
  EXPECT_EQ(refusal(path), path + ":1:2: a NUL character, which no text has; save the study as UTF-8\n");
}

TEST_F(StudyFile, LinesOfAnOldMacintosh) {
  const auto path = write("title = \"T\"\rmodel = \"axial\"\r");
  EXPECT_TRUE(refusal(path).ends_with("; lines end with LF or CR LF, not with CR alone; save the study so\n"))
      << refusal(path);
}

TEST_F(StudyFile, EmptyIsReadAndFoundIncomplete) {
  const auto path = write("");
  EXPECT_TRUE(refusal(path).starts_with(path + ": chaser.mass: missing;")) << refusal(path);
}

std::string repeated(std::string_view text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

/// A table of tables, each under a key of many parts.
std::string nested(int tables, int parts) {
  return repeated("{a" + repeated(".a", parts - 1) + " = ", tables) + "1" + repeated("}", tables);
}

const std::string kTooDeep = ": not a study: it has a thousand keys within each other\n";

TEST_F(StudyFile, KeysTooDeepForTheStack) {
  const auto path = write("a" + repeated(".a", 100'000) + " = 1\n");
  EXPECT_EQ(refusal(path), path + kTooDeep);
}

TEST_F(StudyFile, TablesOfKeysTooDeepForTheStack) {
  // Texts and comments neither hide them nor count.
  for (const std::string before : {"", "t = \"\"\"a \\\"\"\" { \"\"\"\"\"\n", "t = 'it\\'\n", "# it's }}}}\n",
                                   "t = [{a.a = [1]}, \"}]\"]\n"}) {
    const auto path = write(before + "x = " + nested(250, 100) + "\n");
    EXPECT_EQ(refusal(path), path + kTooDeep) << before;
  }
  const auto path = write("# " + repeated(".{[", 1000) + "\ntitle = \"" + repeated("{.", 1000) +
                          "\"\nx = " + nested(20, 20) + "\n");
  EXPECT_NE(refusal(path).find(path + ":3:1: x: unknown key"), std::string::npos) << refusal(path);
}

TEST_F(StudyFile, SettingsTooDeepForTheStack) {
  const auto path = write("");
  const auto refused = [&](const Override& setting) {
    return message_of([&] { load(path, std::array{setting}, kMetrics); });
  };
  EXPECT_NE(refused({"a" + repeated(".a", 100'000), "1"}).find("unknown key"), std::string::npos);
  EXPECT_NE(refused({"'" + repeated(".a", 100'000), "1"}).find("unknown key"), std::string::npos);
  EXPECT_NE(refused({"x", nested(250, 100)}).find("x: unknown key"), std::string::npos);
}

}  // namespace
}  // namespace hilspace::study
