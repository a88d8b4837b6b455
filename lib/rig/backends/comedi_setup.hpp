#pragma once
// What is wired to which channel of a Comedi device, and whether the device has it. Needs no libcomedi.

#include <optional>
#include <string>
#include <vector>

#include "rig/daq.hpp"

namespace hilspace::rig {

/// What a voltage is measured against; the numbers are Comedi's.
enum class Reference : unsigned { ground = 0, common = 1, differential = 2, other = 3 };

struct AnalogChannel {
  unsigned subdevice = 0;
  unsigned channel = 0;
  unsigned range = 0;  // its place in the channel's list of ranges
  Reference reference = Reference::ground;
};

struct DigitalLine {
  unsigned subdevice = 0;
  unsigned channel = 0;
  bool active_low = false;  // a low level is what the signal's name says
};

struct ComediSetup {
  std::string device = "/dev/comedi0";
  AnalogChannel position, force, command;
  std::optional<AnalogChannel> laser;                 // for calibration
  std::optional<DigitalLine> heartbeat, stop, relay;  // not all rigs have them
  std::string calibration;                            // file of comedi_soft_calibrate; empty: nominal ranges
  VoltRange allowed{0.0, 10.0};                       // V, of the command: what the amplifier can bear
  double safe_voltage = 0.0;                          // V, of the command
  double rate = 75e3;                                 // Hz, of the loop
};

/// What a device has.
struct ComediDevice {
  enum class SubdeviceKind { analog_input, analog_output, digital_input, digital_output, digital, other };
  struct Channel {
    std::vector<std::optional<VoltRange>> ranges;  // none: not of volts
    unsigned code_max = 0;
  };
  struct Subdevice {
    SubdeviceKind kind = SubdeviceKind::other;
    std::vector<Reference> references;
    std::vector<Channel> channels;
  };
  std::string name;  // of file, driver and board
  std::vector<Subdevice> subdevices;
};

/// What of the setup the device does not have, each a line that says what it has instead.
std::vector<std::string> findings(const ComediSetup& setup, const ComediDevice& device);

/// What may be written: what both the converter and the amplifier can do.
VoltRange writable(const ComediSetup& setup, const ComediDevice& device);

}  // namespace hilspace::rig
