#pragma once
// Wiring of a Comedi device: which signal is on which channel, and whether the device has it. Independent of
// libcomedi.

#include <optional>
#include <string>
#include <vector>

#include "rig/daq.hpp"

namespace hilspace::rig {

/// Analogue reference of a voltage; the numbers are Comedi's.
enum class Reference : unsigned { ground = 0, common = 1, differential = 2, other = 3 };

struct AnalogChannel {
  unsigned subdevice = 0;
  unsigned channel = 0;
  unsigned range = 0;  // index in the channel's list of ranges
  Reference reference = Reference::ground;
};

struct DigitalLine {
  unsigned subdevice = 0;
  unsigned channel = 0;
  bool active_low = false;  // the signal is active at the low level
};

struct ComediSetup {
  std::string device = "/dev/comedi0";
  AnalogChannel position, force, command;
  std::optional<AnalogChannel> laser;                 // for calibration
  std::optional<DigitalLine> heartbeat, stop, relay;  // optional
  std::string calibration;                            // file of comedi_soft_calibrate; empty: nominal ranges
  VoltRange allowed{0.0, 10.0};                       // V, of the command: the amplifier's permitted input
  double safe_voltage = 0.0;                          // V, of the command
  double rate = 75e3;                                 // Hz, of the loop
};

/// Properties of a device.
struct ComediDevice {
  enum class SubdeviceKind { analog_input, analog_output, digital_input, digital_output, digital, other };
  struct Channel {
    std::vector<std::optional<VoltRange>> ranges;  // none: not in volts
    unsigned code_max = 0;
  };
  struct Subdevice {
    SubdeviceKind kind = SubdeviceKind::other;
    std::vector<Reference> references;
    std::vector<Channel> channels;
  };
  std::string name;  // name of file, driver and board
  std::vector<Subdevice> subdevices;
};

/// One line for each part of the setup that the device lacks, naming what it has instead.
std::vector<std::string> findings(const ComediSetup& setup, const ComediDevice& device);

/// Permitted output: the intersection of the converter's and the amplifier's ranges.
VoltRange writable(const ComediSetup& setup, const ComediDevice& device);

}  // namespace hilspace::rig
