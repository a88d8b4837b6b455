#include "rig/bring_up/closed_loop.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>

#include "core/error.hpp"
#include "rig/arming/stepped_run.hpp"
#include "rig/arming/stops.hpp"
#include "rig/backends/in_process.hpp"
#include "rig/records/run_trace.hpp"

namespace hilspace::rig {
namespace {

double mean_of(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) /
         static_cast<double>(std::max<std::size_t>(values.size(), 1));
}

/// Means while the actuator is held, after the scenario.
double held_mean(const ClosedLoopRecord& record, const std::vector<double>& values) {
  double sum = 0.0, count = 0.0;
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (record.phase[k] != Phase::after) continue;
    sum += values[k];
    count += 1.0;
  }
  return sum / std::max(count, 1.0);
}

/// Interpolation between the samples of the twin, which has no missed periods.
double at_time(const ClosedLoopRecord& record, double time) {
  const auto after = std::ranges::upper_bound(record.time, time);
  if (after == record.time.begin()) return record.extension.front();
  if (after == record.time.end()) return record.extension.back();
  const auto k = static_cast<std::size_t>(after - record.time.begin());
  const double share = (time - record.time[k - 1]) / (record.time[k] - record.time[k - 1]);
  return std::lerp(record.extension[k - 1], record.extension[k], share);
}

/// Moving average over that many values.
std::vector<double> smoothed(const std::vector<double>& values, std::size_t width) {
  std::vector<double> found(values.size());
  for (std::size_t k = 0; k < values.size(); ++k) {
    const std::size_t begin = k - std::min(k, width / 2), end = std::min(k + width / 2 + 1, values.size());
    found[k] = mean_of(std::span(values).subspan(begin, end - begin));
  }
  return found;
}

}  // namespace

ClosedLoopRecord run_closed_loop(const ClosedLoopSetup& setup) {
  const Opening& opening = setup.opening;
  models::RigPlantSetup plant = opening.scenario.plant;
  if (opening.apart) move_apart(plant);
  require_stops(stops_of(setup.loop, plant), opening.rig.limits, opening.scenario.computer.rate,
                full_volts(opening.rig));
  const OpenRig open = open_rig(opening);
  RigRunSetup run{setup.loop,
                  {setup.recording, setup.study, opening.index, {}},
                  real_time_setup(opening.rig),
                  open.guard};
  set_guard(run, opening.rig);
  run.loop.stop = setup.stop;
  run.arming = setup.arming;
  run.recorder.notes = {
      {"purpose", setup.purpose}, {"backend", std::string(open.daq->name())}, {"rig", opening.rig.resolved}};
  run.recorder.notes.insert(run.recorder.notes.end(), setup.notes.begin(), setup.notes.end());
  const RigRunReport report = run_on_rig(*open.daq, run);
  ClosedLoopRecord record = closed_loop_record(read_records(setup.recording), opening.rig);
  record.report = report;
  return record;
}

ClosedLoopRecord closed_loop_record(std::span<const Record> records, const RigFile& rig) {
  const Scaling scaling = scaling_of(rig);
  ClosedLoopRecord record;
  for (const Record& each : records) {
    record.time.push_back(each.time);
    record.reference.push_back(each.reference);
    record.extension.push_back(each.extension);
    record.command.push_back(each.command);
    record.force.push_back(scaling.force(each.force_volts));
    record.phase.push_back(each.phase);
  }
  return record;
}

ClosedLoopRecord predict_closed_loop(const RigFile& rig, const models::RigSetup& scenario,
                                     const LoopSetup& loop, bool apart) {
  InProcessSetup setup;
  setup.plant = scenario.plant;
  setup.plant.position_sensor = without_noise(scenario.plant.position_sensor);
  setup.plant.force_sensor = without_noise(scenario.plant.force_sensor);
  if (apart) move_apart(setup.plant);
  setup.scaling = scaling_of(rig);
  InProcess daq(setup);
  LoopSetup quiet = loop;
  quiet.limits.position_stuck_time = quiet.limits.force_stuck_time = 0.0;  // the twin is free of noise
  const SteppedRun run = run_stepped(daq, quiet);
  ClosedLoopRecord record = closed_loop_record(run.records, rig);
  record.report.loop = run.report;
  return record;
}

