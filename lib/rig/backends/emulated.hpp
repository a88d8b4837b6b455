#pragma once
// Emulated: a rig in another process, connected through shared memory. Its plant (models/rig_plant.hpp), with
// a contact of its own, runs in its own time, whether or not a loop drives it.
//
//   loop  --- command, heartbeat --->  plant      one EmulatedMemory, named as in shm_open(3): "/name"
//   loop  <-- position, force, stop, relay --  plant
//
// Time is CLOCK_MONOTONIC since the plant's start, times `speed`: below 1 the rig runs in slow motion, for
// machines that cannot keep pace. The heartbeat relay passes the command while the heartbeat toggles. The
// memory keeps the plant's state after the death of the process that drove it.

#include <atomic>
#include <cstdint>
#include <string>

#include "models/rig_setup.hpp"
#include "rig/backends/rig_truth.hpp"
#include "rig/backends/wall_clock.hpp"
#include "rig/daq.hpp"
#include "rig/scaling.hpp"

namespace hilspace::rig {

struct EmulatedMemory {
  static constexpr std::uint64_t kReady = 0x6869'6c73'7061'6365;
  std::atomic<std::uint64_t> ready{0};  // kReady once the rest is set
  std::int64_t epoch = 0;               // ns of CLOCK_MONOTONIC
  double speed = 1.0;
  int process = 0;     // ID of the plant's process
  int input_bits = 0;  // resolution of its converters
  VoltRange inputs{}, outputs{};
  // From the plant.
  std::atomic<double> position{0.0}, force{0.0}, laser{0.0};  // V
  std::atomic<bool> stop{false}, relay_closed{false};
  std::atomic<bool> deaf{false};                  // writes fail, for tests of what follows
  std::atomic<std::int64_t> time{0};              // ns of plant time simulated so far
  std::atomic<double> effective{0.0};             // command after the relay, of full scale
  std::atomic<double> lowest{0.0}, highest{0.0};  // V, of the commands seen
  std::atomic<double> deepest{0.0};               // m, penetration so far
  // To the plant.
  std::atomic<double> command{0.0};  // V
  std::atomic<bool> heartbeat{false};
  std::atomic<bool> quit{false};
};

/// Maps the memory of that name, which the plant's process owns. Throws RunError.
class EmulatedMapping {
 public:
  /// Replaces the remains of a rig that was killed; refuses while another one is running.
  static EmulatedMapping create(const std::string& name);
  /// Waits at most that long, s, for a plant to be ready.
  static EmulatedMapping open(const std::string& name, double patience = 10.0);
  EmulatedMapping(EmulatedMapping&& other) noexcept;
  EmulatedMapping& operator=(EmulatedMapping&&) = delete;
  ~EmulatedMapping();
  EmulatedMemory& operator*() const { return *memory_; }
  EmulatedMemory* operator->() const { return memory_; }

 private:
  EmulatedMapping(EmulatedMemory* memory, std::string owned, int lock)
      : memory_(memory), owned_(std::move(owned)), lock_(lock) {}
  EmulatedMemory* memory_;
  std::string owned_;  // name to be removed; empty: owned by another process
  int lock_;           // descriptor, open and locked while owned; else -1
};

/// The loop's side. Reads fail from the first millisecond after the plant's process has ended.
class Emulated final : public Daq {
 public:
  /// rate: of the loop, Hz. Throws RunError when there is no such rig.
  Emulated(const std::string& name, double rate);
  ~Emulated() override;

  std::string_view name() const override { return "emulated"; }
  VoltRange input_range() const override { return memory_->inputs; }
  VoltRange output_range() const override { return memory_->outputs; }
  bool stepped() const override { return false; }
  double speed() const override { return memory_->speed; }
  std::int64_t now() noexcept override;
  void wait_until(std::int64_t time) noexcept override;
  bool read(Inputs& inputs) noexcept override;
  bool write(const Outputs& outputs) noexcept override;

 private:
  bool is_there() noexcept;

  EmulatedMapping memory_;
  WallClock clock_;
  int process_ = -1;         // file descriptor of the plant's process; -1: it cannot be monitored
  bool there_ = true;        // result of the last check that the process is alive,
  std::int64_t looked_ = 0;  // time of that check, ns
};

struct EmulatedSetup {
  std::string name = "/hilspace-rig";
  models::RigPlantSetup plant;
  Scaling scaling;
  double speed = 1.0;
  double step = 1.0 / 150e3;  // s of its own time between two polls of the command
  double plant_step = 1.0 / 300e3;
  VoltRange inputs{-10.0, 10.0}, outputs{-10.0, 10.0};
  int input_bits = 16;
  double relay_hold = 20e-3;  // s without a heartbeat after which the relay opens; 0: there is no relay
  bool busy = true;           // never sleeps; otherwise it polls the command every 50 us
  RigTruth truth;
  double load = 0.0;  // N on the force sensor, in addition to the contact
  int owner = 0;      // process whose end also ends the plant; 0: none
};

/// The plant's side: runs until `stop`, until the memory says quit, or until its owner has ended and the
/// relay has opened. Throws RunError.
void run_emulated_rig(const EmulatedSetup& setup, const std::atomic<bool>& stop);

}  // namespace hilspace::rig
