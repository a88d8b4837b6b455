#include "rig/files/rig_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/error.hpp"
#include "rig/files/limit_fields.hpp"
#include "rig/files/number_table.hpp"
#include "rig/files/old_keys.hpp"
#include "rig/files/section_file.hpp"
#include "study/notation/sha256.hpp"

namespace hilspace::rig {
namespace {

/// Upper bound of each part of a run, s.
constexpr double kLongest = kLongestScenario;

constexpr double kDeepest = 0.2;         // of the stroke, below rest
constexpr double kLongestSilence = 0.1;  // s, of a loop on real hardware before its guard fires
constexpr double kLongestRetreat = 0.1;  // s, over the full scale, on real hardware

void add_channel(std::vector<Field>& list, const std::string& name, WiredChannel& channel) {
  list.push_back({name + ".subdevice", "1", &channel.subdevice, "subdevice of the Comedi device"});
  list.push_back({name + ".channel", "1", &channel.channel, "channel of the subdevice"});
  list.push_back({name + ".range", "1", &channel.range, "place in the channel's list of ranges"});
  list.push_back({name + ".reference", "1", Choice{kReferences, &channel.reference},
                  "analogue reference of the voltage"});
}
void add_line(std::vector<Field>& list, const std::string& name, WiredLine& line) {
  list.push_back({name + ".present", "1", &line.present, "whether it is wired"});
  list.push_back({name + ".subdevice", "1", &line.subdevice, "digital subdevice of the Comedi device"});
  list.push_back({name + ".channel", "1", &line.channel, "line of the subdevice"});
  list.push_back(
      {name + ".active_low", "1", &line.active_low, "whether the signal is active at the low level"});
}

std::vector<Field> uncertainties(RigFile& rig) {
  Uncertainties& u = rig.uncertainties;
  return {
      {"uncertainty.gap", "m", &u.gap, "standard uncertainty of the air gap", 0.0},
      {"uncertainty.position_scale", "1", &u.position_scale,
       "standard uncertainty of the position sensor's scale, share", 0.0},
      {"uncertainty.force_scale", "1", &u.force_scale,
       "standard uncertainty of the force sensor's scale, share", 0.0},
      {"uncertainty.temperature", "K", &u.temperature,
       "standard uncertainty of the change of temperature since specimens and gap were measured", 0.0},
      {"uncertainty.stiffness_per_kelvin", "K-1", &u.stiffness_per_kelvin,
       "change of the specimens' stiffness per kelvin, share"},
      {"uncertainty.gap_per_kelvin", "m K-1", &u.gap_per_kelvin, "change of the gap per kelvin"},
  };
}

/// Content of a file that the rig file names; empty when unreadable, which its reader reports.
std::string content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// Place of a key in the file, or of the longest part of its path that exists.
study::Location place_of(const study::Table& root, std::string_view key) {
  const auto dot = key.find('.');
  const study::Entry* entry = study::find(root, key.substr(0, dot));
  if (entry == nullptr) return {};
  const auto* inner = entry->value.as<study::Table>();
  return inner != nullptr && dot != std::string_view::npos ? place_of(*inner, key.substr(dot + 1))
                                                           : entry->value.place;
}

/// Neither loop nor guard may ramp for long. `ordered` as in check().
template <class Ordered>
void check_rates(const RigFile& rig, const Ordered& ordered) {
  const double full = std::abs(full_volts(rig));
  if (full == 0.0) return;
  const bool real = static_cast<Backend>(rig.backend) == Backend::comedi;
  const bool emulated = static_cast<Backend>(rig.backend) == Backend::emulated;
  const double speed = emulated ? std::min(rig.speed, 1.0) : 1.0;  // slow motion takes the machine's time
  const double longest = real ? kLongestRetreat : kLongestRamp * speed;
  const std::string why =
      real          ? "in which the specimens are pressed"
      : speed < 1.0 ? fmt::format("at emulated.speed = {:g} and the highest real-time priority", speed)
                    : "at the highest real-time priority";
  for (const auto& [key, rate] : {std::pair{"limits.command_rate", rig.command_rate},
                                  std::pair{"limits.retreat_rate", rig.retreat_rate}})
    ordered(
        rate >= (1.0 - 1e-9) * full / longest,
        fmt::format("{} = {:.6g} V/s must be at least {:.6g} V/s{}: the way to the safe command, {:g} V at "
                    "most and never faster than that, would take more than {:g} s, {}",
                    key, rate, std::ceil(1e3 * full / longest) * 1e-3, real ? " on real hardware" : "", full,
                    longest / speed, why),
        "rig.command_full");
}

/// Checks the values against each other and against the machine. A finding begins with a key and gives that
/// key's place in the file, or else the place of `other`.
void check(const RigFile& rig, const study::Table& root, study::Findings& findings) {
  const Limits& l = rig.limits;
  const auto ordered = [&](bool good, std::string_view what, std::string_view other = "") {
    if (good) return;
    study::Location place = place_of(root, what.substr(0, what.find_first_of(" :")));
    if (place.line == 0 && !other.empty()) place = place_of(root, other);
    findings.add(place, std::string(what));
  };
  const auto cores = static_cast<std::uint32_t>(std::max(::sysconf(_SC_NPROCESSORS_CONF), 1L));
  ordered(rig.core == kAnyCore || rig.core < cores,
          fmt::format("loop.core = {}: this machine has the cores 0 to {}; {} takes any", rig.core, cores - 1,
                      kAnyCore));
  ordered(l.command_min < l.command_max, "limits.command_min must be below limits.command_max",
          "limits.command_max");
  ordered(l.command_max <= 1.0, "limits.command_max must be at most 1, which is full scale");
  ordered(l.extension_min < l.extension_max, "limits.extension_min must be below limits.extension_max",
          "limits.extension_max");
  ordered(l.extension_max <= l.stroke, "limits.extension_max must be at most limits.stroke", "limits.stroke");
  ordered(
      l.extension_min >= -kDeepest * l.stroke,
      fmt::format("limits.extension_min = {:.6g} m must not be below {:.6g} m, a fifth of limits.stroke: a "
                  "pull of more tears the stack; correct the number, or its unit",
                  l.extension_min, -kDeepest * l.stroke),
      "limits.stroke");
  ordered(l.force_min < l.force_max, "limits.force_min must be below limits.force_max", "limits.force_max");
  ordered(l.force_max < l.blocking_force, "limits.force_max must be below limits.blocking_force",
          "limits.blocking_force");
  ordered(rig.real_time || static_cast<Backend>(rig.backend) != Backend::comedi,
          "loop.real_time must be true on real hardware", "rig.backend");
  ordered(rig.guard_silence <= kLongestSilence || static_cast<Backend>(rig.backend) != Backend::comedi,
          fmt::format(
              "loop.guard_silence = {:.6g} s must be at most {:.6g} s on real hardware: for so long a loop "
              "that hangs may press the specimens",
              rig.guard_silence, kLongestSilence),
          "rig.backend");
  check_rates(rig, ordered);
  if (static_cast<Backend>(rig.backend) == Backend::comedi)
    for (const LimitField& limit : kLimitFields)
      ordered(
          l.*limit.member != 0.0 || std::ranges::find(kMayBeOff, limit.member) == kMayBeOff.end(),
          fmt::format("limits.{} = 0 switches its check off, which is for emulated rigs only; remove the key "
                      "(its default is {:g} s), or write the time that you mean",
                      limit.name, Limits{}.*limit.member),
          "rig.backend");
  ordered(rig.command_zero >= 0.0,
          "rig.command_zero must be 0 V or more: a negative voltage depolarises the stack");
  if (static_cast<Backend>(rig.backend) == Backend::comedi)
    for (const auto& [line, wired] :
         {std::pair{"stop", rig.stop.present}, std::pair{"relay", rig.relay.present},
          std::pair{"heartbeat", rig.heartbeat.present}})
      ordered(wired,
              fmt::format("comedi.{}.present must be true on real hardware: wire the line and configure it",
                          line),
              "rig.backend");
  ordered(rig.command_full > rig.command_zero,
          "rig.command_full must be above rig.command_zero: otherwise the loop's sign is reversed",
          "rig.command_zero");
  ordered(rig.newton_per_volt > 0.0,
          "rig.force_per_volt must be above 0: a push is positive; swap the sensor's polarity");
  ordered(rig.laser.volts_min != rig.laser.volts_max && rig.laser.distance_min != rig.laser.distance_max,
          "laser.volts_min, laser.distance_min: the ends of the laser's range must differ, in volts and in "
          "distance",
          "laser");
}

/// `file` relative to the rig file.
std::string beside(const RigFile& rig, const std::string& file) {
  return (std::filesystem::path(rig.path).parent_path() / file).string();
}

/// Reports a folder where a file is expected, and vice versa.
void check_files(const RigFile& rig, const study::Table& root, study::Findings& findings) {
  namespace fs = std::filesystem;
  std::error_code none;  // a missing file is reported by its reader
  const auto refuse = [&](const char* key, const std::string& file, const char* what) {
    findings.add(place_of(root, key), fmt::format("{} = {}: {}", key, study::toml_string(file), what));
  };
  for (const auto& [key, file] :
       {std::pair{"rig.calibration", &rig.calibration}, std::pair{"rig.controller", &rig.controller_file},
        std::pair{"rig.prefilter", &rig.prefilter_file}, std::pair{"rig.plant", &rig.plant_file}})
    if (!file->empty() && fs::is_directory(beside(rig, *file), none))
      refuse(key, *file, "is a folder; name a file");
  if (!rig.soft_calibration.empty() && fs::is_directory(rig.soft_calibration, none))
    refuse("comedi.calibration", rig.soft_calibration, "is a folder; name a file");
  const fs::file_status records = fs::status(beside(rig, rig.records), none);
  if (!rig.records.empty() && fs::exists(records) && !fs::is_directory(records))
    refuse("rig.records", rig.records, "is a file; name a folder for the records of commissioning");
}

}  // namespace

std::vector<Field> fields(RigFile& rig) {
  std::vector<Field> list{
      {"rig.backend", "1", Choice{kBackends, &rig.backend}, "what the loop drives"},
      {"rig.command_zero", "V", &rig.command_zero, "volts of command 0"},
      {"rig.command_full", "V", &rig.command_full, "volts of command 1, full scale"},
      {"rig.force_per_volt", "N V-1", &rig.newton_per_volt, "force that a volt of the force sensor means"},
      {"rig.force_zero", "V", &rig.force_zero, "volts of the force sensor without force"},
      {"rig.calibration", "1", &rig.calibration,
       "file of the position sensor's curve; empty: 10 V is 300 um"},
      {"rig.controller", "1", &rig.controller_file,
       "file of the controller's sections; empty: the published one"},
      {"rig.prefilter", "1", &rig.prefilter_file, "file of the prefilter's sections; empty: the study's"},
      {"rig.plant", "1", &rig.plant_file,
       "file of the identified actuator's sections; empty: the published ones"},
      {"rig.records", "1", &rig.records,
       "folder of the commissioning records, which run requires; empty: none"},
      {"laser.volts_min", "V", &rig.laser.volts_min, "laser reference at distance_min"},
      {"laser.volts_max", "V", &rig.laser.volts_max, "laser reference at distance_max"},
      {"laser.distance_min", "m", &rig.laser.distance_min, "distance at volts_min"},
      {"laser.distance_max", "m", &rig.laser.distance_max, "distance at volts_max"},
      {"loop.ramp_time", "s", &rig.ramp_time, "duration of the ramp to the offset and back", 1e-3, kLongest},
      {"loop.settle_time", "s", &rig.settle_time, "settling time at the offset", 1e-3, kLongest},
      {"loop.scenario_time", "s", &rig.scenario_time, "maximum duration of a scenario", 1e-3, kLongest},
      {"loop.after_time", "s", &rig.after_time, "recorded after separation, or after a trip", 0.0, kLongest},
      {"loop.core", "1", &rig.core, "the loop's own core; 999: any"},
      {"loop.real_time", "1", &rig.real_time, "false: an emulated rig may run without"},
      {"loop.priority", "1", &rig.priority, "of SCHED_FIFO, 1 to 99", 1.0, 99.0},
      {"loop.guard_silence", "s", &rig.guard_silence,
       "after which the guard forces the safe value, and the loop gives up a silent guard", 1e-3, kLongest},
      {"loop.reference_max", "m", &rig.reference_max, "largest demanded extension", 0.0},
      {"loop.gain_margin_min", "1", &rig.gain_margin_min, "smallest gain margin with which a loop is armed",
       1.0},
      {"comedi.device", "1", &rig.device, "file of the device"},
      {"comedi.calibration", "1", &rig.soft_calibration,
       "file of comedi_soft_calibrate; empty: nominal ranges"},
      {"emulated.memory", "1", &rig.memory, "name of the shared memory"},
      {"emulated.stiffness", "N m-1", &rig.plant_stiffness, "of the emulated actuator; 0: as in the study",
       0.0},
      {"emulated.gap_error", "m", &rig.gap_error, "error of its gap with respect to the study"},
      {"emulated.force_gain", "1", &rig.truth.force.gain,
       "gain of its force sensor, relative to the rig file"},
      {"emulated.force_offset", "V", &rig.truth.force.offset, "offset of its force sensor"},
      {"emulated.force_drift", "V s-1", &rig.truth.force.drift, "drift of its force sensor"},
      {"emulated.position_gain", "1", &rig.truth.position.gain,
       "gain of its position sensor, relative to the rig file"},
      {"emulated.position_offset", "V", &rig.truth.position.offset, "offset of its position sensor"},
      {"emulated.position_drift", "V s-1", &rig.truth.position.drift, "drift of its position sensor"},
      {"emulated.command_gain", "1", &rig.truth.command.gain,
       "gain of its amplifier, relative to the rig file"},
      {"emulated.command_offset", "V", &rig.truth.command.offset, "offset of its amplifier"},
      {"emulated.command_drift", "V s-1", &rig.truth.command.drift, "drift of its amplifier"},
      {"emulated.inputs_exchanged", "1", &rig.truth.inputs_exchanged,
       "true: position and force sensor are connected to each other's input"},
      {"emulated.hysteresis", "1", &rig.truth.hysteresis, "hysteresis of its stack, of full scale", 0.0},
      {"emulated.resonance", "1", &rig.truth.resonance, "factor on the frequencies of its actuator", 1e-3},
      {"emulated.damping", "1", &rig.truth.damping, "factor on the damping of its actuator", 0.0},
      {"emulated.stop_wired", "1", &rig.truth.stop_wired, "false: its stop button does not reach the input"},
      {"emulated.relay_wired", "1", &rig.truth.relay_wired, "false: the input always reads a closed relay"},
      {"emulated.speed", "1", &rig.speed, "of the emulated rig's time; below 1: slow motion", 1e-3, 1e3,
       "no machine keeps pace"},
  };
  for (const auto& some : {limit_fields(rig), tolerance_fields(rig), uncertainties(rig)})
    list.insert(list.end(), some.begin(), some.end());
  add_channel(list, "comedi.position", rig.position_in);
  add_channel(list, "comedi.force", rig.force_in);
  add_channel(list, "comedi.command", rig.command_out);
  add_channel(list, "comedi.laser", rig.laser_in);
  list.push_back({"comedi.laser.present", "1", &rig.has_laser, "whether a laser reference is wired"});
  add_line(list, "comedi.heartbeat", rig.heartbeat);
  add_line(list, "comedi.stop", rig.stop);
  add_line(list, "comedi.relay", rig.relay);
  for (const auto& [instrument, text] : kRecordedInstruments)
    list.push_back({"instruments." + std::string(instrument), "1", &(rig.*text),
                    "make, serial number and settings, for the recordings"});
  return list;
}

RigFile parse_rig(std::string_view text, const std::string& name) {
  study::Findings findings(name);
  RigFile rig;
  rig.path = name;
  const std::vector<Field> keys = fields(rig);
  study::Table root = study::read_document(text, findings);
  rig.notes = take_old_keys(root);
  read_fields(root, keys, {}, findings);
  if (rig.command_zero != rig.command_full) {
    const Scaling scaling = scaling_of(rig);
    const double full = std::abs(rig.command_full - rig.command_zero);
    rig.limits.command_rate = rig.command_rate / full;
    rig.limits.retreat_rate = rig.retreat_rate / full;
    rig.limits.command_safe =
        std::min(std::max(scaling.command(0.0), rig.limits.command_min), rig.limits.command_max);
  }
  check(rig, root, findings);
  check_files(rig, root, findings);
  findings.throw_if_any();
  rig.resolved = text_of(keys);
  const auto hash = [&](const char* key, const std::string& path) {
    rig.resolved += fmt::format("# {}: sha256 {}\n", key, study::sha256(content(path)));
  };
  const auto named = [&](const char* key, const std::string& file) {
    std::string path = beside(rig, file);
    hash(key, path);
    return path;
  };
  if (!rig.calibration.empty()) rig.position = load_curve(named("rig.calibration", rig.calibration));
  if (!rig.controller_file.empty())
    rig.controller = load_sections(named("rig.controller", rig.controller_file), SectionRole::controller);
  if (!rig.prefilter_file.empty())
    rig.prefilter = load_sections(named("rig.prefilter", rig.prefilter_file), SectionRole::prefilter);
  if (!rig.plant_file.empty())
    rig.plant = load_sections(named("rig.plant", rig.plant_file), SectionRole::plant);
  if (!rig.soft_calibration.empty()) hash("comedi.calibration", rig.soft_calibration);
  if (!rig.records.empty())
    rig.records = (std::filesystem::path(name).parent_path() / rig.records).lexically_normal().string();
  return rig;
}

std::vector<std::filesystem::path> files_of(const RigFile& rig) {
  std::vector<std::filesystem::path> files;
  if (!rig.path.empty()) files.emplace_back(rig.path);
  for (const std::string* file :
       {&rig.calibration, &rig.controller_file, &rig.prefilter_file, &rig.plant_file})
    if (!file->empty()) files.emplace_back(beside(rig, *file));
  if (!rig.soft_calibration.empty()) files.emplace_back(rig.soft_calibration);
  return files;
}

std::string text_for_another(const RigFile& rig) {
  RigFile told = rig;
  for (std::string* file : {&told.calibration, &told.controller_file, &told.prefilter_file, &told.plant_file})
    file->clear();
  return text_of(fields(told));
}

RigFile load_rig(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file || std::filesystem::is_directory(path))
    throw InputError(path + ": cannot be read; does the file exist?");
  std::ostringstream text;
  text << file.rdbuf();
  return parse_rig(text.str(), path);
}

