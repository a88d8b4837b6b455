#include "unit/rig/bring_up/bring_up.hpp"

#include <array>
#include <cmath>

#include "core/error.hpp"
#include "results/format/column.hpp"
#include "rig/arming/armed_loop.hpp"
#include "rig/arming/expect.hpp"
#include "rig/arming/open_rig.hpp"
#include "rig/arming/stepped_run.hpp"
#include "rig/bring_up/closed_checks.hpp"
#include "rig/bring_up/open_checks.hpp"
#include "rig/bring_up/prove.hpp"
#include "study/study.hpp"
#include "support/repository.hpp"

namespace hilspace::rig::test {
namespace {

const std::string kFolder = hilspace::test::repository() + "/studies/";

const study::Study& published() {
  static const std::array twin{study::Override{"rig.twin", "controlled"}};
  static const study::Study study =
      study::load(kFolder + "13-rig-twin/published.toml", twin, results::known_metrics());
  return study;
}

/// A rig on the bench, for a sequence of verbs.
class Bench {
 public:
  Bench(const RigFile& rig, std::uint64_t index, std::uint64_t seed)
      : rig_(rig),
        hardware_(study::rig_setup(published(), index)),
        scenario_(as_the_rig_has_it(rig, hardware_)),
        index_(index),
        seed_(seed) {}

