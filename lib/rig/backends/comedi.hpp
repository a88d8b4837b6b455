#pragma once
// Comedi: the rig behind a data acquisition card that Linux has a Comedi driver for.
//
// `read` and `write` are one call of the kernel each (a list of instructions). What is no number, or not
// within output_range(), never reaches the converter: `write` puts the safe voltage there and returns false.
//
// The converter holds its last voltage when the program dies or hangs. The subdevices in use are locked
// against other users, and a lock belongs to the open file: to this process and to those forked off it
// after the device was opened. So
//   a guard that was forked off   calls the member write_safe(): works while the loop hangs and when it is
//   dead any other process             calls the free write_safe(): works when nobody has the device open
// Neither helps when the kernel itself hangs; the heartbeat's relay does.
//
// A line that is not wired: `stop` and `relay_closed` read false, the heartbeat goes nowhere.
//
// The destructor writes the safe voltage and a silent heartbeat, but in a forked process it only closes.

#include <memory>

#include "rig/backends/comedi_setup.hpp"
#include "rig/backends/wall_clock.hpp"
#include "rig/daq.hpp"

namespace hilspace::rig {

class Comedi final : public Daq {
 public:
  /// Opens the device, checks the setup against it, locks it, and writes the safe voltage. Throws RunError.
  explicit Comedi(const ComediSetup& setup);
  ~Comedi() override;

  std::string_view name() const override { return "comedi"; }
  /// What both inputs can show; a reading at an end of it is railed.
  VoltRange input_range() const override;
  VoltRange output_range() const override;
  bool stepped() const override { return false; }

  std::int64_t now() noexcept override { return clock_.now(); }
  void wait_until(std::int64_t time) noexcept override { clock_.wait_until(time); }
  bool read(Inputs& inputs) noexcept override;
  bool write(const Outputs& outputs) noexcept override;

  /// The safe voltage and a silent heartbeat. Also for a guard process. False: it was not written.
  bool write_safe() noexcept;

 private:
  struct Device;
  WallClock clock_;
  std::unique_ptr<Device> device_;
};

/// The same through a new opening of the device. False: another process holds it, or it fails.
bool write_safe(const ComediSetup& setup) noexcept;

}  // namespace hilspace::rig