std::vector<instruments::CurvePoint> load_curve(const std::string& path) {
  std::vector<instruments::CurvePoint> curve;
  for (const auto& row : read_numbers(path, kCurveHeading, "hilspace-rig calibrate writes a calibration"))
    curve.push_back({row[0], row[1]});
  if (curve.size() < 2) throw InputError(path + ": holds fewer than two points");
  for (std::size_t i = 1; i < curve.size(); ++i)
    if (!(curve[i].input > curve[i - 1].input) || !(curve[i].output > curve[i - 1].output))
      throw InputError(fmt::format(
          "{}: point {}: volts and metres must increase monotonically; if a sensor's reading falls with "
          "extension, swap its polarity and calibrate again",
          path, i + 1));
  return curve;
}

Scaling scaling_of(const RigFile& rig) {
  Scaling scaling;
  scaling.command_zero = rig.command_zero;
  scaling.command_full = rig.command_full;
  scaling.newton_per_volt = rig.newton_per_volt;
  scaling.force_zero = rig.force_zero;
  scaling.laser = rig.laser;
  if (!rig.position.empty()) scaling.position = rig.position;
  return scaling;
}

SafeOutput safe_output(const RigFile& rig, double speed) {
  return {scaling_of(rig).command_volts(rig.limits.command_safe),
          std::min(rig.retreat_rate, rig.command_rate) * speed,
          kRetreatPerWrite * full_volts(rig),
          {}};
}

}  // namespace hilspace::rig
