#include "rig/backends/comedi_setup.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string_view>

namespace hilspace::rig {
namespace {

using Kind = ComediDevice::SubdeviceKind;

ComediDevice::Subdevice analog(Kind kind, std::size_t channels) {
  const ComediDevice::Channel channel{{VoltRange{-10, 10}, VoltRange{-5, 5}, std::nullopt}, 65535};
  return {kind, {Reference::ground, Reference::differential}, {channels, channel}};
}

ComediDevice::Subdevice digital(Kind kind, std::size_t channels) { return {kind, {}, {channels, {{}, 1}}}; }

ComediDevice card() {
  return {"/dev/comedi0 (driver, card)",
          {analog(Kind::analog_input, 8), analog(Kind::analog_output, 2), digital(Kind::digital, 16),
           digital(Kind::digital_output, 4)}};
}

ComediSetup wired() {
  ComediSetup setup;
  setup.position = {.subdevice = 0, .channel = 0};
  setup.force = {.subdevice = 0, .channel = 1};
  setup.command = {.subdevice = 1, .channel = 0};
  setup.stop = DigitalLine{.subdevice = 2, .channel = 0};
  setup.relay = DigitalLine{.subdevice = 2, .channel = 1};
  setup.heartbeat = DigitalLine{.subdevice = 3, .channel = 0};
  return setup;
}

std::vector<std::string> found(const ComediSetup& setup) { return findings(setup, card()); }

// Whether it is the only finding.
testing::AssertionResult finds(const ComediSetup& setup, std::string_view text) {
  const auto all = found(setup);
  if (all.size() == 1 && all[0].find(text) != std::string::npos) return testing::AssertionSuccess();
  auto result = testing::AssertionFailure() << all.size() << " findings";
  for (const auto& line : all) result << "\n" << line;
  return result;
}

TEST(ComediSetup, WhatTheCardHasIsFine) {
  EXPECT_TRUE(found(wired()).empty());
  ComediSetup setup = wired();
  setup.stop = setup.relay = setup.heartbeat = std::nullopt;
  EXPECT_TRUE(found(setup).empty());
  setup.force.reference = Reference::differential;
  EXPECT_TRUE(found(setup).empty());
}

TEST(ComediSetup, AMissingSubdeviceListsThoseThereAre) {
  ComediSetup setup = wired();
  setup.position.subdevice = 4;
  EXPECT_TRUE(finds(setup,
                    "/dev/comedi0 (driver, card): position: there is no subdevice 4; there are: "
                    "0 analogue input (8 channels), 1 analogue output (2 channels), 2 digital "
                    "in/output (16 channels), 3 digital output (4 channels)"));
}

TEST(ComediSetup, ASubdeviceOfAnotherKindIsFound) {
  ComediSetup setup = wired();
  setup.command.subdevice = 0;
  EXPECT_TRUE(finds(setup, "command: subdevice 0 is not of type analogue output; there are: 0 analogue"));
  setup = wired();
  setup.stop->subdevice = 3;  // outputs
  setup.stop->channel = 1;
  EXPECT_TRUE(finds(setup, "stop: subdevice 3 is not of type digital input"));
}

TEST(ComediSetup, AMissingChannelRangeOrReferenceSaysWhichThereAre) {
  ComediSetup setup = wired();
  setup.force.channel = 8;
  EXPECT_TRUE(finds(setup, "force: subdevice 0 (analogue input) has no channel 8; it has 0 to 7"));
  for (const unsigned range : {2U, 3U}) {  // of milliampere; none
    setup = wired();
    setup.force.range = range;
    EXPECT_TRUE(finds(setup, "its ranges: 0 -10...10 V, 1 -5...5 V, 2 not in volts"));
  }
  setup = wired();
  setup.position.reference = Reference::common;
  EXPECT_TRUE(finds(setup, "cannot measure against 'common'; its references: ground, differential"));
}

TEST(ComediSetup, TwoSignalsOnOneChannelAreFound) {
  ComediSetup setup = wired();
  setup.force.channel = 0;
  EXPECT_TRUE(finds(setup, "force: is wired to channel 0, like the position"));
  setup = wired();
  setup.laser = AnalogChannel{.subdevice = 0, .channel = 1};
  EXPECT_TRUE(finds(setup, "laser: is wired to channel 1, like the force"));
  setup.laser->channel = 2;
  EXPECT_TRUE(found(setup).empty());
  setup = wired();
  setup.relay = setup.stop;
  EXPECT_TRUE(finds(setup, "relay: is wired to line 0, like stop"));
}

TEST(ComediSetup, EveryFindingIsReported) {
  ComediSetup setup = wired();
  setup.position.channel = 8, setup.force.channel = 9, setup.command.range = 7, setup.heartbeat->channel = 4;
  EXPECT_EQ(found(setup).size(), 4U);
}

TEST(ComediSetup, TheSafeVoltageMayBeWritten) {
  for (const double volts : {-0.1, 10.1, std::nan("")}) {
    ComediSetup setup = wired();
    setup.safe_voltage = volts;
    EXPECT_TRUE(finds(setup, "is outside the permitted 0...10 V"));
  }
}

TEST(ComediSetup, WritableIsWhatConverterAndAmplifierCanDo) {
  ComediSetup setup = wired();
  EXPECT_EQ(writable(setup, card()).min, 0.0);
  EXPECT_EQ(writable(setup, card()).max, 10.0);
  setup.command.range = 1;
  EXPECT_EQ(writable(setup, card()).max, 5.0);
  for (const VoltRange none : {VoltRange{6.0, 10.0}, VoltRange{std::nan(""), 10.0}, VoltRange{10.0, 0.0}}) {
    setup.allowed = none;
    EXPECT_TRUE(finds(setup, "do not overlap"));
  }
}

}  // namespace
}  // namespace hilspace::rig
