#pragma once
// An in-process rig with faults in sensors, amplifier, specimens, timing, inputs and outputs. It exposes what
// the loop cannot observe: the plant's true force and extension.

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/random.hpp"
#include "rig/backends/in_process.hpp"
#include "rig/loop/guard_page.hpp"

namespace hilspace::rig::test {

enum class Part : std::uint8_t { force, position, amplifier, specimen, time, line };

enum class Behaviour : std::uint8_t {
  // of a signal
  dead,          // 0 V
  frozen,        // holds its last value
  dithered,      // the same, alternating by a quantum
  gain,          // multiplied by size
  gain_creeps,   // multiplied by a factor that becomes size within 20 ms
  offset,        // plus size, V
  sign,          // times -1
  high,          // at the upper end of the converter
  low,           // at the lower end
  nan,           // no number
  infinite,      // likewise
  delayed,       // delayed by size, s
  noisy,         // standard deviation size, V
  drift,         // by size, V/s
  intermittent,  // 0 V in a share of all cycles, size
  spikes,        // +-3 V in a share of all cycles, size
  coarse,        // in steps of size, V
  limited,       // at most size, V
  slow,          // a low-pass of time constant size, s
  pauses,        // 0 V for size, s
  // of specimens, from the start
  stiffness,  // times size
  gap,        // plus size, m
  missing,    // no specimens
  // of time
  late,     // every cycle, by size, s
  stall,    // once, for size, s
  hiccups,  // for 50 us in a share of all cycles, size
  toils,    // reading takes size, s
  // of lines
  unread,      // reads fail for size, s
  unwritten,   // writes fail for size, s
  stop,        // is pressed
  relay,       // opens, and reports it
  guard,       // has fired
  guard_dies,  // stops pulsing
  unrecorded,  // the recorder fails
};

struct Kind {
  std::string_view name;
  Part part;
  Behaviour behaviour;
  double size = 0.0;
  bool from_start = false;  // present from the start of the run
  double bound = 1.2;       // times the envelope
  std::string_view reason = {};
};
std::span<const Kind> kinds();

struct Flaw {
  const Kind* kind;
  double instant;  // s, onset
};

class FaultyRig final : public Daq {
 public:
  FaultyRig(const InProcessSetup& healthy, std::span<const Flaw> flaws, std::uint64_t seed);

  std::string_view name() const override { return "faulty"; }
  VoltRange input_range() const override { return rig_.input_range(); }
  VoltRange output_range() const override { return rig_.output_range(); }
  bool stepped() const override { return true; }
  std::int64_t now() noexcept override { return rig_.now(); }
  void wait_until(std::int64_t time) noexcept override;
  bool read(Inputs& inputs) noexcept override;
  bool write(const Outputs& outputs) noexcept override;

  const InProcess& rig() const { return rig_; }
  /// The largest change of the command from one cycle to the next, as output by the loop, V.
  double steepest() const { return steepest_; }
  GuardPage page;                       // of a guard that may have fired
  std::atomic<bool> unrecorded{false};  // of a recorder that may have failed

 private:
  static constexpr std::size_t kPast = 1024;
  struct Signal {
    bool begun = false;
    double first = 0.0, slow = 0.0;
    std::array<double, kPast> past{};
    std::uint64_t count = 0;
  };
  bool active(const Flaw& flaw) noexcept;
  double spoilt(double volts, const Flaw& flaw, Signal& signal, VoltRange range) noexcept;
  double draw() noexcept { return random_.uniform(drawn_++); }
  void pass(std::int64_t until) noexcept;

  InProcess rig_;
  std::vector<Flaw> flaws_;
  std::vector<Signal> signals_;
  RandomStream random_;
  std::uint64_t drawn_ = 0;
  bool stalled_ = false;
  double given_ = 0.0, steepest_ = 0.0;  // command, V
};

}  // namespace hilspace::rig::test
