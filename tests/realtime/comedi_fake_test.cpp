// The real libcomedi on the simulated card of fake_comedi.cpp, which replaces the kernel.

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <limits>
#include <string>

#include "comedi_wiring.hpp"
#include "core/error.hpp"
#include "support/directory.hpp"

// Counts heap allocations, including those of libcomedi.
namespace {
std::size_t n_allocations = 0;
}
extern "C" void* __libc_malloc(std::size_t);
extern "C" void* malloc(std::size_t size) {
  ++n_allocations;
  return __libc_malloc(size);
}

namespace hilspace::rig::test {

ComediSetup wired() {
  ComediSetup setup;
  setup.position = {.subdevice = 0, .channel = 0};
  setup.force = {.subdevice = 0, .channel = 1};
  setup.command = {.subdevice = 1, .channel = 0};
  setup.stop = DigitalLine{.subdevice = 2, .channel = 0, .active_low = true};
  setup.relay = DigitalLine{.subdevice = 2, .channel = 1};
  setup.heartbeat = DigitalLine{.subdevice = 2, .channel = 2};
  setup.safe_voltage = kSafe;
  return setup;
}
unsigned loopback() { return 2; }

namespace {

constexpr int kRelaySamples = 100;

// The device with a fault from so many samples on.
class ComediFake : public testing::Test {
 protected:
  void TearDown() override { unsetenv("HILSPACE_FAKE_FAULT"); }

  static void fault(const char* what) { setenv("HILSPACE_FAKE_FAULT", what, 1); }

  // One cycle of a live loop.
  bool cycle(Comedi& daq, double command) {
    beat_ = !beat_;
    return daq.write({.command = command, .heartbeat = beat_}) && daq.read(seen_);
  }
  // Runs until the actuator is at rest.
  void settle(Comedi& daq, double command) {
    for (int i = 0; i < 2000; ++i) ASSERT_TRUE(cycle(daq, command));
  }

  Inputs seen_;

