#pragma once
// Comedi: the rig behind a data acquisition card that Linux has a Comedi driver for.
//
// Each `read` and `write` is one kernel call (an instruction list). A NaN, or a voltage outside
// output_range(), never reaches the converter: `write` outputs the safe voltage instead and returns false.
//
// The converter holds its last voltage when the program dies or hangs, so a guard process writes the safe one
// (ComediSafe). The subdevices in use are locked against other users. The lock belongs to the open file
// description, shared by all processes that have inherited it. The guard is therefore started after the
// device was opened and is given file(): it can write while the loop hangs and after it has died. Any other
// process can write only while nobody has the device open. If the kernel itself hangs, only the heartbeat's
// relay protects the rig.
//
// Lines that are not wired: `stop` and `relay_closed` read false, the heartbeat is not output.
//
// The destructor writes the safe voltage and leaves the heartbeat idle; in a forked process it only closes
// the device.

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
  /// Range that both inputs can measure; a reading at either end counts as railed.
  VoltRange input_range() const override;
  VoltRange output_range() const override;
  bool stepped() const override { return false; }

  std::int64_t now() noexcept override { return clock_.now(); }
  void wait_until(std::int64_t time) noexcept override { clock_.wait_until(time); }
  bool read(Inputs& inputs) noexcept override;
  bool write(const Outputs& outputs) noexcept override;

  /// The open file descriptor, inherited by processes started from now on.
  int file() const;

 private:
  struct Device;
  WallClock clock_;
  std::unique_ptr<Device> device_;
};

/// For the guard: writes the safe voltage and leaves the heartbeat idle.
class ComediSafe {
 public:
  /// `inherited`: Comedi::file() of the parent process. Without it the device is opened anew, and writing
  /// fails while another process holds the lock. Throws RunError.
  explicit ComediSafe(const ComediSetup& setup, std::optional<int> inherited = std::nullopt);
  ~ComediSafe();

  /// False: the write failed.
  bool write() noexcept;
  /// An intermediate command, V, on the way to the safe one; the heartbeat idles. A NaN or a value outside
  /// the allowed range is replaced by the safe voltage.
  bool write(double volts) noexcept;

 private:
  struct Device;
  std::unique_ptr<Device> device_;
};

}  // namespace hilspace::rig
