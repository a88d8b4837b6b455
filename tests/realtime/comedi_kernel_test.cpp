// The kernel's own driver comedi_test, whose analogue outputs are wired to its inputs: runs in the virtual
// machine of qemu_comedi. It has no digital lines.

#include <gtest/gtest.h>

#include <cmath>
#include <iostream>
#include <limits>

#include "comedi_wiring.hpp"

namespace hilspace::rig::test {

ComediSetup wired() {
  ComediSetup setup;
  setup.position = {.subdevice = 0, .channel = 0};
  setup.force = {.subdevice = 0, .channel = 1};
  setup.command = {.subdevice = 1, .channel = 0};
  setup.allowed = {-10.0, 10.0};
  setup.safe_voltage = kSafe;
  setup.rate = 1e3;
  return setup;
}
unsigned loopback() { return 0; }

namespace {

TEST(ComediKernel, WhatIsWrittenIsReadBack) {
  Comedi daq(wired());
  Inputs seen;
  for (const double volts : {-10.0, -9.9, -3.0, -0.001, 0.0, 0.001, 2.5, 9.9, 10.0}) {
    ASSERT_TRUE(daq.write({.command = volts, .heartbeat = true}));
    ASSERT_TRUE(daq.read(seen));
    EXPECT_NEAR(seen.position, volts, 1e-3);
    EXPECT_FALSE(seen.stop);
    EXPECT_FALSE(seen.relay_closed);
  }
}

TEST(ComediKernel, RailsAreTheEndsOfTheRange) {
  Comedi daq(wired());
  Inputs seen;
  ASSERT_TRUE(daq.write({.command = 10.0, .heartbeat = true}) && daq.read(seen));
  EXPECT_EQ(seen.position, daq.input_range().max);
  ASSERT_TRUE(daq.write({.command = -10.0, .heartbeat = true}) && daq.read(seen));
  EXPECT_EQ(seen.position, daq.input_range().min);
}

TEST(ComediKernel, WhatMayNotBeWrittenBecomesTheSafeVoltage) {
  Comedi daq(wired());
  Inputs seen;
  for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity(), 10.001, -10.001, 1e300}) {
    ASSERT_TRUE(daq.write({.command = 3.0, .heartbeat = true}));
    EXPECT_FALSE(daq.write({.command = bad, .heartbeat = false}));
    ASSERT_TRUE(daq.read(seen));
    EXPECT_NEAR(seen.position, kSafe, 1e-3) << bad;
  }
}

TEST(ComediKernel, ALoopClosesAtItsRate) {
  Comedi daq(wired());
  Inputs seen;
  double command = 0.0;
  const std::int64_t start = daq.now();
  constexpr int kCycles = 300;
  for (int i = 0; i < kCycles; ++i) {
    daq.wait_until(start + i * 1'000'000LL);
    ASSERT_TRUE(daq.read(seen));
    command += 0.1 * (2.0 - seen.position);
    ASSERT_TRUE(daq.write({.command = command, .heartbeat = i % 2 == 0}));
  }
  EXPECT_NEAR(seen.position, 2.0, 1e-3);
  EXPECT_GE(daq.now() - start, (kCycles - 1) * 1'000'000LL);
}

TEST(ComediKernel, HowLongACycleTakesForInformation) {
  Comedi daq(wired());
  Inputs seen;
  constexpr int kCycles = 2000;
  const auto start = daq.now();
  for (int i = 0; i < kCycles; ++i)
    ASSERT_TRUE(daq.read(seen) && daq.write({.command = 2.0, .heartbeat = true}));
  std::cout << "a read and a write: " << static_cast<double>(daq.now() - start) / kCycles * 1e-3
            << " us, time by " << (WallClock(1e3).by_tsc() ? "TSC" : "the kernel") << "\n";
}

// Removes the device: runs after all others.
TEST(ComediKernelLast, ACardThatIsGoneSaysSo) {
  Comedi daq(wired());
  Inputs seen;
  ComediSafe safe(wired(), daq.file());
  ASSERT_TRUE(daq.read(seen));
  comedi_t* other = comedi_open(wired().device.c_str());
  ASSERT_NE(other, nullptr);
  ASSERT_EQ(ioctl(comedi_fileno(other), COMEDI_DEVCONFIG, nullptr), 0);  // as if the card were removed
  seen.position = 7.0;
  EXPECT_FALSE(daq.read(seen));
  EXPECT_EQ(seen.position, 7.0);
  EXPECT_FALSE(daq.write({.command = 2.0, .heartbeat = true}));
  EXPECT_FALSE(safe.write());
}

}  // namespace
}  // namespace hilspace::rig::test