 private:
  bool beat_ = false;
};

std::string refusal(const ComediSetup& setup) {
  try {
    const Comedi daq(setup);
  } catch (const RunError& error) {
    return error.what();
  }
  return "none";
}

TEST_F(ComediFake, TheActuatorAnswersAStepAsItsLawSays) {
  Comedi daq(wired());
  settle(daq, 0.0);
  constexpr double w = 3000, d = 0.8, volts = 1.5;  // without contact
  const double s = std::sqrt(1 - d * d);
  for (int i = 1; i <= 300; ++i) {
    ASSERT_TRUE(cycle(daq, volts));
    const double t = i / 75e3;
    const double law = 1 - std::exp(-d * w * t) * (std::cos(w * s * t) + d / s * std::sin(w * s * t));
    ASSERT_NEAR(seen_.position, volts * law, kCode) << "sample " << i;
  }
}

TEST_F(ComediFake, TheForceIsThatOfTheSpring) {
  Comedi daq(wired());
  for (const double volts : {1.0, 2.0, 4.0}) {
    settle(daq, volts);
    EXPECT_NEAR(seen_.position, volts, kCode);
    EXPECT_NEAR(seen_.force, std::max(0.0, 10e6 * (volts * 31.63e-6 - 50e-6) / 500), 10 * kCode);
  }
}

TEST_F(ComediFake, ALoopCloses) {
  Comedi daq(wired());
  double command = 0.0;
  settle(daq, command);
  for (int i = 0; i < 3000; ++i) {
    command += 0.01 * (4.0 - seen_.position);
    ASSERT_TRUE(cycle(daq, command));
  }
  EXPECT_NEAR(seen_.position, 4.0, 2 * kCode);
}

TEST_F(ComediFake, TheRelayIsClosedWhileTheHeartbeatBeats) {
  Comedi daq(wired());
  for (int i = 0; i < kRelaySamples + 5; ++i) ASSERT_TRUE(daq.read(seen_));
  EXPECT_FALSE(seen_.relay_closed);
  settle(daq, 3.0);
  EXPECT_TRUE(seen_.relay_closed);
  for (int i = 0; i < kRelaySamples + 5; ++i) ASSERT_TRUE(daq.read(seen_));
  EXPECT_FALSE(seen_.relay_closed);
  for (int i = 0; i < 2000; ++i) ASSERT_TRUE(daq.read(seen_));
  EXPECT_NEAR(seen_.position, 0.0, kCode);  // the converter still holds 3 V
}

TEST_F(ComediFake, TheStopIsSeen) {
  fault("stop@3");
  Comedi daq(wired());
  for (int i = 1; i < 6; ++i) {
    ASSERT_TRUE(cycle(daq, 0.0));
    EXPECT_EQ(seen_.stop, i > 3) << i;
  }
}

TEST_F(ComediFake, LinesThatAreNotWiredReadFalse) {
  fault("stop@0");
  ComediSetup setup = wired();
  setup.stop = setup.relay = setup.heartbeat = std::nullopt;
  Comedi daq(setup);
  seen_ = {.stop = true, .relay_closed = true};
  ASSERT_TRUE(cycle(daq, 2.0));
  EXPECT_FALSE(seen_.stop);
  EXPECT_FALSE(seen_.relay_closed);
}

TEST_F(ComediFake, AReadingThatFailsSaysSoAndLeavesWhatWasRead) {
  fault("read@2");
  Comedi daq(wired());
  ASSERT_TRUE(daq.read(seen_));
  ASSERT_TRUE(daq.read(seen_));
  seen_.position = 7.0;
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(daq.read(seen_));
  EXPECT_EQ(seen_.position, 7.0);
  EXPECT_TRUE(daq.write({.command = 2.0, .heartbeat = true}));
}

TEST_F(ComediFake, AWritingThatFailsSaysSo) {
  fault("write@2");
  Comedi daq(wired());
  ComediSafe safe(wired(), daq.file());
  EXPECT_TRUE(cycle(daq, 2.0));
  EXPECT_TRUE(cycle(daq, 2.0));
  EXPECT_FALSE(daq.write({.command = 2.0, .heartbeat = true}));
  EXPECT_FALSE(safe.write());
}

TEST_F(ComediFake, ACardThatIsGoneSaysSo) {
  fault("gone@1");
  Comedi daq(wired());
  EXPECT_TRUE(cycle(daq, 2.0));
  EXPECT_FALSE(daq.read(seen_));
  EXPECT_FALSE(daq.write({.command = 2.0, .heartbeat = true}));
}

TEST_F(ComediFake, ARailedInputReadsTheEndOfItsRange) {
  fault("rail@0");
  Comedi daq(wired());
  ASSERT_TRUE(daq.read(seen_));
  EXPECT_EQ(seen_.force, daq.input_range().max);
}

TEST_F(ComediFake, TheInputRangeIsWhatBothCanShow) {
  ComediSetup setup = wired();
  setup.force.range = 1;
  const Comedi daq(setup);
  EXPECT_NEAR(daq.input_range().min, -5.0, 1e-12);
  EXPECT_NEAR(daq.input_range().max, 5.0, 1e-12);
}

TEST_F(ComediFake, WhatMayNotBeWrittenBecomesTheSafeVoltage) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (const double bad :
       {std::nan(""), -std::nan(""), kInfinity, -kInfinity, 10.001, -0.001, 1e300, -1e300}) {
    const pid_t child = fork();  // killed, since the destructor would write the safe voltage itself
    if (child == 0) {
      Comedi daq(wired());
      const bool fine = daq.write({.command = 3.0, .heartbeat = true});
      const bool refused = !daq.write({.command = bad, .heartbeat = false});
      _exit(fine && refused ? 0 : 1);
    }
    int status = 1;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0) << bad;
    EXPECT_NEAR(volts_at_output(), kSafe, kCode) << bad;
  }
}

TEST_F(ComediFake, ASafeHeartbeatRestsAtItsLowLevel) {
  const auto level = [] {
    comedi_t* device = comedi_open("/dev/comedi0");
    unsigned is = 7;
    comedi_dio_read(device, 2, 2, &is);
    comedi_close(device);
    return is;
  };
  {
    Comedi daq(wired());
    EXPECT_TRUE(daq.write({.command = 3.0, .heartbeat = true}));
  }
  EXPECT_EQ(level(), 0U);
}