  std::vector<Check> selftest() {
    const double touch = scenario_.computer.air_gap + scenario_.computer.offset;
    const double there = rig_.limits.command_safe + std::min(10e-6, 0.5 * touch) / full_stroke(scenario_);
    const auto record = driven(selftest_drive(rig_, rate(), there), false, rate());
    std::vector<Check> all = check_selftest(rig_, scenario_, record, 10.0);
    OpenRig open = open_rig(opening(false));
    const Proof stop =
        prove_stop(open, loop_setup(rig_, scenario_.computer), 0.05, [](const std::string&) {});
    all.push_back({"stop button", stop.seen, "", graded(stop.holds)});
    return all;
  }
  std::vector<Check> calibrate() {
    constexpr double kRate = 10e3;
    StaircaseSetup stairs{rig_.limits.command_min, highest_step(rig_, full_stroke(scenario_)), 0.1, 0.02};
    const auto record =
        driven(staircase_drive(rig_, stairs, kRate), true, kRate, stairs.max * full_stroke(scenario_));
    std::vector<double> reference;
    for (const double volts : record.laser_volts) reference.push_back(displacement(rig_.laser, volts));
    const CalibratedSensor sensor =
        rig::calibrate(average_steps(stairs, kRate, record.position_volts, reference), 6);
    std::vector<Check> all = check_sensor(rig_, sensor, full_stroke(scenario_));
    all.push_back(check_curve_in_use(rig_, sensor));
    return all;
  }
  std::vector<Check> calibrate_force() {
    std::vector<double> forces, volts;
    for (const double mass : {0.0, 20.0, 50.0, 0.0}) {
      load_ = 9.80665 * mass;
      forces.push_back(load_);
      volts.push_back(looked_at(0.05).volts);
    }
    load_ = 0.0;
    return check_force(rig_, fit_force(forces, volts), 1.0);
  }
  std::vector<Check> tare() {
    return check_tare(rig_, looked_at(0.3), 0.25 * scenario_.computer.force_threshold);
  }
  std::vector<Check> identify() {
    ExcitationSetup noise;
    noise.duration = 1.0;
    noise.rate = rate();
    noise.seed = seed_;
    noise.min = rig_.limits.command_min;
    noise.max = rig_.limits.command_max;
    noise.std = allowed_amplitude(rig_, scenario_, noise);
    const auto record =
        driven(within_limits(excitation(noise), rig_.limits, rate(), rig_.ramp_time), true, rate(),
               noise.mean * full_stroke(scenario_) +
                   6.0 * excited_motion(scenario_.plant.actuator, noise).extension);
    const Identification found =
        rig::identify(record.each_period(record.command), record.each_period(record.position),
                      identify_setup(scenario_, record));
    std::vector<Check> all = check_fit(found);
    const auto in_use = check_plant_in_use(rig_, compare(found, scenario_.plant.actuator));
    all.insert(all.end(), in_use.begin(), in_use.end());
    return all;
  }
  std::vector<Check> verify() {
    const double farthest = 2.0 / 3.0 * rig_.limits.extension_max;
    std::vector<Check> all;
    const AirLoop approach = approach_in_air(rig_, scenario_, farthest),
                  step = stepping_in_air(rig_, scenario_, farthest);
    all = check_approach(rig_, scenario_, closed(approach, true), predicted(approach), 2e-6);
    const auto more = check_stepping(rig_, closed(step, true), predicted(step), 2e-6);
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
  std::vector<Check> touch_off() {
    const double beyond = beyond_touch(rig_, scenario_);
    const AirLoop loop = touching(rig_, scenario_, 1e-3, beyond, 300.0);
    std::vector<Onset> touches;
    for (int i = 0; i < 5; ++i) touches.push_back(onset(closed(loop, false)));
    return check_touch(scenario_, median(touches), beyond, 3e-6);
  }

 private:
  double rate() const { return scenario_.computer.rate; }
  Opening opening(bool apart) {
    return {rig_, scenario_, hardware_.plant, {seed_, ++verbs_}, "", "", index_, {}, apart, load_};
  }
  ClosedLoopRecord closed(const AirLoop& air, bool apart) {
    const OpenRig open = open_rig(opening(apart));
    const SteppedRun run = run_stepped(*open.daq, air.loop);
    require_done(run.report);
    ClosedLoopRecord record = closed_loop_record(run.records, rig_);
    record.report.loop = run.report;
    return record;
  }
  ClosedLoopRecord predicted(const AirLoop& air) {
    ClosedLoopRecord twin = predict_closed_loop(rig_, air.scenario, air.loop, true);
    if (twin.report.loop.trip) throw std::logic_error("the twin itself trips");
    return twin;
  }
  /// Without contact up to that extension, under the corresponding limits; 0: the rig's.
  OpenLoopRecord driven(const Drive& drive, bool apart, double rate, double farthest = 0.0) {
    const OpenRig open = open_rig(opening(apart));
    LoopSetup loop = loop_setup(rig_, scenario_.computer);
    loop.computer.rate = rate;
    loop.rest_time = 0.05;
    loop.drive = drive.commands;
    if (farthest > 0.0) loop.limits = limits_in_air(rig_, scenario_, farthest);
    loop.limits = at_rate(loop.limits, rate);
    const SteppedRun run = run_stepped(*open.daq, loop);
    require_done(run.report);
    OpenLoopRecord record = open_loop_record(run.records, drive, rig_, rate);
    record.report.loop = run.report;
    return record;
  }
  Still looked_at(double seconds) {
    return still(rig_, driven(still_drive(rig_, rate(), seconds), true, rate()), rate());
  }
  static void require_done(const LoopReport& report) {
    if (report.trip) throw RunError("tripped: " + std::string(named(report.trip.fault).name));
  }

  const RigFile& rig_;
  models::RigSetup hardware_, scenario_;
  std::uint64_t index_, seed_, verbs_ = 0;
  double load_ = 0.0;
};

double between(double least, double most, double amount) { return least + amount * (most - least); }
/// 1 + something, or its inverse.
double scaled(double least, double most, double amount, bool other) {
  const double factor = 1.0 + between(least, most, amount);
  return other ? 1.0 / factor : factor;
}
double signed_amount(double least, double most, double amount, bool other) {
  return (other ? -1.0 : 1.0) * between(least, most, amount);
}

}  // namespace

Complaint bring_up(const RigFile& rig, std::uint64_t scenario, std::uint64_t seed, std::string_view only) {
  Bench bench(rig, scenario, seed);
  using Verb = std::vector<Check> (Bench::*)();
  for (const auto& [name, verb] : {std::pair<const char*, Verb>{"selftest", &Bench::selftest},
                                   {"calibrate", &Bench::calibrate},
                                   {"calibrate-force", &Bench::calibrate_force},
                                   {"tare", &Bench::tare},
                                   {"identify", &Bench::identify},
                                   {"verify", &Bench::verify},
                                   {"touch-off", &Bench::touch_off}})
    try {
      if (!only.empty() && only != name) continue;
      Complaint complaint;
      for (const Check& check : (bench.*verb)())
        if (check.grade >= Grade::other) complaint.what += check.what + ": " + check.seen + "; ";
      if (complaint.what.empty()) continue;
      complaint.verb = name;
      return complaint;
    } catch (const InputError& error) {
      return {name, error.what()};
    } catch (const RunError& error) {
      return {name, error.what()};
    }
  return {};
}

RigFile rig_file() { return load_rig(kFolder + "15-rig-campaign/in-process.toml"); }

const std::vector<Wrong>& wrongs() {
  static const std::vector<Wrong> all{
      {"amplifier: gain",
       [](RigFile& r, double a, bool o) { r.truth.command.gain *= scaled(0.08, 1.0, a, o); }},
      {"amplifier: sign", [](RigFile& r, double, bool) { r.truth.command.gain *= -1.0; }},
      {"amplifier: off", [](RigFile& r, double, bool) { r.truth.command.gain = 0.0; }},
      {"amplifier: offset",
       [](RigFile& r, double a, bool o) { r.truth.command.offset += signed_amount(0.2, 1.0, a, o); }},
      {"amplifier: drift",
       [](RigFile& r, double a, bool o) { r.truth.command.drift += signed_amount(1.0, 5.0, a, o); }},
      {"position: gain",
       [](RigFile& r, double a, bool o) { r.truth.position.gain *= scaled(0.03, 1.0, a, o); }},
      {"position: sign", [](RigFile& r, double, bool) { r.truth.position.gain *= -1.0; }},
      {"position: dead", [](RigFile& r, double, bool) { r.truth.position.gain = 0.0; }},
      {"position: zero",
       [](RigFile& r, double a, bool o) { r.truth.position.offset += signed_amount(0.15, 2.0, a, o); }},
      {"position: drift",
       [](RigFile& r, double a, bool o) { r.truth.position.drift += signed_amount(0.5, 5.0, a, o); }},
      {"force: gain", [](RigFile& r, double a, bool o) { r.truth.force.gain *= scaled(0.03, 4.0, a, o); }},
      {"force: sign", [](RigFile& r, double, bool) { r.truth.force.gain *= -1.0; }},
      {"force: dead", [](RigFile& r, double, bool) { r.truth.force.gain = 0.0; }},
      {"force: zero",
       [](RigFile& r, double a, bool o) { r.truth.force.offset += signed_amount(8e-3, 0.15, a, o); }},
      {"force: drift",
       [](RigFile& r, double a, bool o) { r.truth.force.drift += signed_amount(0.03, 1.0, a, o); }},
      {"inputs exchanged", [](RigFile& r, double, bool) { r.truth.inputs_exchanged = true; }},
      {"stop not wired", [](RigFile& r, double, bool) { r.truth.stop_wired = false; }},
      {"relay not wired", [](RigFile& r, double, bool) { r.truth.relay_wired = false; }},
      {"gap", [](RigFile& r, double a, bool o) { r.gap_error += signed_amount(5e-6, 28e-6, a, o); }},
      {"specimens missing", [](RigFile& r, double, bool) { r.gap_error += 1e-3; }},
      {"resonance", [](RigFile& r, double a, bool o) { r.truth.resonance *= scaled(0.07, 0.4, a, o); }},
      {"damping", [](RigFile& r, double a, bool o) { r.truth.damping *= scaled(0.8, 3.0, a, o); }},
      {"hysteresis", [](RigFile& r, double a, bool) { r.truth.hysteresis = between(0.1, 0.3, a); }},
  };
  return all;
}

RigFile healthy(const RandomStream& random) {
  std::uint64_t k = 100;
  const auto within = [&](double most) { return most * (2.0 * random.uniform(k++) - 1.0); };
  RigFile rig = rig_file();
  RigTruth& truth = rig.truth;
  truth.command.gain = 1.0 + within(0.02);
  truth.command.offset = within(0.02);
  truth.position.gain = 1.0 + within(4e-3);
  truth.position.offset = within(0.02);
  truth.position.drift = within(0.02);
  truth.force.gain = 1.0 + within(5e-3);
  truth.force.offset = within(3e-3);
  truth.force.drift = within(5e-3);
  truth.resonance = 1.0 + within(0.02);
  truth.damping = 1.0 + within(0.15);
  truth.hysteresis = 0.01 * random.uniform(k++);
  rig.gap_error = within(1e-6);
  return rig;
}

}  // namespace hilspace::rig::test
