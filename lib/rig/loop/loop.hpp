#pragma once
// The loop: one scenario on the rig, hard real-time.
//
//   wait -> read -> volts to SI -> RigComputer -> Safety -> write -> record
//
//   rest -> ramp_up -> settle -> scenario -> after -> ramp_down -> release
//   rest -> scenario (the commands of `drive`, for identification and calibration) -> release
//                     from anywhere -> tripped: to the safe command, for good
//
// The bodies start at the air gap's far end, with the velocity of approach, when the actuator has settled at
// the offset. When they have parted they go on for after_time. However it ends, the command ends at the safe
// value. The loop knows neither the backend nor whether time is real; Daq has both.
//
// cycle() neither allocates, throws, locks nor logs. Before it: real_time.hpp. All of it together:
// rig_run.hpp. Source: Bondoky 8.3.1; limits: limits.hpp.

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <span>

#include "models/rig_computer.hpp"
#include "rig/daq.hpp"
#include "rig/loop/expectation.hpp"
#include "rig/loop/guard_page.hpp"
#include "rig/loop/limits.hpp"
#include "rig/loop/record.hpp"
#include "rig/loop/ring.hpp"
#include "rig/loop/safety.hpp"
#include "rig/scaling.hpp"

namespace hilspace::rig {

struct LoopSetup {
  models::RigComputerSetup computer;
  Scaling scaling;
  Limits limits;
  Expectation expectation;  // of a scenario; unknown: the limits alone
  // s
  double rest_time = 2e-3;
  double ramp_time = 0.1;  // up, and down again
  double settle_time = 0.05;
  double scenario_time = 0.2;  // at most
  std::span<const double>
      drive;                 // commands of an open loop, in a scenario's place: one per cycle, none left out
  double after_time = 0.02;  // that is recorded after the bodies parted, or after a trip
  const std::atomic<bool>* stop = nullptr;        // by signal or key; may be null
  const std::atomic<bool>* unrecorded = nullptr;  // the recorder has failed; may be null
  GuardPage* guard = nullptr;                     // null: none
  std::uint64_t guard_cycles = 0;                 // without its pulse, that are borne
  /// Where time is stepped there is no hurry: nothing is lost when the recorder is slow.
  bool wait_for_room = false;
};

/// How often a time was seen. Eight bins per power of two, so that a deadline lies within an eighth:
///
///   bin 0  less than 1 ns      bin 1 + 8 e + s  [2^e (1 + s/8), 2^e (1 + (s + 1)/8)) ns, s = 0 ... 7
///
/// The last one holds what is longer too.
struct Histogram {
  static constexpr int kOctaves = 37;  // up to 137 s
  std::array<std::uint64_t, 1 + 8 * kOctaves> bins{};
  std::int64_t longest = 0;  // ns

  static constexpr std::size_t bin_of(std::int64_t ns) noexcept {
    if (ns <= 0) return 0;
    const auto value = static_cast<std::uint64_t>(ns);
    const int octave = static_cast<int>(std::bit_width(value)) - 1;
    const std::uint64_t eighth = (octave >= 3 ? value >> (octave - 3) : value << (3 - octave)) & 7U;
    return std::min(1 + 8 * static_cast<std::size_t>(octave) + static_cast<std::size_t>(eighth),
                    8 * static_cast<std::size_t>(kOctaves));
  }
  /// ns; what is in the bin is shorter.
  static constexpr double upper_bound(std::size_t bin) noexcept {
    if (bin == 0) return 1.0;
    return static_cast<double>(std::uint64_t{1} << ((bin - 1) / 8)) *
           (1.0 + static_cast<double>((bin - 1) % 8 + 1) / 8.0);
  }
  void add(std::int64_t ns) noexcept {
    ++bins[bin_of(ns)];
    if (ns > longest) longest = ns;
  }
};

enum class LoopEnd : std::uint8_t { parted, time_limit, tripped, driven };
inline constexpr std::array<std::string_view, 4> kLoopEnds{"parted", "time_limit", "tripped", "driven"};

struct LoopReport {
  LoopEnd ended = LoopEnd::tripped;
  Trip trip;
  bool safe = false;         // the safe command was written at the end
  std::uint64_t cycles = 0;  // one record each
  std::uint64_t missed = 0;  // periods that passed without a cycle
  std::uint64_t late = 0;    // wake-ups; start-up not counted
  std::uint64_t overlong = 0;
  std::uint64_t lost = 0;  // records that found no room
  std::uint64_t failed_reads = 0, failed_writes = 0;
  double rest_position = 0.0, rest_force = 0.0;  // measured before anything moved, on average, m and N
  double lag = 0.0;                              // s by which the contact was late, as measured
  double injected = 0.0;                         // J that the testbed had given the contact at most
  Histogram lateness, work;
};

class Loop {
 public:
  /// Throws InputError when the setup makes no sense, and when the limits exceed the converters.
  Loop(Daq& daq, const LoopSetup& setup, Ring<Record>& ring);

  /// One cycle; false when the run is over.
  bool cycle() noexcept;
  LoopReport report() const noexcept;

 private:
  double seconds() const noexcept { return static_cast<double>(woken_ - origin_) * 1e-9; }
  void measure() noexcept;
  double control() noexcept;
  double approach(double from, double to) const noexcept;
  void enter(Phase phase, double seconds) noexcept;
  void go_on() noexcept;
  bool due() const noexcept { return tick_ >= phase_end_; }
  bool drives() const noexcept { return !setup_.drive.empty(); }
  Sighting sighting() noexcept;
  void write(double command) noexcept;
  void record() noexcept;
  void next_tick() noexcept;
  std::uint64_t periods(std::int64_t spent, double allowed) const noexcept;
  std::uint64_t cycles(double seconds) const noexcept;

  Daq& daq_;
  LoopSetup setup_;
  Ring<Record>& ring_;
  models::RigComputer computer_;
  Safety safety_;
  GuardWatch guard_watch_;

  double period_;  // ns
  std::int64_t start_ = 0, origin_ = 0, planned_ = 0, woken_ = 0, end_ = 0;
  std::uint64_t tick_ = 0;  // periods since the start
  std::uint64_t phase_begin_ = 0, phase_end_ = 0;
  std::uint64_t late_ = 0, overlong_ = 0;  // as in Sighting
  double elapsed_ = 1.0;
  std::size_t driven_ = 0;  // commands of `drive` so far
  Phase phase_ = Phase::rest;
  LoopEnd ended_ = LoopEnd::tripped;
  Inputs inputs_;
  bool read_ = true, written_ = true, heartbeat_ = false;
  bool over_ = false;
  double rest_sum_ = 0.0, rest_force_sum_ = 0.0, rest_count_ = 0.0, rest_extension_ = 0.0, leave_from_ = 0.0;
  Record now_;
  LoopReport report_;
};

/// All cycles of a run.
LoopReport run_loop(Daq& daq, const LoopSetup& setup, Ring<Record>& ring);

}  // namespace hilspace::rig