Deviation deviation(const ClosedLoopRecord& rig, const ClosedLoopRecord& twin) {
  Deviation found;
  double squares = 0.0, count = 0.0;
  for (std::size_t k = 0; k < rig.time.size(); ++k) {
    if (rig.phase[k] < Phase::ramp_up || rig.phase[k] > Phase::ramp_down) continue;
    const double off = rig.extension[k] - at_time(twin, rig.time[k]);
    found.peak = std::max(found.peak, std::abs(off));
    squares += off * off;
    count += 1.0;
  }
  found.rms = std::sqrt(squares / std::max(count, 1.0));
  found.hold = held_mean(rig, rig.extension) - held_mean(twin, twin.extension);
  found.command = held_mean(rig, rig.command) / held_mean(twin, twin.command) - 1.0;
  return found;
}

Onset onset(const ClosedLoopRecord& record) {
  constexpr double kSigmas = 6.0, kSmooth = 0.5e-3, kStep = 0.05e-6;  // 1, s, m
  Onset found;
  std::vector<double> quiet, force, extension, time;
  for (std::size_t k = 0; k < record.force.size(); ++k) {
    if (record.phase[k] == Phase::settle) quiet.push_back(record.force[k]);
    if (record.phase[k] != Phase::scenario) continue;
    time.push_back(record.time[k]);
    force.push_back(record.force[k]);
    extension.push_back(record.extension[k]);
  }
  if (quiet.size() < 10 || time.size() < 10) return found;
  found.zero = mean_of(quiet);
  double squares = 0.0;
  for (const double each : quiet) squares += (each - found.zero) * (each - found.zero);
  found.noise = std::sqrt(squares / static_cast<double>(quiet.size()));

  const double interval = (time.back() - time.front()) / static_cast<double>(time.size() - 1);
  const auto width = static_cast<std::size_t>(std::max(kSmooth / interval, 1.0));
  force = smoothed(force, width);
  extension = smoothed(extension, width);
  const auto peak = static_cast<std::size_t>(std::ranges::max_element(force) - force.begin());
  if (!(force[peak] - found.zero > kSigmas * found.noise)) return found;
  // Least squares for F = k (x - x0)^(3/2) on the way in: linear in k, with a search over x0.
  double best = std::numeric_limits<double>::infinity();
  const auto [least, most] =
      std::minmax_element(extension.begin(), extension.begin() + static_cast<std::ptrdiff_t>(peak) + 1);
  for (double x0 = *least; x0 < *most; x0 += kStep) {
    double ff = 0.0, fp = 0.0, pp = 0.0;
    for (std::size_t k = 0; k <= peak; ++k) {
      const double a = std::max(extension[k] - x0, 0.0), shape = a * std::sqrt(a), f = force[k] - found.zero;
      ff += f * f;
      fp += f * shape;
      pp += shape * shape;
    }
    const double left = pp > 0.0 ? ff - fp * fp / pp : ff;
    if (!(left < best)) continue;
    best = left;
    found.extension = x0;
  }
  found.found = true;
  return found;
}

Onset median(std::span<const Onset> touches) {
  std::vector<Onset> found;
  for (const Onset& touch : touches)
    if (touch.found) found.push_back(touch);
  if (2 * found.size() <= touches.size()) return {};
  std::ranges::sort(found, {}, &Onset::extension);
  Onset middle = found[found.size() / 2];
  middle.spread = found.back().extension - found.front().extension;
  return middle;
}

}  // namespace hilspace::rig
