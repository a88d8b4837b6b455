#include "rig/bring_up/open_loop.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include "core/error.hpp"
#include "rig/files/number_table.hpp"
#include "support/directory.hpp"
#include "support/message.hpp"

namespace hilspace::rig {
namespace {

constexpr double kRate = 10e3;

double steepest(const std::vector<double>& commands, double from) {
  double most = 0.0, last = from;
  for (const double command : commands) {
    most = std::max(most, std::abs(command - last) * kRate);
    last = command;
  }
  return most;
}

// For any request: it begins and ends at the safe command, and stays within range and slew.
TEST(WithinLimits, KeepsRangeAndSlew) {
  Limits limits;
  limits.command_min = 0.1;
  limits.command_max = 0.9;
  limits.command_safe = 0.2;
  limits.command_rate = 300.0;
  std::vector<double> wanted;
  for (int k = 0; k < 500; ++k) wanted.push_back(k % 7 < 3 ? -0.5 : 1.5);
  for (const double ramp : {0.0, 0.01}) {
    const Drive drive = within_limits(wanted, limits, kRate, ramp);
    EXPECT_EQ(drive.count, wanted.size());
    EXPECT_EQ(std::ranges::min(drive.commands), 0.1);
    EXPECT_LT(std::ranges::max(drive.commands), 0.9 + 1e-12);
    EXPECT_LE(steepest(drive.commands, 0.2), 300.0);
    EXPECT_LE(std::abs(drive.commands.back() - 0.2) * kRate, 300.0);
    EXPECT_GE(static_cast<double>(drive.begin), ramp * kRate);
  }
}

TEST(WithinLimits, LeavesAloneWhatKeepsThem) {
  std::vector<double> wanted;
  for (int k = 0; k < 1000; ++k) wanted.push_back(0.5 + 0.01 * std::sin(0.1 * k));
  const Drive drive = within_limits(wanted, {}, kRate, 0.01);
  for (std::size_t k = 0; k < wanted.size(); ++k) EXPECT_EQ(drive.commands[drive.begin + k], wanted[k]) << k;
  EXPECT_THROW(within_limits({}, {}, kRate, 0.01), InputError);
}

TEST(Held, ReachesEachCommandInAQuarterOfItsDwell) {
  const auto all = held(std::array{0.0, 0.5, 0.25}, 0.01, kRate);
  ASSERT_EQ(all.size(), 300u);
  for (std::size_t k = 0; k < 100; ++k) EXPECT_EQ(all[k], 0.0);
  for (std::size_t k = 125; k < 200; ++k) EXPECT_EQ(all[k], 0.5);
  for (std::size_t k = 225; k < 300; ++k) EXPECT_EQ(all[k], 0.25);
  EXPECT_NEAR(all[112], 0.25, 0.05);
}

TEST(Numbers, AreReadAsTheyWereWritten) {
  const test::Directory folder;
  const auto path = (folder / "t.csv").string();
  const std::vector<std::vector<double>> rows{{0.1, -1e-300}, {1.0 / 3.0, 2.0}};
  write_numbers(path, "a,b", rows);
  EXPECT_EQ(read_numbers(path, "a,b", ""), rows);
  EXPECT_THROW(read_numbers(path, "a,b,c", ""), InputError);
  EXPECT_THROW(read_numbers((folder / "none").string(), "a,b", ""), InputError);
}

// A curve up to an infinite voltage is flat: the reading would stand still while the actuator drives on.
TEST(Numbers, HaveToBeFinite) {
  const test::Directory folder;
  const auto path = (folder / "t.csv").string();
  for (const char* each : {"inf", "-inf", "nan", "infinity"}) {
    std::ofstream(path) << "a,b\n0,0\n1," << each << "\n";
    const std::string said = test::message_of<InputError>([&] { read_numbers(path, "a,b", ""); });
    EXPECT_TRUE(said.starts_with(path + ":3: ")) << said;
    EXPECT_NE(said.find(" must be finite; each line is a,b"), std::string::npos) << said;
  }
}

}  // namespace
}  // namespace hilspace::rig
