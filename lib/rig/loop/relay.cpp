#include "rig/loop/relay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "core/error.hpp"
#include "rig/loop/guard.hpp"

namespace hilspace::rig {
namespace {

constexpr int kTries = 5;       // of what a stall of the machine has spoilt
constexpr double kStall = 4.0;  // usual cycles, beyond which one is a stall

double median(std::vector<std::int64_t>& ns) {
  if (ns.empty()) return 0.0;
  const auto middle = ns.begin() + static_cast<std::ptrdiff_t>(ns.size() / 2);
  std::ranges::nth_element(ns, middle);
  return 1e-9 * static_cast<double>(*middle);
}

/// s in which a guard of that rate, 1/s, makes the way of its largest step, where writes take as long as these: after a long
/// one it has to catch up. Without the longest of them, which may be a stall's. Rate 0: their mean.
double usual_write(std::vector<std::int64_t> ns, double rate) {
  if (ns.size() > 1) ns.erase(std::ranges::max_element(ns));
  double time = 0.0, steps = 0.0;
  for (const std::int64_t each : ns) {
    const double write = 1e-9 * static_cast<double>(each);
    time += write;
    steps += rate > 0.0 ? std::min(rate * write / kRetreatPerWrite, 1.0) : 1.0;
  }
  return steps > 0.0 ? time / steps : 0.0;
}

[[noreturn]] void refuse(const char* what, double patience, const char* advice) {
  throw RunError(
      fmt::format("not armed: the heartbeat relay did not {} within {} s; {}", what, patience, advice));
}
[[noreturn]] void blame_machine(double stall, const std::string& what) {
  throw RunError(
      fmt::format("not armed: the machine stalled for {:.2f} ms, in each of {} tries, while {}; hilspace-rig "
                  "doctor shows "
                  "what keeps the loop from running",
                  1e3 * stall, kTries, what));
}

/// Beats, or pauses, at the safe command, and looks.
class Tester {
 public:
  /// `rate` of the guard, 1/s; 0: none.
  Tester(Daq& daq, const LoopSetup& setup, double rate = 0.0)
      : daq_(daq),
        rate_(rate),
        volts_(setup.scaling.command_volts(setup.limits.command_safe)),
        period_(1e9 / setup.computer.rate) {}

  struct Sight {
    RelayTime time;
    double pause = 0.0;  // s, longest between two writes until then
  };
  /// Pauses, begins a pause with a last edge, or goes on.
  enum class Beats { pauses, ends, goes_on };
  /// Waits until the relay reports the wanted state; empty after `patience` s. `closed` counts from the end of the
  /// first write to the beginning of the last read that says so, `open` from its beginning to the end of the first
  /// that does not.
  std::optional<Sight> wait(double patience, Beats beats, bool wanted, double bounces = 0.0);

  RelayTime open(double patience, Beats beats) {
    const auto found = wait(patience, beats, false);
    if (!found)
      refuse("open while the heartbeat paused", patience,
             "check that it is wired into the command line and that its report reaches the digital input");
    return found->time;
  }
  void close(double patience) {
    if (!wait(patience, Beats::goes_on, true))
      refuse("close when the heartbeat resumed", patience,
             "check the heartbeat's output, the relay's supply and its report");
  }
  /// Lets it stay closed.
  void hold(double patience);

