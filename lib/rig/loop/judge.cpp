#include "rig/loop/judge.hpp"

#include <algorithm>
#include <cmath>

namespace hilspace::rig {
namespace {

/// Records the first fault only.
class Court {
 public:
  void need(bool good, Fault fault, double value, double limit) noexcept {
    if (!good && verdict_.fault == Fault::none) verdict_ = {fault, value, limit};
  }
  void flag(Fault fault, bool raised) noexcept { need(!raised, fault, 1.0, 0.0); }
  void at_most(Fault fault, double value, double limit) noexcept {
    need(value <= limit, fault, value, limit);
  }
  void at_least(Fault fault, double value, double limit) noexcept {
    need(value >= limit, fault, value, limit);
  }
  /// A duration that must stay below its limit; a limit of 0 disables the check.
  void below(Fault fault, double time, double limit) noexcept {
    need(limit == 0.0 || time < limit, fault, time, limit);
  }
  void finite(double value) noexcept { need(std::isfinite(value), Fault::not_finite, value, 0.0); }
  const Judgement& verdict() const noexcept { return verdict_; }

 private:
  Judgement verdict_;
};

void judge_outside(Court& court, const Limits& l, const Seen& s) noexcept {
  court.flag(Fault::guard, s.guard_fired);
  court.flag(Fault::guard_silent, s.guard_silent);
  court.flag(Fault::operator_stop, s.stop);
  court.flag(Fault::recording, s.unrecorded);
  // Before the relay, which opens because of it.
  court.need(s.relay_holds == 0.0 || s.paused <= s.relay_holds, Fault::paused, s.paused, s.relay_holds);
  court.below(Fault::relay_open, s.relay_open, l.relay_time);
  court.below(Fault::unwritten, s.unwritten, l.unwritten_time);
  court.below(Fault::unwritten_in_all, s.unwritten_in_all, kFailedInAll * l.unwritten_time);
  court.below(Fault::long_in_a_row, s.overlong, l.long_in_a_row);
  court.below(Fault::long_in_all, s.overlong_in_all, l.long_in_all);
  court.below(Fault::late_in_a_row, s.late, l.late_in_a_row);
  court.below(Fault::late_in_all, s.late_in_all, l.late_in_all);
  court.below(Fault::silent, s.silent, l.silent_time);
  court.below(Fault::silent_in_all, s.silent_in_all, kFailedInAll * l.silent_time);
}

void judge_measured(Court& court, const Limits& l, const Seen& s) noexcept {
  court.finite(s.extension);
  court.finite(s.force);
  court.below(Fault::position_railed, s.position_railed, l.railed_time);
  court.below(Fault::position_stuck, s.position_still, l.position_stuck_time);
  court.below(Fault::force_railed, s.force_railed, l.railed_time);
  court.below(Fault::force_stuck, s.force_still, l.force_stuck_time);

  court.at_least(Fault::extension, s.extension, l.extension_min);
  court.at_most(Fault::extension, s.extension, l.extension_max);
  court.at_most(Fault::velocity, std::abs(s.velocity), l.velocity_max);
  court.at_least(Fault::force, s.force, l.force_min);
  court.at_most(Fault::force, s.force, l.force_max);
  const double force = std::max(s.force, 0.0);
  // In the form x F_act < x_act (F_act - F), which is also correct where the force is above F_act.
  court.need(s.extension * l.blocking_force < l.stroke * (l.blocking_force - force),
             Fault::force_at_extension, s.extension, l.stroke * (1.0 - force / l.blocking_force));
  court.at_most(Fault::energy, s.returned, l.energy_allowance);
  court.at_most(Fault::injected, s.injected, l.injected_max);
}

void judge_expected(Court& court, const Limits& l, const Seen& s) noexcept {
  court.at_most(Fault::position_zero, std::abs(s.rest_position), l.position_zero);
  court.at_most(Fault::force_zero, std::abs(s.rest_force), l.force_zero);
  court.at_most(Fault::position_at_command, std::abs(s.extension - s.expected.extension), s.expected.slack);
  court.at_most(Fault::position_at_command, std::abs(s.expected.leap), s.expected.leap_slack);
  court.at_least(Fault::force_at_penetration, s.force, s.expected.force_low);
  court.at_most(Fault::force_at_penetration, s.force, s.expected.force_high);
}

void judge_command(Court& court, const Limits& l, const Seen& s) noexcept {
  court.finite(s.command);
  court.at_least(Fault::command, s.command, l.command_min);
  court.at_most(Fault::command, s.command, l.command_max);
  court.need(l.slew_time == 0.0 || s.steep < l.slew_time, Fault::slew, s.change, l.command_rate);
}

}  // namespace

Judgement judge(const Limits& limits, const Seen& seen) noexcept {
  Court court;
  judge_outside(court, limits, seen);
  if (seen.measured) {
    judge_measured(court, limits, seen);
    if (seen.expects) judge_expected(court, limits, seen);
  }
  if (seen.controlled) judge_command(court, limits, seen);
  return court.verdict();
}

}  // namespace hilspace::rig
