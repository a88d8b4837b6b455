#pragma once
// Daq: the converters between the loop and the rig, and the clock that paces the loop. One file per backend
// in rig/backends; the loop treats them alike.
//
// Volts are those at the terminals. Only the loop thread calls the members, which neither allocate, throw,
// lock nor log. Opening a device (the backend's constructor) may throw RunError.

#include <cstdint>
#include <string_view>

namespace hilspace::rig {

/// Inputs of one cycle.
struct Inputs {
  double position = 0.0;      // V, position sensor
  double force = 0.0;         // V, force sensor
  bool stop = false;          // operator's stop is pressed (digital input)
  bool relay_closed = false;  // report of the heartbeat relay: it passes the command (digital input)
  double laser = 0.0;         // V, laser reference, for calibration; 0 where none is wired
  // Raw converter codes, before any calibration of the card.
  std::uint32_t position_code = 0, force_code = 0;
};

/// Outputs of one cycle.
struct Outputs {
  double command = 0.0;    // V, to the amplifier
  bool heartbeat = false;  // toggles while the loop is alive; the relay opens when it stops
};

/// Limits of a converter, V.
struct VoltRange {
  double min, max;
};

class Daq {
 public:
  Daq() = default;
  Daq(const Daq&) = delete;
  Daq& operator=(const Daq&) = delete;
  virtual ~Daq() = default;

  virtual std::string_view name() const = 0;  // "comedi", "emulated", "in-process"
  virtual VoltRange input_range() const = 0;
  virtual VoltRange output_range() const = 0;
  /// Whether the loop's own calls step time, so that every run gives the same bits.
  virtual bool stepped() const = 0;
  /// Speed of its time relative to wall-clock time; below 1: slow motion.
  virtual double speed() const { return 1.0; }

  /// ns since some instant.
  virtual std::int64_t now() noexcept = 0;
  /// Returns at that time, or immediately if it has passed.
  virtual void wait_until(std::int64_t time) noexcept = 0;
  /// False: the read failed.
  virtual bool read(Inputs& inputs) noexcept = 0;
  /// False: the write failed; the converters hold their last output.
  virtual bool write(const Outputs& outputs) noexcept = 0;
};

}  // namespace hilspace::rig
