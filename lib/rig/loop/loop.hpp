#pragma once
// The loop: runs one scenario on the rig in hard real time.
//
//   wait -> read -> volts to SI -> RigComputer -> Safety -> write -> record
//
//   rest -> ramp_up -> settle -> scenario -> after -> ramp_down -> release
//   rest -> scenario (the commands of `drive`, for identification and calibration) -> release
//                     from anywhere -> tripped: to the safe command, for good
//
// The bodies start at the far end of the air gap with the approach velocity, once the actuator has settled at
// the offset. After separation the run continues for after_time. Every run ends at the safe command. The loop
// depends on neither the backend nor its clock; Daq provides both.
//
// cycle() neither allocates, throws, locks nor logs. Preparation: real_time.hpp. Complete sequence:
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
  Expectation expectation;  // of a scenario; if unknown, only the limits apply
  // s
  double rest_time = 2e-3;
  double ramp_time = 0.1;  // up, and down again
  double settle_time = 0.05;
  double scenario_time = 0.2;     // at most
  std::span<const double> drive;  // open-loop commands that replace the scenario: one per cycle, none skipped
  double after_time = 0.02;       // recorded after separation, or after a trip and its retreat
  const std::atomic<bool>* stop = nullptr;        // by signal or key; may be null
  const std::atomic<bool>* unrecorded = nullptr;  // the recorder has failed; may be null
  GuardPage* guard = nullptr;                     // null: none
  std::uint64_t guard_cycles = 0;                 // cycles that the guard may miss
  double relay_holds = 0.0;  // s that the relay stays closed behind an edge of the heartbeat; 0: not known
  /// Stepped time cannot be late, so the loop may wait for a slow recorder instead of losing records.
  bool wait_for_room = false;
};

/// Histogram of times. Eight bins per power of two, so that a deadline is resolved to an eighth:
///
///   bin 0  less than 1 ns      bin 1 + 8 e + s  [2^e (1 + s/8), 2^e (1 + (s + 1)/8)) ns, s = 0 ... 7
///
/// The last bin also holds all longer times.
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
  /// Upper edge of a bin, ns.
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
  bool safe = false;         // the run ended with the safe command written
  std::uint64_t cycles = 0;  // one record each
  std::uint64_t missed = 0;  // periods that passed without a cycle
  std::uint64_t late = 0;    // wake-ups; start-up not counted
  std::uint64_t overlong = 0;
  std::uint64_t lost = 0;  // records dropped because the ring was full
  std::uint64_t failed_reads = 0, failed_writes = 0;
  double rest_position = 0.0, rest_force = 0.0;  // m and N, mean values measured before any motion
  double lag = 0.0;                              // s, measured delay of the contact
  double injected = 0.0;                         // J, maximum energy added by the testbed
  Histogram lateness, work;
};

class Loop {
 public:
  /// Throws InputError when the setup is invalid or the limits exceed the converters' range.
  Loop(Daq& daq, const LoopSetup& setup, Ring<Record>& ring);

  /// One cycle; false when the run is over.
  bool cycle() noexcept;
  LoopReport report() const noexcept;

 private:
  double seconds() const noexcept { return static_cast<double>(woken_ - origin_) * 1e-9; }
  void measure() noexcept;
  double control() noexcept;
  double approach(double from, double to) const noexcept;
  double longest_retreat() const noexcept;  // s
  void enter(Phase phase, double seconds) noexcept;
  void go_on() noexcept;
  bool due() const noexcept { return tick_ >= phase_end_; }
  bool is_safe() const noexcept { return safety_.is_safe() && holds_safe_; }
  bool drives() const noexcept { return !setup_.drive.empty(); }
  Sighting sighting() noexcept;
  bool yields(double command) noexcept;
  bool paused(std::int64_t now) const noexcept;
  bool may_have_opened(std::int64_t now) const noexcept;
  void note_pause(std::int64_t now) noexcept;
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
  std::uint64_t unwritten_ = 0;            // cycles in a row without the command at the output
  double elapsed_ = 1.0;
  std::size_t driven_ = 0;  // commands of `drive` issued so far
  Phase phase_ = Phase::rest;
  LoopEnd ended_ = LoopEnd::tripped;
  Inputs inputs_;
  bool read_ = true, written_ = true;
  bool level_ = false;       // of the heartbeat, at the output
  bool beats_ = true;        // the heartbeat goes on; once it has ended, it has for good
  std::int64_t edge_ = -1;   // ns, its last edge; -1: none yet
  double paused_ = 0.0;      // s, behind it, where the relay may have opened though every write succeeded
  bool holds_safe_ = false;  // the converter holds the safe command
  bool over_ = false;
  double rest_sum_ = 0.0, rest_force_sum_ = 0.0, rest_count_ = 0.0, rest_extension_ = 0.0, leave_from_ = 0.0;
  Record now_;
  LoopReport report_;
};

/// Runs all cycles of a run.
LoopReport run_loop(Daq& daq, const LoopSetup& setup, Ring<Record>& ring);

}  // namespace hilspace::rig
