#include "rig/bring_up/open_loop.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "rig/arming/stops.hpp"
#include "rig/records/run_trace.hpp"

namespace hilspace::rig {
namespace {

constexpr double kShareOfRate = 0.99;  // of the limit, so that rounding does not cause a trip

/// Smooth step with zero slope at both ends; its maximum slope is 1.5 times the mean.
double smooth(double share) { return share * share * (3.0 - 2.0 * share); }

void append_ramp(std::vector<double>& commands, double from, double to, std::size_t count) {
  for (std::size_t i = 1; i <= count; ++i)
    commands.push_back(from + (to - from) * smooth(static_cast<double>(i) / static_cast<double>(count + 1)));
}

}  // namespace

std::vector<double> held(std::span<const double> commands, double dwell, double rate) {
  std::vector<double> found;
  for (std::size_t i = 0; i < commands.size(); ++i) {
    const auto begin = static_cast<double>(found.size());
    const auto end = static_cast<std::size_t>(std::llround(dwell * rate * static_cast<double>(i + 1)));
    const double before = commands[i > 0 ? i - 1 : 0];
    while (found.size() < end) {
      const double share = (static_cast<double>(found.size()) - begin) / (0.25 * dwell * rate);
      found.push_back(std::lerp(before, commands[i], smooth(std::min(share, 1.0))));
    }
  }
  return found;
}

Drive within_limits(std::span<const double> wanted, const Limits& limits, double rate, double ramp_time) {
  if (wanted.empty()) throw InputError("an open loop needs commands");
  const double most = kShareOfRate * at_rate(limits, rate).command_rate / rate;
  const auto allowed = [&](double command) {
    return std::clamp(command, limits.command_min, limits.command_max);
  };
  const auto ramp_to = [&](double distance) {
    return static_cast<std::size_t>(std::ceil(std::max(ramp_time * rate, 1.5 * std::abs(distance) / most)));
  };
  const double safe = limits.command_safe, first = allowed(wanted.front());
  Drive drive;
  append_ramp(drive.commands, safe, first, ramp_to(first - safe));
  drive.begin = drive.commands.size();
  drive.count = wanted.size();
  double last = first;
  for (const double command : wanted)
    drive.commands.push_back(last = std::clamp(allowed(command), last - most, last + most));
  append_ramp(drive.commands, last, safe, ramp_to(last - safe));
  return drive;
}

OpenLoopRecord run_open_loop(const OpenLoopSetup& setup) {
  const Opening& opening = setup.opening;
  const double rate = opening.scenario.computer.rate;
  const Stops stops = stops_of(setup.drive.commands, opening.scenario.plant, rate);
  require_stops(stops, at_rate(opening.rig.limits, rate), rate, full_volts(opening.rig));
  // The guard writes often, and so by the rig file's own rate, however slow this program is.
  require_stops(stops, opening.rig.limits, kWritesOfGuard, full_volts(opening.rig));
  const OpenRig open = open_rig(opening);
  RigRunSetup run{loop_setup(opening.rig, opening.scenario.computer),
                  {setup.recording, setup.study, opening.index, {}},
                  real_time_setup(opening.rig),
                  open.guard};
  set_guard(run, opening.rig);
  run.loop.rest_time = setup.rest_time;
  run.loop.drive = setup.drive.commands;
  run.loop.limits = at_rate(setup.limits.value_or(opening.rig.limits), rate);
  run.loop.stop = setup.stop;
  run.arming = setup.arming;
  run.recorder.notes = {
      {"purpose", setup.purpose}, {"backend", std::string(open.daq->name())}, {"rig", opening.rig.resolved}};
  run.recorder.notes.insert(run.recorder.notes.end(), setup.notes.begin(), setup.notes.end());
  OpenLoopRecord found;
  found.report = run_on_rig(*open.daq, run);
  if (found.report.loop.trip || !found.report.loop.safe) return found;

  OpenLoopRecord read = read_open_loop(setup.recording, setup.drive, opening.rig, rate);
  read.report = found.report;
  return read;
}

OpenLoopRecord read_open_loop(const std::filesystem::path& recording, const Drive& drive, const RigFile& rig,
                              double rate) {
  const std::vector<Record> records = read_records(recording);
  try {
    return open_loop_record(records, drive, rig, rate);
  } catch (const RunError& error) {
    throw RunError(recording.string() + ": " + error.what());
  }
}

OpenLoopRecord open_loop_record(std::span<const Record> records, const Drive& drive, const RigFile& rig,
                                double rate) {
  OpenLoopRecord found;
  const Scaling scaling = scaling_of(rig);
  std::vector<Record> driven;
  for (const Record& record : records) {
    if (record.phase == Phase::scenario) driven.push_back(record);
    if (record.phase != Phase::rest) continue;
    found.rest_position.push_back(record.extension);
    found.rest_force.push_back(scaling.force(record.force_volts));
  }
  if (driven.size() < drive.begin + drive.count)
    throw RunError(fmt::format("holds {} commands instead of {}; use the same options as for the run",
                               driven.size(), drive.begin + drive.count));
  const auto wanted = std::span(driven).subspan(drive.begin, drive.count);
  const auto due = [](const Record& record) { return record.time - static_cast<double>(record.lateness); };
  for (const Record& record : wanted) {
    found.command.push_back(record.command);
    found.position.push_back(record.extension);
    found.position_volts.push_back(record.position_volts);
    found.force.push_back(scaling.force(record.force_volts));
    found.laser_volts.push_back(record.laser_volts);
    found.period.push_back(
        static_cast<std::size_t>(std::llround((due(record) - due(wanted.front())) * rate)));
  }
  return found;
}

std::vector<double> OpenLoopRecord::each_period(std::span<const double> values) const {
  std::vector<double> found;
  for (std::size_t k = 0; k < values.size(); ++k) {
    found.resize(std::max(found.size(), period[k]), found.empty() ? values[k] : found.back());
    found.push_back(values[k]);
  }
  return found;
}

}  // namespace hilspace::rig
