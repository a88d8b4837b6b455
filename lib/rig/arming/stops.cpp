#include "rig/arming/stops.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "rig/arming/open_rig.hpp"
#include "rig/arming/stepped_run.hpp"
#include "rig/backends/in_process.hpp"
#include "rig/loop/retreat.hpp"

namespace hilspace::rig {
namespace {

constexpr double kOften = 1e-3;            // s between two of many stops
constexpr double kFollowed = 1.5e-3;       // s after the safe command: periods of the slowest pole
constexpr std::array kHeld{0.0, 0.25e-3};  // s; half a period of the published slowest pole
constexpr double kSeen = 75e3;             // Hz at which extremes are looked for
constexpr double kLeast = 20.0;            // 1/s, smallest rate of retreat to be proposed
constexpr double kLeastVolts = 100.0;      // V/s, the same of a rig file
constexpr double kShrinks = 0.9;           // from one proposal to the next
constexpr int kAtRest = 32;                // commands
constexpr double kAround = 0.05;           // s before and after a drive's largest command

constexpr std::array<std::string_view, 5> kWhere{"at the largest extension", "at the largest force",
                                                 "at the largest command", "at the highest speed outwards",
                                                 "at the highest speed back"};

/// The worst of a kind, and where that stop begins.
struct Worst {
  double value;
  std::string_view where;
};
struct AllWorst {
  Worst lowest{kUnlimited, ""}, highest{-kUnlimited, ""}, speed{-kUnlimited, ""}, force{-kUnlimited, ""};
};

AllWorst worst_of(std::span<const Stop> stops, const Limits& limits, double rate) {
  AllWorst worst;
  const auto raise = [](Worst& its, double value, const Stop& stop) {
    if (value > its.value) its = {value, stop.where};
  };
  for (const Stop& stop : stops) {
    if (stop.command == limits.command_safe) continue;  // it goes nowhere
    for (const double held : kHeld) {
      const Stopped its = stopped(stop, limits, rate, held);
      if (its.lowest < worst.lowest.value) worst.lowest = {its.lowest, stop.where};
      raise(worst.highest, its.highest, stop);
      raise(worst.speed, its.speed, stop);
      raise(worst.force, its.force, stop);
    }
  }
  return worst;
}

std::string violation(const AllWorst& worst, const Limits& limits) {
  const auto& [lowest, highest, speed, force] = worst;
  if (!(highest.value <= limits.extension_max))
    return fmt::format("a stop {} lets the stack swing to {:.1f} um, and limits.extension_max is {:.4g} um",
                       highest.where, 1e6 * highest.value, 1e6 * limits.extension_max);
  if (!(force.value <= limits.force_max))
    return fmt::format("a stop {} lets the force reach {:.5g} N, and limits.force_max is {:.5g} N",
                       force.where, force.value, limits.force_max);
  if (!(lowest.value >= limits.extension_min))
    return fmt::format("a stop {} makes the stack swing to {:.1f} um, and limits.extension_min is {:.4g} um",
                       lowest.where, 1e6 * lowest.value, 1e6 * limits.extension_min);
  if (!(speed.value <= limits.velocity_max))
    return fmt::format(
        "a stop {} makes the stack move with {:.3g} m/s, and limits.velocity_max is {:.4g} m/s", speed.where,
        speed.value, limits.velocity_max);
  return {};
}

bool within(const Stopped& s, const Limits& l) {
  return s.lowest >= l.extension_min && s.highest <= l.extension_max && s.speed <= l.velocity_max &&
         s.force <= l.force_max;
}

/// A number of two digits, not above the given one.
double two_digits(double value) {
  const double digit = std::pow(10.0, std::floor(std::log10(value)) - 1.0);
  return digit * std::floor(value / digit * (1.0 + 1e-12));
}

}  // namespace

void Stops::keep(Kind kind, double value, const models::RigPlant& plant, double its_command) {
  const auto k = static_cast<std::size_t>(kind);
  if (at_[k] != 0 && !(value > most_[k])) return;
  most_[k] = value;
  const Stop stop{plant, its_command, kWhere[k]};
  if (at_[k] == 0) {
    all_.push_back(stop);
    at_[k] = all_.size();
  } else {
    all_[at_[k] - 1] = stop;
  }
}

void Stops::see(const models::RigPlant& plant, double its_command, double rate, bool often) {
  const models::RigView now = plant.view();
  const double speed = begun_ ? (now.extension - before_) * rate : 0.0;
  begun_ = true;
  before_ = now.extension;
  keep(extension, now.extension, plant, its_command);
  keep(force, now.contact_force, plant, its_command);
  keep(command, its_command, plant, its_command);
  keep(out, speed, plant, its_command);
  keep(back, -speed, plant, its_command);
  since_ += 1.0 / rate;
  if (!often || since_ < kOften) return;
  since_ = 0.0;
  all_.push_back({plant, its_command, "on the way"});
}

void Stops::at_rest(const models::RigPlantSetup& setup, double most) {
  models::RigPlantSetup apart = setup;
  move_apart(apart);
  models::RigPlant plant(apart);
  for (int i = 1; i <= kAtRest; ++i) {
    const double its_command = most * i / kAtRest;
    plant.rest(its_command * plant.gain());
    all_.push_back({plant, its_command, "at rest"});
  }
}

void Stops::next() {
  at_ = {};
  most_ = {};
  begun_ = false;
  since_ = 0.0;
}

Stopped stopped(const Stop& stop, const Limits& limits, double rate, double held) {
  models::RigPlant plant = stop.plant;
  double command = stop.command, before = plant.extension(), follows = kFollowed;
  Stopped found{before, before, 0.0, plant.contact_force()};
  const double step = rate_of_retreat(limits) / rate;
  // A slow program's writes are far apart: the extremes lie between them.
  const double parts = std::max(std::ceil(kSeen / rate), 1.0), h = 1.0 / (rate * parts);
  for (double time = 0.0; follows > 0.0; time += 1.0 / rate) {
    if (time >= held)
      command =
          std::clamp(retreat(command, limits.command_safe, step), limits.command_min, limits.command_max);
    if (command == limits.command_safe) follows -= 1.0 / rate;
    for (double part = 0.0; part < parts; ++part) {
      plant.advance(command, h);
      const models::RigView now = plant.view();
      if (!std::isfinite(now.extension) || !std::isfinite(now.contact_force))
        return {-kUnlimited, kUnlimited, kUnlimited, kUnlimited};
      found.lowest = std::min(found.lowest, now.extension);
      found.highest = std::max(found.highest, now.extension);
      found.speed = std::max(found.speed, std::abs(now.extension - before) / h);
      found.force = std::max(found.force, now.contact_force);
      before = now.extension;
    }
  }
  return found;
}

std::string violation(std::span<const Stop> stops, const Limits& limits, double rate) {
  return violation(worst_of(stops, limits, rate), limits);
}

std::optional<double> qualified_retreat(std::span<const Stop> stops, const Limits& limits, double rate,
                                        double full_volts) {
  Limits slower = limits;
  const double least = std::max(kLeast, kLeastVolts / std::abs(full_volts));
  for (double found = rate_of_retreat(limits); (found *= kShrinks) >= least;) {
    slower.retreat_rate = two_digits(found * full_volts) / full_volts;
    const bool all = std::ranges::all_of(stops, [&](const Stop& stop) {
      if (stop.command == limits.command_safe) return true;
      return std::ranges::all_of(
          kHeld, [&](double held) { return within(stopped(stop, slower, rate, held), slower); });
    });
    if (all) return slower.retreat_rate;
  }
  return std::nullopt;
}

void require_stops(const Stops& stops, const Limits& limits, double rate, double full_volts) {
  const AllWorst worst = worst_of(stops.all(), limits, rate);
  const std::string what = violation(worst, limits);
  if (what.empty()) return;
  // Where the stack swings outwards, or presses, is decided before the retreat begins.
  const bool helps = worst.highest.value <= limits.extension_max && worst.force.value <= limits.force_max;
  const auto slower = helps ? qualified_retreat(stops.all(), limits, rate, full_volts) : std::nullopt;
  throw RunError(fmt::format(
      "not armed: with limits.retreat_rate = {:.6g} V/s {}; {}", rate_of_retreat(limits) * full_volts, what,
      slower
          ? fmt::format("write limits.retreat_rate = \"{:.6g} V/s\"", *slower * full_volts)
          : std::string("a slower retreat does not mend that: reduce the motion (velocity, offset, gap, or "
                        "the command's range), or correct the limit if the hardware bears more")));
}

Stops stops_of(const LoopSetup& loop, const models::RigPlantSetup& plant) {
  InProcessSetup rig;
  rig.plant = plant;
  rig.scaling = loop.scaling;
  rig.inputs = {-kUnlimited, kUnlimited};
  rig.input_bits = 0;
  InProcess daq(rig);
  LoopSetup setup = loop;
  setup.expectation = {};
  setup.stop = nullptr;
  setup.guard = nullptr;
  setup.unrecorded = nullptr;
  setup.limits = only_of_the_command(loop.limits);
  Ring<Record> ring(1);
  Loop run(daq, setup, ring);
  Stops stops;
  while (run.cycle()) stops.see(daq.plant(), setup.scaling.command(daq.command()), setup.computer.rate, true);
  return stops;
}

Stops stops_of(std::span<const double> drive, const models::RigPlantSetup& setup, double rate) {
  Stops stops;
  if (drive.empty()) return stops;
  const auto peak = static_cast<std::size_t>(std::ranges::max_element(drive) - drive.begin());
  const auto around = static_cast<std::size_t>(kAround * rate);
  stops.at_rest(setup, drive[peak]);
  models::RigPlantSetup apart = setup;
  move_apart(apart);
  models::RigPlant plant(apart);
  const std::size_t begin = peak - std::min(peak, around), end = std::min(peak + around, drive.size());
  plant.rest(drive[begin] * plant.gain());
  for (std::size_t k = begin; k < end; ++k) {
    plant.advance(drive[k], 1.0 / rate);
    stops.see(plant, drive[k], rate, true);
  }
  return stops;
}

}  // namespace hilspace::rig
