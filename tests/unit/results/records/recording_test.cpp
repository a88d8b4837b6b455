// A recording is readable while it grows, after its writer was killed, and once it is finished.

#include "results/records/recording.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cmath>

#include "core/error.hpp"
#include "results/reading/result_file.hpp"
#include "unit/results/sample.hpp"

namespace hilspace::results {
namespace {

constexpr std::array<std::string_view, 3> kPhases{"rest", "scenario", "after"};
const study::Study kStudy = sample::single();

RecordingSetup setup() {
  RecordingSetup setup{kStudy,
                       0,
                       "the bodies' displacement crosses 0",
                       {{"limits", "force_max = 4000"}},
                       {},
                       {},
                       {1e-6, 2e-6, 4e-6},
                       {{"work", "1", "cycles"}}};
  setup.channels = {{"force", "N", "force on the bodies"}, {"phase", "", "what it did", kPhases}};
  setup.numbers = {{"lost", "1", "records that were lost"}, {"end", "", "how it ended", kPhases}};
  return setup;
}

double force(std::size_t i) { return 3.0 * std::sin(0.1 * static_cast<double>(i)); }

void append(Recording& recording, std::size_t begin, std::size_t end) {
  std::vector<double> time;
  std::vector<std::vector<double>> channels(2);
  for (std::size_t i = begin; i < end; ++i) {
    time.push_back(1e-5 * static_cast<double>(i));
    channels[0].push_back(force(i));
    channels[1].push_back(static_cast<double>(i % 3));
  }
  recording.append(time, channels);
}

void expect_whole(const std::filesystem::path& file, std::size_t least) {
  const ResultFile head = read_result(file);
  ASSERT_EQ(head.traces.size(), 1u);
  EXPECT_EQ(head.traces[0].path, "rig");
  const std::size_t samples = head.traces[0].samples;
  EXPECT_GE(samples, least);
  const auto channels = read_trace_group(file, "rig");
  ASSERT_EQ(channels.size(), 3u);
  for (const Variable& channel : channels) ASSERT_EQ(channel.values.size(), samples) << channel.name;
  for (std::size_t i = 0; i < samples; ++i) {
    ASSERT_EQ(channels[0].values[i], 1e-5 * static_cast<double>(i));
    ASSERT_EQ(channels[1].values[i], force(i));
    ASSERT_EQ(channels[2].values[i], static_cast<double>(i % 3));
  }
  EXPECT_EQ(channels[2].flags, (std::vector<std::string>{"rest", "scenario", "after"}));
}

const Variable& named(const std::vector<Variable>& variables, std::string_view name) {
  for (const Variable& each : variables)
    if (each.name == name) return each;
  throw std::out_of_range(std::string(name));
}

TEST(Recording, IsATraceWhenItIsFinished) {
  const sample::Directory directory;
  const auto file = directory / "rig.h5";
  Recording recording(file, setup());
  append(recording, 0, 9000);
  append(recording, 9000, 9001);
  recording.set_number(0, 7.0);
  recording.set_number(1, 2.0);
  recording.set_histogram(0, std::array{1.0, 2.0, 3.0});
  recording.finish();
  expect_whole(file, 9001);
  const ResultFile head = read_result(file);
  EXPECT_TRUE(head.is_trace);
  EXPECT_TRUE(head.shape.empty());
  EXPECT_EQ(named(head.variables, "lost").values, std::vector{7.0});
  EXPECT_EQ(named(head.variables, "end").values, std::vector{2.0});
  EXPECT_EQ(named(read_trace_group(file, "rig/timing"), "work").values, (std::vector{1.0, 2.0, 3.0}));
}

TEST(Recording, WithoutASampleIsReadable) {
  const sample::Directory directory;
  Recording recording(directory / "rig.h5", setup());
  recording.finish();
  expect_whole(directory / "rig.h5", 0);
}

TEST(Recording, CanBeReadWhileItGrows) {
  const sample::Directory directory;
  const auto file = directory / "rig.h5";
  Recording recording(file, setup());
  append(recording, 0, 10'000);
  recording.flush();
  append(recording, 10'000, 10'500);
  expect_whole(file, 10'000);  // by the same thread, since another one would have to wait
}

TEST(Recording, SurvivesAKillAtAnyTime) {
  const sample::Directory directory;
  for (int round = 0; round < 12; ++round) {
    const auto file = directory / ("rig" + std::to_string(round) + ".h5");
    std::array<int, 2> told{};
    ASSERT_EQ(::pipe(told.data()), 0);
    const pid_t child = ::fork();
    if (child == 0) {
      Recording recording(file, setup());
      for (std::size_t i = 0;; i += 377) {
        append(recording, i, i + 377);
        if (i % 3 == 0) recording.flush();
        [[maybe_unused]] const auto written = ::write(told[1], "x", 1);
      }
    }
    ::close(told[1]);
    // Killed after that many appended blocks, at whatever point it has reached.
    for (int heard = 0; heard < 3 + 5 * round;) {
      char mark = 0;
      ASSERT_EQ(::read(told[0], &mark, 1), 1);
      ++heard;
    }
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    ::close(told[0]);
    expect_whole(file, 377);
  }
}

}  // namespace
}  // namespace hilspace::results
