#pragma once
// Comedi: the rig behind a data acquisition card that Linux has a Comedi driver for.
//
// `read` and `write` are one call of the kernel each (a list of instructions). What is no number, or not
// within output_range(), never reaches the converter: `write` puts the safe voltage there and returns false.
//
// The converter holds its last voltage when the program dies or hangs; a guard process writes the safe one
// (ComediSafe). The subdevices in use are locked against other users, and a lock belongs to the open file,
// with all processes that have inherited it. So the guard is started after the device was opened, and is
// told file(): then it can write while the loop hangs and when it is dead. Another process can only when
// nobody has the device open. Nothing helps when the kernel itself hangs, but the heartbeat's relay.
//
// A line that is not wired: `stop` and `relay_closed` read false, the heartbeat goes nowhere.
//
// The destructor writes the safe voltage and a heartbeat at rest, but in a forked process it only closes.

#include <memory>
#include <optional>

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

  /// The open file, which processes started from now on inherit.
  int file() const;

 private:
  struct Device;
  WallClock clock_;
  std::unique_ptr<Device> device_;
};

/// For the guard: writes the safe voltage and a heartbeat at rest.
class ComediSafe {
 public:
  /// `inherited`: Comedi::file() of whoever started this process; none: the lock is in the way while another
  /// has the device open. Throws RunError.
  explicit ComediSafe(const ComediSetup& setup, std::optional<int> inherited = std::nullopt);
  ~ComediSafe();

  /// False: it was not written.
  bool write() noexcept;
  /// Another command, V, on the way to the safe one; the heartbeat rests. What is not within the allowed
  /// range, or is no number, becomes the safe voltage.
  bool write(double volts) noexcept;

 private:
  struct Device;
  std::unique_ptr<Device> device_;
};

}  // namespace hilspace::rig
