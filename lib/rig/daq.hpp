#pragma once
// Daq: the converters between the loop and the rig, and the clock the loop runs by. One file per backend in
// rig/backends; the loop cannot tell them apart.
//
// Volts are those at the terminals. All members are called by the loop thread only, and neither allocate,
// throw, lock nor log. Opening a device (the backend's constructor) may throw RunError.

#include <cstdint>
#include <string_view>

namespace hilspace::rig {

/// What is read once per cycle.
struct Inputs {
  double position = 0.0;      // V, position sensor
  double force = 0.0;         // V, force sensor
  bool stop = false;          // operator's stop is pressed (digital input)
  bool relay_closed = false;  // the heartbeat relay reports that it lets the command through (digital input)
  double laser = 0.0;         // V, laser reference, for calibration; 0 where none is wired
  // As the converters gave them, before any calibration of the card.
  std::uint32_t position_code = 0, force_code = 0;
};

/// What is written once per cycle.
struct Outputs {
  double command = 0.0;    // V, to the amplifier
  bool heartbeat = false;  // toggles while the loop is alive; the relay opens when it falls silent
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
  /// Whether time is stepped by the loop's own calls, so that a run is the same bits every time.
  virtual bool stepped() const = 0;
  /// How fast its time goes, of the wall's; below 1: slow motion.
  virtual double speed() const { return 1.0; }

  /// ns since some instant.
  virtual std::int64_t now() noexcept = 0;
  /// Returns at that time, or at once if it has passed.
  virtual void wait_until(std::int64_t time) noexcept = 0;
  /// False: nothing was read.
  virtual bool read(Inputs& inputs) noexcept = 0;
  /// False: nothing was written; the converters hold what they had.
  virtual bool write(const Outputs& outputs) noexcept = 0;
};

}  // namespace hilspace::rig
