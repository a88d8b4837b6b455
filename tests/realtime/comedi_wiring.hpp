#pragma once
// Common parts of the tests of Comedi's two devices, the fake one and the kernel's comedi_test.

#include <comedilib.h>

#include <cmath>
#include <limits>

#include "rig/backends/comedi.hpp"

namespace hilspace::rig::test {

constexpr double kSafe = 1.0;           // V; not what a converter begins with
constexpr double kCode = 20.0 / 65535;  // V

/// Of the device under test, with safe voltage kSafe.
ComediSetup wired();
/// The analogue input that reads back the command.
unsigned loopback();

/// Voltage at the command's output, read by another process; NaN while the device is locked.
inline double volts_at_output() {
  comedi_t* device = comedi_open(wired().device.c_str());
  if (device == nullptr) return std::numeric_limits<double>::quiet_NaN();
  lsampl_t code = 0;
  const bool seen = comedi_data_read(device, 0, loopback(), 0, AREF_GROUND, &code) == 1;
  comedi_close(device);
  return seen ? -10.0 + kCode * code : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace hilspace::rig::test
