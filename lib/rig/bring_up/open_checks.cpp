#include "rig/bring_up/open_checks.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cmath>
#include <numeric>

#include "rig/arming/stepped_run.hpp"
#include "rig/control/linear_system.hpp"

namespace hilspace::rig {
namespace {

constexpr double kDwell = 0.1;      // s at each command of the self-test
constexpr double kNoisy = 3.0;      // factor on the twin's noise
constexpr double kQuanta = 2e-8;    // m; floor for noise-free sensors: the converter's quantization
constexpr double kSettled = 1e-6;   // m, permitted offset after the step back
constexpr double kRestOff = 5e-6;   // m, before the sensor is calibrated
constexpr double kSpareRoom = 0.9;  // usable share of the permitted extension
constexpr double kPeak = 6.0;       // standard deviations, practically never exceeded by noise
constexpr double kMostAmplitude = 0.05;
constexpr double kMisfit = 3.0;
constexpr double kResonanceOff = 0.05, kDampingOff = 0.4;  // permitted deviations of a pole, shares

struct Moments {
  double mean, std;
};
Moments moments(std::span<const double> values) {
  const auto n = static_cast<double>(std::max<std::size_t>(values.size(), 1));
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  double squares = 0.0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return {mean, std::sqrt(squares / n)};
}
/// Mean over the settled half of a dwell.
Moments settled(const std::vector<double>& values, std::size_t dwell) {
  const std::size_t count = values.size() / 3, begin = dwell * count + count / 2;
  return moments(std::span(values).subspan(begin, count - count / 2));
}

void check_rest(std::vector<Check>& all, const RigFile& rig, const models::RigSetup& scenario,
                const OpenLoopRecord& record) {
  const Scaling scaling = scaling_of(rig);
  const models::RigPlantSetup& plant = scenario.plant;
  const Moments position = moments(record.rest_position), force = moments(record.rest_force);
  const double rest = rig.limits.command_safe * full_stroke(scenario);
  all.push_back(
      {"position at rest",
       fmt::format("{:.2f} um ({:.3f} V)", 1e6 * position.mean, scaling.position_volts(position.mean)),
       fmt::format("{:.2f} +- {:g} um", 1e6 * rest, 1e6 * kRestOff),
       graded(std::abs(position.mean - rest) < kRestOff, Grade::warning)});
  const double noise = noise_of(plant.position_sensor);
  all.push_back({"position, noise", fmt::format("{:.3f} um", 1e6 * position.std),
                 fmt::format("{:.3f} um", 1e6 * noise),
                 graded(position.std < kNoisy * noise + kQuanta, Grade::warning)});
  const double threshold = scenario.computer.force_threshold;
  all.push_back({"force at rest",
                 fmt::format("{:.2f} N ({:.4f} V)", force.mean, scaling.force_volts(force.mean)),
                 fmt::format("within {:.2g} N, the contact-detection threshold", threshold),
                 graded(std::abs(force.mean) <= threshold)});
  const double force_noise = noise_of(plant.force_sensor), quantum = 1e-3 * rig.newton_per_volt;
  all.push_back({"force, noise", fmt::format("{:.3f} N", force.std), fmt::format("{:.3f} N", force_noise),
                 graded(force.std < kNoisy * force_noise + quantum, Grade::warning)});
}

}  // namespace

Drive selftest_drive(const RigFile& rig, double rate, double there) {
  const double safe = rig.limits.command_safe;
  return within_limits(held(std::array{safe, there, safe}, kDwell, rate), rig.limits, rate, rig.ramp_time);
}

std::vector<Check> check_selftest(const RigFile& rig, const models::RigSetup& scenario,
                                  const OpenLoopRecord& record, double tolerance) {
  std::vector<Check> all;
  check_rest(all, rig, scenario, record);
  const auto at = [&](const auto& channel, std::size_t dwell) { return settled(channel, dwell).mean; };
  const double stroke = full_stroke(scenario);
  const double moved = at(record.position, 1) - at(record.position, 0);
  const double gain = moved / (at(record.command, 1) - at(record.command, 0));
  all.push_back({"step", fmt::format("{:.2f} um, {:.1f} um per full scale", 1e6 * moved, 1e6 * gain),
                 fmt::format("{:.1f} um +- {:g} %", 1e6 * stroke, tolerance),
                 graded(std::abs(gain / stroke - 1.0) < 0.01 * tolerance)});
  const double off = at(record.position, 2) - at(record.position, 0);
  all.push_back({"and back", fmt::format("off by {:+.2f} um", 1e6 * off),
                 fmt::format("within {:g} um", 1e6 * kSettled),
                 graded(std::abs(off) < kSettled, Grade::warning)});
  const double pressed = at(record.force, 1) - at(record.force, 0);
  const double threshold = scenario.computer.force_threshold;
  all.push_back({"force during the step", fmt::format("{:+.2f} N", pressed),
                 fmt::format("within {:.2g} N: no contact", threshold),
                 graded(std::abs(pressed) <= threshold)});
  const LoopReport& loop = record.report.loop;
  const double closed = record.report.relay.closed;
  all.push_back({"relay",
                 closed > 0.0
                     ? fmt::format("opens {:.1f} ms behind the last heartbeat, closes with it", 1e3 * closed)
                     : std::string("opens without heartbeat, closes with it"),
                 "the same"});
  all.push_back(
      {"converters",
       fmt::format("{} of {} readings, {} writes failed", loop.failed_reads, loop.cycles, loop.failed_writes),
       "none", graded(loop.failed_reads + loop.failed_writes == 0, Grade::warning)});
  all.push_back({"time", fmt::format("{} of {} periods missed", loop.missed, loop.cycles + loop.missed),
                 "none", graded(loop.missed == 0, Grade::warning)});
  return all;
}

Drive staircase_drive(const RigFile& rig, const StaircaseSetup& stairs, double rate) {
  return within_limits(held(staircase(stairs), stairs.dwell, rate), rig.limits, rate, rig.ramp_time);
}

double highest_step(const RigFile& rig, double stroke) {
  return std::min(rig.limits.command_max, kSpareRoom * rig.limits.extension_max / stroke);
}

std::vector<Check> check_sensor(const RigFile& rig, const CalibratedSensor& sensor, double stroke) {
  const double tolerance = rig.tolerances.position;
  double highest = 0.0;
  for (const CalibrationStep& step : sensor.steps) highest = std::max(highest, stroke * step.command);
  const double allowed = rig.tolerances.actuator * highest;
  return {
      {"residual of the curve", fmt::format("{:.2f} um at most", 1e6 * sensor.worst_residual),
       fmt::format("within {:g} um (tolerance.position)", 1e6 * tolerance),
       graded(sensor.worst_residual <= tolerance), "use more --points, or mount the sensor better"},
      {"drift within a step", fmt::format("{:.2f} um at most", 1e6 * sensor.drift),
       fmt::format("within {:g} um", 1e6 * tolerance), graded(std::abs(sensor.drift) <= tolerance),
       "let the instruments warm up"},
      {"hysteresis of the sensor", fmt::format("{:.2f} um", 1e6 * sensor.sensor_hysteresis),
       fmt::format("within {:g} um", 1e6 * tolerance),
       graded(std::abs(sensor.sensor_hysteresis) <= tolerance),
       "its reading depends on the direction: let it warm up, and check its mounting"},
      {"hysteresis of the actuator", fmt::format("{:.2f} um", 1e6 * sensor.actuator_hysteresis),
       fmt::format("within {:.2f} um (tolerance.actuator)", 1e6 * allowed),
       graded(std::abs(sensor.actuator_hysteresis) <= allowed),
       "widen tolerance.actuator accordingly; faults are then detected later"},
  };
}

Check check_curve_in_use(const RigFile& rig, const CalibratedSensor& sensor) {
  const Scaling scaling = scaling_of(rig);
  double off = 0.0;
  for (const auto& [volts, metres] : sensor.curve)
    off = std::max(off, std::abs(scaling.extension(volts) - metres));
  return {"curve in use", fmt::format("off by {:.2f} um at most", 1e6 * off),
          fmt::format("within {:g} um (tolerance.position_zero + a share of it)",
                      1e6 * (rig.tolerances.position_zero + 0.5 * rig.tolerances.position)),
          graded(off <= rig.tolerances.position_zero + 0.5 * rig.tolerances.position, Grade::other),
          "set rig.calibration to the new one"};
}

Drive still_drive(const RigFile& rig, double rate, double seconds) {
  constexpr double kAtOnce = 1e-3;  // s
  const std::vector<double> commands(static_cast<std::size_t>(seconds * rate), rig.limits.command_safe);
  return within_limits(commands, rig.limits, rate, kAtOnce);
}

Still still(const RigFile& rig, const OpenLoopRecord& record, double rate) {
  const Scaling scaling = scaling_of(rig);
  std::vector<double> volts;
  for (const double force : record.force) volts.push_back(scaling.force_volts(force));
  const Moments all = moments(volts);
  const double middle = 0.5 * static_cast<double>(volts.size() - 1);
  double tt = 0.0, tv = 0.0;
  for (std::size_t k = 0; k < volts.size(); ++k) {
    const double t = (static_cast<double>(k) - middle) / rate;
    tt += t * t;
    tv += t * (volts[k] - all.mean);
  }
  return {all.mean, all.std, tt > 0.0 ? tv / tt : 0.0};
}

std::vector<Check> check_tare(const RigFile& rig, const Still& still, double tolerance) {
  const double force = rig.newton_per_volt * (still.volts - rig.force_zero);
  const double run =
      rig.ramp_time + rig.settle_time + rig.scenario_time;  // s, from the zeroing of a run to its end
  const double drift = rig.newton_per_volt * still.drift;
  return {
      {"force at rest",
       fmt::format("force at rest {:+.3f} N ({:.5f} V), noise {:.3f} N", force, still.volts,
                   rig.newton_per_volt * still.noise),
       fmt::format("tolerance {:.3g} N", tolerance), graded(std::abs(force) <= tolerance),
       fmt::format("if nothing touches the sensor, write rig.force_zero = \"{:.6g} V\" and repeat the check",
                   still.volts)},
      {"drift", fmt::format("{:+.3g} N/s", drift), fmt::format("within {:.3g} N/s", tolerance / run),
       graded(std::abs(drift) * run <= tolerance),
       "reset the charge amplifier, let it warm up, and check its time constant"},
  };
}

ForceLine fit_force(std::span<const double> forces, std::span<const double> volts) {
  const auto n = static_cast<double>(forces.size());
  const double f = std::accumulate(forces.begin(), forces.end(), 0.0) / n;
  const double v = std::accumulate(volts.begin(), volts.end(), 0.0) / n;
  double ff = 0.0, fv = 0.0;
  for (std::size_t i = 0; i < forces.size(); ++i) {
    ff += (forces[i] - f) * (forces[i] - f);
    fv += (forces[i] - f) * (volts[i] - v);
  }
  ForceLine line{ff / fv, 0.0, 0.0};
  line.zero = v - f / line.newton_per_volt;
  for (std::size_t i = 0; i < forces.size(); ++i)
    line.residual =
        std::max(line.residual, std::abs(line.newton_per_volt * (volts[i] - line.zero) - forces[i]));
  return line;
}

std::vector<Check> check_force(const RigFile& rig, const ForceLine& line, double tolerance) {
  return {{"scale",
           fmt::format("{:.4f} N/V, zero {:.6f} V, largest residual {:.3f} N", line.newton_per_volt,
                       line.zero, line.residual),
           fmt::format("{:.4f} N/V +- {:g} %", rig.newton_per_volt, tolerance),
           graded(std::abs(line.newton_per_volt / rig.newton_per_volt - 1.0) <= 0.01 * tolerance),
           fmt::format(
               "if the weights are right, write rig.force_per_volt = \"{:.6g} N V-1\" and repeat the check",
               line.newton_per_volt)}};
}

double allowed_amplitude(const RigFile& rig, const models::RigSetup& scenario, ExcitationSetup setup) {
  setup.std = 1.0;
  const ExcitedMotion unit = excited_motion(scenario.plant.actuator, setup);
  constexpr std::array kItself{instruments::Section{{1.0, 0.0, 0.0}, {1.0, 0.0, 0.0}}};
  const double slew = excited_motion(kItself, setup).velocity;
  const Limits limits = at_rate(rig.limits, setup.rate);
  const double middle = setup.mean * full_stroke(scenario);
  const double room = std::min(limits.extension_max - middle, middle - limits.extension_min);
  return std::min({kMostAmplitude, limits.command_rate / (kPeak * slew),
                   limits.velocity_max / (kPeak * unit.velocity), room / (kPeak * unit.extension),
                   (setup.max - setup.mean) / kPeak, (setup.mean - setup.min) / kPeak});
}

std::vector<instruments::Section> low_passes(const instruments::ChainSetup& sensor) {
  std::vector<instruments::Section> sections;
  for (const auto& stage : sensor.all())
    if (const auto* its = std::get_if<instruments::LowPassSetup>(&stage); its && its->natural_frequency > 0.0)
      sections.push_back(section_of(*its));
  return sections;
}

IdentifySetup identify_setup(const models::RigSetup& scenario, const OpenLoopRecord& record) {
  IdentifySetup setup;
  setup.spectrum.rate = setup.fit.hold_rate = scenario.computer.rate;
  setup.spectrum.segment = std::min(setup.spectrum.segment, std::bit_floor(record.command.size() / 8));
  setup.fit.free_delay = true;  // delay of the converters
  setup.sensor = low_passes(scenario.plant.position_sensor);
  return setup;
}

std::vector<Check> check_fit(const Identification& found) {
  return {{"misfit", fmt::format("{:.2f}", found.fitted.misfit), fmt::format("at most {:g}", kMisfit),
           graded(found.fitted.misfit <= kMisfit, Grade::warning),
           "try more poles, another hold or delay; the actuator may also be nonlinear"}};
}

std::vector<Check> check_plant_in_use(const RigFile& rig, const ModelComparison& comparison) {
  const std::string remedy = "set rig.plant to the new one";
  const double gain = comparison.gain / comparison.gain_in_use - 1.0;
  std::vector<Check> all{{"gain in use", fmt::format("off by {:+.2f} %", 100.0 * gain),
                          fmt::format("within {:g} %", 100.0 * rig.tolerances.actuator),
                          graded(std::abs(gain) <= rig.tolerances.actuator, Grade::other), remedy}};
  for (const auto& [in_use, found] : comparison.poles) {
    const double off = found.frequency / in_use.frequency - 1.0,
                 damping = found.damping / in_use.damping - 1.0;
    all.push_back({fmt::format("pole at {:.0f} rad/s", in_use.frequency),
                   fmt::format("off by {:+.2f} %, damping {:+.1f} %", 100.0 * off, 100.0 * damping),
                   fmt::format("within {:g} % and {:g} %", 100.0 * kResonanceOff, 100.0 * kDampingOff),
                   graded(std::abs(off) <= kResonanceOff && std::abs(damping) <= kDampingOff, Grade::other),
                   remedy});
  }
  return all;
}

}  // namespace hilspace::rig
