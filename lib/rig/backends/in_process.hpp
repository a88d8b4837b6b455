#pragma once
// InProcess: a rig within this process, whose time is stepped by the loop's own calls. Identical calls give
// identical bits, and faults occur at the cycles they are scripted for.
//
//   command, V -> relay -> plant (models/rig_plant.hpp) -> sensors -> converter: range, quanta -> V
//
// Reading, writing and computing take no time unless a disturbance says so. The relay passes the command
// while the heartbeat toggles; otherwise the plant receives 0 V.

#include <cstdint>
#include <span>
#include <vector>

#include "models/rig_plant.hpp"
#include "rig/backends/rig_truth.hpp"
#include "rig/daq.hpp"
#include "rig/scaling.hpp"

namespace hilspace::rig {

enum class Disturbance : std::uint8_t {
  nan,            // the sensor reads NaN
  freeze,         // the sensor repeats its last value
  spike,          // value is added to the sensor, V
  rail,           // the sensor reads the upper end of the converter's range
  read_delay,     // reading takes value s
  read_failure,   // reading fails
  write_failure,  // writing fails
  late_wake,      // the wait ends value s late
  stop,           // the operator's stop is pressed
  relay_open,     // the relay opens, whatever the heartbeat does
};

enum class SensorOf : std::uint8_t { position, force };

/// Active from the given reading (counted from 0) for that many readings.
struct Injection {
  Disturbance what;
  std::uint64_t cycle = 0;
  std::uint64_t cycles = 1;
  double value = 0.0;
  SensorOf sensor = SensorOf::position;
};

struct InProcessSetup {
  models::RigPlantSetup plant;
  double plant_step = 1.0 / 300e3;  // s, largest integration step
  Scaling scaling;
  VoltRange inputs{-10.0, 10.0};
  VoltRange outputs{-10.0, 10.0};
  int input_bits = 16;       // 0: no quantization
  double relay_hold = 5e-3;  // s without a heartbeat after which the relay opens
  double load = 0.0;         // N on the force sensor, in addition to the contact
  RigTruth truth;
  std::vector<Injection> script;
};

class InProcess final : public Daq {
 public:
  explicit InProcess(const InProcessSetup& setup);

  std::string_view name() const override { return "in-process"; }
  VoltRange input_range() const override { return setup_.inputs; }
  VoltRange output_range() const override { return setup_.outputs; }
  bool stepped() const override { return true; }
  std::int64_t now() noexcept override { return time_; }
  void wait_until(std::int64_t time) noexcept override;
  bool read(Inputs& inputs) noexcept override;
  bool write(const Outputs& outputs) noexcept override;

  // Command as the plant received it, V; before the first write: that of command 0.
  double command() const { return command_; }
  double lowest_command() const { return lowest_; }
  double highest_command() const { return highest_; }
  const models::RigPlant& plant() const { return plant_; }
  // Extremes so far at the specimens and the actuator, updated whenever time advances.
  double largest_force() const { return largest_force_; }          // N
  double largest_extension() const { return largest_extension_; }  // m
  double lowest_extension() const { return lowest_extension_; }    // m
  /// The operator's stop, in addition to that of the script.
  void press_stop(bool pressed) { pressed_ = pressed; }

 private:
  const Injection* active(Disturbance what) const noexcept;
  const Injection* active(Disturbance what, SensorOf sensor) const noexcept;
  bool relay_closed() const noexcept;
  void pass(std::int64_t until) noexcept;
  double seconds() const noexcept { return 1e-9 * static_cast<double>(time_); }
  double convert(double volts, double before, SensorOf sensor) const noexcept;

  InProcessSetup setup_;
  Hysteresis hysteresis_;
  models::RigPlant plant_;
  std::int64_t time_ = 0, beat_time_;
  std::uint64_t cycle_ = 0;  // readings so far
  bool heartbeat_ = false, pressed_ = false;
  double command_, lowest_, highest_;
  double position_ = 0.0, force_ = 0.0;  // V, last readings
  double largest_force_ = 0.0, largest_extension_ = 0.0, lowest_extension_ = 0.0;
};

}  // namespace hilspace::rig