 private:
  Daq& daq_;
  double rate_, volts_, period_;
  bool level_ = false;         // of the heartbeat
  std::int64_t written_ = -1;  // end of the last write; -1: none yet
};

std::optional<Tester::Sight> Tester::wait(double patience, Beats beats, bool wanted, double bounces) {
  const std::int64_t start = daq_.now();
  std::int64_t begin = start, edge = start, last = start, looked = start, pause = 0;
  std::vector<std::int64_t> writes, cycles;
  Inputs inputs;
  for (double tick = 1.0; tick * period_ < 1e9 * patience; ++tick) {
    daq_.wait_until(start + static_cast<std::int64_t>(tick * period_));
    if (beats == Beats::goes_on || (beats == Beats::ends && tick == 1.0)) level_ = !level_;
    const std::int64_t before = daq_.now();
    const bool written = daq_.write({volts_, level_});
    const std::int64_t after = daq_.now();
    writes.push_back(after - before);
    if (written_ >= 0) pause = std::max(pause, after - written_);
    written_ = after;
    if (tick == 1.0) begin = before, edge = last = after;
    const bool read = daq_.read(inputs);
    const std::int64_t seen = daq_.now();
    if (tick > 1.0) cycles.push_back(seen - looked);
    looked = seen;
    // The first reports may predate the change of the heartbeat, and contacts that have just closed bounce.
    if (read && written && inputs.relay_closed == wanted && tick > 2.0 && tick * period_ >= 1e9 * bounces)
      return Sight{{1e-9 * static_cast<double>(last - edge), 1e-9 * static_cast<double>(seen - begin),
                    usual_write(writes, rate_), std::max(median(cycles), 1e-9 * period_)},
                   1e-9 * static_cast<double>(pause)};
    if (read && inputs.relay_closed != wanted) last = after;
  }
  return std::nullopt;
}

void Tester::hold(double patience) {
  // A relay that lives on the heartbeat's charge has closed before that was complete; its contacts bounce at first.
  constexpr double kCharged = 0.1, kBounces = 20e-3;  // s
  for (int tries = 1;; ++tries) {
    const auto opened = wait(kCharged, Beats::goes_on, false, kBounces);
    if (!opened) return;
    if (opened->pause <= kStall * opened->time.cycle)
      refuse("stay closed while the heartbeat toggled", kCharged,
             "set its monoflop to more than the heartbeat's period, and check its supply");
    if (tries == kTries) blame_machine(opened->pause, "the heartbeat toggled, so that the relay opened");
    close(patience);
  }
}

/// Whether a stall leaves open if the relay opens before that many s.
bool undecided(const RelayTime& relay, double takes) {
  return relay.closed < takes && relay.open >= takes && relay.open - relay.closed > kStall * relay.cycle;
}

}  // namespace

void confirm_relay(Daq& daq, const LoopSetup& setup, double patience) {
  Tester tester(daq, setup);
  tester.open(patience, Tester::Beats::pauses);
  tester.close(patience);
}

RelayTime time_relay(Daq& daq, const LoopSetup& setup, double patience, double silence, double rate) {
  Tester tester(daq, setup, rate);
  for (int tries = 1;; ++tries) {
    tester.hold(patience);
    const RelayTime found = tester.open(patience, Tester::Beats::ends);
    tester.close(patience);
    tester.hold(patience);
    const bool again = undecided(found, guard_takes(setup.limits, silence, rate, found.write));
    if (!again || tries == kTries) return found;
  }
}

double guard_takes(const Limits& limits, double silence, double rate, double write) {
  const double safe = limits.command_safe;
  const double way = std::max(limits.command_max - safe, safe - limits.command_min);
  constexpr double kWakeUps = 0.2e-3;  // s, of the guard
  return latest_retreat(silence) + kWakeUps + way * std::max(1.0 / rate, write / kRetreatPerWrite);
}

void require_guard_first(const RelayTime& relay, const Limits& limits, double silence, double rate) {
  const double takes = guard_takes(limits, silence, rate, relay.write);
  if (relay.closed >= takes) return;
  if (undecided(relay, takes))
    blame_machine(
        relay.open - relay.closed,
        fmt::format("the relay was timed, so that it is not known whether it opens before the guard has "
                    "made the rig safe ({:.2f} ms after the last edge of the heartbeat)",
                    1e3 * takes));
  constexpr double kShortest = 1e-3;  // s, loop.guard_silence of a rig file
  const double possible = silence - (takes - relay.closed) * silence / latest_retreat(silence);
  throw RunError(fmt::format(
      "not armed: the heartbeat relay opens {:.2f} ms after the last edge of the heartbeat, but the guard "
      "takes up to {:.2f} ms to make the rig safe (loop.guard_silence, and its retreat over the full scale): "
      "where the program dies, the relay would cut the amplifier off at a driven output, and the stack would "
      "be pulled; set the relay's monoflop to more than {:.2f} ms{}",
      1e3 * relay.closed, 1e3 * takes, 1e3 * takes,
      possible >= kShortest
          ? fmt::format(", or write loop.guard_silence = \"{:.3g} ms\"", std::floor(1e4 * possible) * 0.1)
      : relay.write / kRetreatPerWrite > (1.0 + 1e-9) / rate
          ? ", or take a converter that writes faster"
          : ", or raise limits.retreat_rate as far as the stack bears"));
}

}  // namespace hilspace::rig
