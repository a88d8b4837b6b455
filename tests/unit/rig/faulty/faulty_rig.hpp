#pragma once
// A rig in this process with things wrong with it: sensors, amplifier, specimens, time, inputs and outputs.
// It knows what the loop cannot: the plant's true force and extension.

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
  frozen,        // as it was
  dithered,      // the same, trembling by a quantum
  gain,          // times size
  gain_creeps,   // times what becomes size within 20 ms
  offset,        // plus size, V
  sign,          // times -1
  high,          // at the upper end of the converter
  low,           // at the lower end
  nan,           // no number
  infinite,      // likewise
  delayed,       // by size, s
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
  missing,    // nothing to touch
  // of time
  late,     // every cycle, by size, s
  stall,    // once, for size, s
  hiccups,  // for 50 us in a share of all cycles, size
  toils,    // reading takes size, s
  // of lines
  unread,      // nothing is read for size, s
  unwritten,   // nothing is written for size, s
  stop,        // is pressed
  relay,       // reports that it is open, and is
  guard,       // has fired
  guard_dies,  // gives no sign of life
  unrecorded,  // the recorder fails
};

struct Kind {
  std::string_view name;
  Part part;
  Behaviour behaviour;
  double size = 0.0;
  bool from_start = false;  // it is there before the run
  double bound = 1.2;       // times the envelope
  std::string_view reason = {};
};
std::span<const Kind> kinds();

struct Flaw {
  const Kind* kind;
  double instant;  // s, from when on
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
  /// The largest change of the command from one cycle to the next, as the loop gave it, V.
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