TEST_F(ComediFake, TheEndsOfTheRangeMayBeWritten) {
  Comedi daq(wired());
  EXPECT_EQ(daq.output_range().min, 0.0);
  EXPECT_EQ(daq.output_range().max, 10.0);
  EXPECT_TRUE(daq.write({.command = 0.0, .heartbeat = true}));
  EXPECT_TRUE(daq.write({.command = 10.0, .heartbeat = true}));
}

TEST_F(ComediFake, ACycleAsksNothingOfTheHeap) {
  Comedi daq(wired());
  settle(daq, 0.0);
  ComediSafe safe(wired(), daq.file());
  const std::size_t before = n_allocations;
  bool fine = true;
  for (int i = 0; i < 1000; ++i) fine = cycle(daq, 0.001 * i) && fine;
  daq.wait_until(daq.now() + 1000);
  fine = safe.write() && fine;
  EXPECT_EQ(n_allocations, before);
  EXPECT_TRUE(fine);
  EXPECT_GT(before, 0U);
}

// A calibration as written by comedi_soft_calibrate: inputs off by 1 % and 20 mV, outputs by 2 %.
constexpr const char* kCalibration = R"({
  driver_name => "fake_comedi", board_name => "fake-rig",
  calibrations => [
    { subdevice => 0, channels => [], ranges => [0,], arefs => [], caldacs => [],
      softcal_to_phys => { expansion_origin => 0, coefficients => [-10.12, 3.08232242313268e-04,], }, },
    { subdevice => 1, channels => [0,], ranges => [0,], arefs => [], caldacs => [],
      softcal_from_phys => { expansion_origin => 0, coefficients => [32767.5, 3342.285,], }, },
  ], })";

TEST_F(ComediFake, ACalibrationIsTaken) {
  const hilspace::test::Directory folder;
  ComediSetup setup = wired();
  setup.calibration = folder / "calibration";
  std::ofstream(setup.calibration) << kCalibration;
  {
    Comedi daq(setup);
    settle(daq, 1.5);
    EXPECT_NEAR(seen_.position, 1.5 * 1.02 * 1.01 - 0.02, 2 * kCode);
    EXPECT_NEAR(daq.input_range().min, -10.12, 1e-9);
  }
  setup.command.range = 1;
  EXPECT_NE(refusal(setup).find("no entry for subdevice 1, channel 0, range 1"), std::string::npos)
      << refusal(setup);
  std::string other = kCalibration;
  std::ofstream(setup.calibration) << other.replace(other.find("fake-rig"), 8, "pci-6221");
  EXPECT_NE(refusal(setup).find("is for a pci-6221"), std::string::npos) << refusal(setup);
}

TEST_F(ComediFake, RefusalsSayWhatThereIs) {
  ComediSetup setup = wired();
  setup.device = "/dev/comedi7";
  EXPECT_NE(refusal(setup).find("iocard"), std::string::npos);
  setup = wired();
  setup.force.channel = 9;
  EXPECT_NE(
      refusal(setup).find("/dev/comedi0 (fake_comedi, fake-rig): force: subdevice 0 (analogue input) has no "
                          "channel 9; it has 0 to 3"),
      std::string::npos)
      << refusal(setup);
  setup = wired();
  setup.command.range = 2;
  EXPECT_NE(refusal(setup).find("0 -10...10 V, 1 0...10 V"), std::string::npos) << refusal(setup);
  setup = wired();
  setup.calibration = "/nowhere";
  EXPECT_NE(refusal(setup).find("comedi_soft_calibrate"), std::string::npos) << refusal(setup);
  setup = wired();
  setup.heartbeat->channel = 3, setup.relay->channel = 2;  // of one port
  EXPECT_NE(refusal(setup).find("another port"), std::string::npos) << refusal(setup);
  EXPECT_EQ(refusal(wired()), "none");  // none of them has kept the device
}

TEST_F(ComediFake, HowLongACycleTakesForInformation) {
  Comedi daq(wired());
  constexpr int kCycles = 20'000;
  const auto start = daq.now();
  for (int i = 0; i < kCycles; ++i) ASSERT_TRUE(cycle(daq, 2.0));
  std::cout << "a read and a write: " << static_cast<double>(daq.now() - start) / kCycles * 1e-3 << " us\n";
}

}  // namespace
}  // namespace hilspace::rig::test
