#include "rig/bring_up/prove.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/error.hpp"
#include "rig/backends/wall_clock.hpp"

namespace hilspace::rig {
namespace {

/// Runs at the loop's rate with a constant command, with or without a heartbeat.
class Rhythm {
 public:
  Rhythm(Daq& daq, const LoopSetup& loop)
      : daq_(daq), loop_(loop), period_(1e9 / loop.computer.rate), time_(daq.now()) {}

  /// Advances by one period, with that command; empty: no write.
  Inputs next(std::optional<double> command) {
    time_ = std::max(time_ + static_cast<std::int64_t>(period_), daq_.now());
    daq_.wait_until(time_);
    Inputs inputs = before_;
    if (daq_.read(inputs)) before_ = inputs;
    heartbeat_ = heartbeat_ != command.has_value();
    if (command) daq_.write({loop_.scaling.command_volts(*command), heartbeat_});
    return before_;
  }
  double seconds() const { return 1e-9 * static_cast<double>(daq_.now()); }

 private:
  Daq& daq_;
  const LoopSetup& loop_;
  double period_;
  std::int64_t time_;
  Inputs before_;
  bool heartbeat_ = false;
};

}  // namespace

Proof prove_stop(OpenRig& rig, const LoopSetup& loop, double patience,
                 const std::function<void(const std::string&)>& ask) {
  Daq& daq = *rig.daq;
  Rhythm rhythm(daq, loop);
  const double most = patience * daq.speed();
  for (const bool pressed : {false, true, false}) {
    if (rig.press_stop)
      rig.press_stop(pressed);
    else
      ask(pressed ? "press the stop button, and hold it" : "release the stop button");
    const double begun = rhythm.seconds();
    bool seen = false;
    while (!seen && rhythm.seconds() - begun < most)
      seen = rhythm.next(loop.limits.command_safe).stop == pressed;
    if (!seen)
      return {false, fmt::format("the input does not show that it is {}", pressed ? "pressed" : "released")};
  }
  return {true, "released, pressed, released"};
}

Proof prove_guard(OpenRig& rig, const RigRunSetup& run, double command) {
  Daq& daq = *rig.daq;
  if (daq.stepped()) return {true, "none: time is stepped"};
  constexpr double kSettle = 0.02, kPatience = 0.5;  // s
  const LoopSetup& loop = run.loop;
  Guard guard(run.guard);
  guard.confirm(run.guard_patience);
  confirm_relay(daq, loop, run.relay_patience);
  Rhythm rhythm(daq, loop);
  const auto extension = [&](const Inputs& inputs) { return loop.scaling.extension(inputs.position); };
  const double safe = loop.limits.command_safe, begun = rhythm.seconds();
  // The guard answers by one write of the safe command.
  command = std::clamp(command, safe - kMostPerWrite, safe + kMostPerWrite);
  const double rest = extension(rhythm.next(safe));
  double there = rest;
  for (double t = 0.0; t < loop.ramp_time + kSettle; t = rhythm.seconds() - begun)
    there = extension(rhythm.next(std::lerp(safe, command, std::min(t / loop.ramp_time, 1.0))));
  guard.ask();
  const double asked = rhythm.seconds();
  Inputs inputs;
  do inputs = rhythm.next(std::nullopt);
  while (extension(inputs) - rest > 0.5 * (there - rest) && inputs.relay_closed &&
         rhythm.seconds() - asked < kPatience);
  const double took = rhythm.seconds() - asked;
  const bool back = extension(inputs) - rest <= 0.5 * (there - rest), closed = inputs.relay_closed;
  for (int i = 0; i < 100; ++i) rhythm.next(safe);
  daq.write({loop.scaling.command_volts(safe), false});
  if (back && closed && guard.has_answered())
    return {true, fmt::format("its write brought {:.1f} um back to rest after {:.2f} ms",
                              1e6 * (there - rest), 1e3 * took)};
  return {false,
          closed ? fmt::format("its write did not move the actuator within {:.2f} ms", 1e3 * took)
                 : fmt::format("the relay opened after {:.2f} ms, before its write was seen", 1e3 * took)};
}

}  // namespace hilspace::rig
