// hilspace-rig calibrate: open-loop staircase -> curve of the position sensor, against a laser or a table

#include <fmt/core.h>

#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "command_line.hpp"
#include "core/error.hpp"
#include "exit_codes.hpp"
#include "file_checks.hpp"
#include "results/disk/damaged_file.hpp"
#include "rig/bring_up/open_checks.hpp"
#include "rig/control/calibration.hpp"
#include "rig/files/number_table.hpp"
#include "rig_verbs.hpp"
#include "session.hpp"

namespace hilspace::app {
namespace {

constexpr std::string_view kTableHeading = "command,metres";
constexpr const char* kPurpose = "calibration";

rig::StaircaseSetup staircase_setup(const CommandLine& line, const Session& session) {
  const rig::Limits& limits = session.rig.limits;
  rig::StaircaseSetup stairs;
  stairs.min = limits.command_min;
  stairs.max =
      line.has("highest") ? line.get<double>("highest") : rig::highest_step(session.rig, session.gain());
  if (!(stairs.max > stairs.min && stairs.max <= limits.command_max))
    throw InputError(
        fmt::format("--highest {}: must be above limits.command_min ({}) and at most "
                    "limits.command_max ({})",
                    stairs.max, limits.command_min, limits.command_max));
  stairs.height = line.get<double>("step");
  stairs.dwell = line.get<double>("dwell");
  if (!(stairs.dwell >= 0.01 && stairs.dwell <= 60.0))
    throw InputError(fmt::format("--dwell {}: must be 0.01 to 60 (s)", stairs.dwell));
  if (!(stairs.height >= 1e-3 && stairs.height <= 0.5))
    throw InputError(fmt::format("--step {}: must be 0.001 to 0.5 (of full scale)", stairs.height));
  return stairs;
}

/// Reference of every sample, m; from the table with one line per step.
std::vector<double> from_table(const std::string& path, std::span<const double> commands,
                               const rig::StaircaseSetup& stairs, double rate, std::size_t samples) {
  const auto rows = rig::read_numbers(path, kTableHeading, "enter the measurement of each step");
  if (rows.size() != commands.size())
    throw InputError(fmt::format("{}: has {} lines, but the staircase has {} steps (up and down)", path,
                                 rows.size(), commands.size()));
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (std::abs(rows[i][0] - commands[i]) > 1e-6)
      throw InputError(
          fmt::format("{}: step {} has the command {}, but the staircase has {:.6g}; was it recorded with "
                      "another --step or --highest?",
                      path, i + 1, rows[i][0], commands[i]));
  std::vector<double> reference(samples);
  for (std::size_t k = 0; k < samples; ++k) {
    const auto step = static_cast<std::size_t>(static_cast<double>(k) / (stairs.dwell * rate));
    reference[k] = rows[std::min(step, rows.size() - 1)][1];
  }
  return reference;
}

std::vector<double> from_laser(const rig::RigFile& rig, std::vector<double> volts) {
  for (double& value : volts) value = rig::displacement(rig.laser, value);
  return volts;
}

/// Throws InputError where that is a table with measurements, which another empty one would replace.
void check_not_filled(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);  // the heading
  while (std::getline(file, line)) {
    std::erase_if(line, [](char c) { return c == ' ' || c == '\t' || c == '\r'; });  // as editors leave them
    if (!line.empty() && !line.ends_with(",nan"))
      throw InputError(fmt::format(
          "{}: has been filled in, and is left as it is; give it as --table, or move it elsewhere", path));
  }
}

/// An earlier recording, and when it was made. What is wrong with it is an error of the input.
rig::OpenLoopRecord read_recording(const std::string& recording, const rig::Drive& motion, Session& session) {
  check_readable(recording);
  return reading([&] {
    try {
      session.evidence.recorded_at = rig::recorded_at(recording, session.rig, kPurpose);
      return rig::read_open_loop(recording, motion, session.rig, session.rate());
    } catch (const results::DamagedFile& error) {
      throw InputError(error.found() + "; record the staircase again, without --recording");
    }
  });
}

/// Writes a table without measurements, to be filled in.
void leave_table(const std::string& path, std::span<const double> commands, const std::string& recording) {
  std::vector<std::vector<double>> rows;
  for (const double command : commands) rows.push_back({command, NAN});
  rig::write_numbers(path, kTableHeading, rows);
  fmt::print(
      "no laser is wired (comedi.laser.present) and no --table given: enter the measurement of each step\n"
      "into {}, then give --recording {} --table {}\n",
      path, recording, path);
}

}  // namespace

int calibrate(std::span<const std::string> arguments) {
  CommandLine line(
      "hilspace-rig calibrate STUDY --rig RIG.toml [--step U] [--dwell S] [--table FILE.csv] "
      "[-o CURVE.csv] [--yes]",
      "study file");
  line.example("hilspace-rig calibrate study.toml --rig rig.toml -o curve.csv");
  line.about(
      "Drives the actuator up and down a staircase in an open loop and averages each step: the position\n"
      "sensor's volts against the laser reference (keys laser.* and comedi.laser.* of the rig file), or a\n"
      "table of measured displacements with a line COMMAND,METRES per step. Prints residuals, hysteresis "
      "and\n"
      "drift, and writes the curve for the rig file's rig.calibration. The specimens must not touch.\n"
      "Without laser and table it leaves a recording and a table to be filled in, for --recording.");
  line.option<std::string>("output,o", "CURVE.csv", "the curve: volts,metres; the recording lies beside it",
                           "curve.csv");
  line.option<double>("step", "U", "height, of full scale", 0.05);
  line.option<double>("dwell", "S", "s on each step", 1.0);
  line.option<double>("highest", "U",
                      "highest command, of full scale; default: 90 % of the permitted extension");
  line.option<std::uint64_t>("points", "N", "points of the curve", 11);
  line.option<double>("rate", "HZ", "rate of loop and recording", 10e3);
  line.option<std::string>("table", "FILE.csv", "displacements measured by other means: command,metres");
  line.option<std::string>(
      "recording", "FILE.h5",
      "evaluate the recording of an earlier staircase with the same options; nothing moves");
  add_session_options(line, true);
  if (!line.parse(arguments)) return kDone;

  Session session = open_session(line);
  session.scenario.computer.rate = line.get<double>("rate");
  if (!(session.rate() >= 1e3 && session.rate() <= 200e3))
    throw InputError(fmt::format("--rate {}: must be 1000 to 200000 (Hz)", session.rate()));
  const rig::StaircaseSetup stairs = staircase_setup(line, session);
  check_room(session, stairs.max * session.gain(),
             "move the specimens apart and use --apart, or a lower --highest");
  session.apart = true;
  const auto output = line.get<std::string>("output");
  const auto beside = [&](const char* end) {
    return std::filesystem::path(output).replace_extension(end).string();
  };
  if (line.has("table")) check_readable(line.get<std::string>("table"));
  const std::string recording = line.has("recording") ? line.get<std::string>("recording") : beside(".h5");
  auto in_use = rig::files_of(session.rig);
  in_use.emplace_back(recording);
  if (line.has("table")) in_use.emplace_back(line.get<std::string>("table"));
  check_text_writable(output, rig::kCurveHeading, "-o", in_use);
  const bool has_laser =
      static_cast<rig::Backend>(session.rig.backend) != rig::Backend::comedi || session.rig.has_laser;
  const bool leaves_table = !line.has("table") && !has_laser;
  if (leaves_table) {
    check_text_writable(beside(".steps.csv"), kTableHeading, "the table", in_use);
    check_not_filled(beside(".steps.csv"));
  }

  const std::vector<double> commands = rig::staircase(stairs);
  constexpr double kMostSamples = 3e7;  // that memory holds when they are evaluated
  if (const double samples = static_cast<double>(commands.size()) * stairs.dwell * session.rate();
      !(samples <= kMostSamples))
    throw InputError(fmt::format(
        "--dwell {:g}: {} steps at --rate {:g} are {:.2g} samples, and {:.0e} are evaluated at most; "
        "use a lower --dwell or --rate, or a higher --step",
        stairs.dwell, commands.size(), session.rate(), samples, kMostSamples));
  const auto points = line.get<std::uint64_t>("points");
  if (!(points >= 2 && points <= commands.size()))
    throw InputError(
        fmt::format("--points {}: must be 2 to {}, the steps up and down", points, commands.size()));
  const rig::Drive motion = rig::staircase_drive(session.rig, stairs, session.rate());
  std::optional<rig::OpenLoopRecord> record;
  if (line.has("recording")) {
    record = read_recording(recording, motion, session);
  } else {
    int code = kDone;
    record = drive(session, kPurpose, motion, recording, code, stairs.max * session.gain());
    if (!record) return code;
  }

  if (leaves_table) {
    leave_table(beside(".steps.csv"), commands, recording);
    return kDone;
  }
  const auto reference = line.has("table") ? from_table(line.get<std::string>("table"), commands, stairs,
                                                        session.rate(), record->position_volts.size())
                                           : from_laser(session.rig, record->laser_volts);
  const rig::CalibratedSensor sensor =
      rig::calibrate(rig::average_steps(stairs, session.rate(), record->position_volts, reference), points);
  std::vector<std::vector<double>> rows;
  for (const auto& [volts, metres] : sensor.curve) rows.push_back({volts, metres});
  rig::write_numbers(output, rig::kCurveHeading, rows);
  fmt::print("{}curve {}, recording {}; rig.calibration = \"{}\" in the rig file has it used\n",
             rig::text(sensor), output, recording, output);
  auto checks = rig::check_sensor(session.rig, sensor, session.gain());
  checks.push_back(rig::check_curve_in_use(session.rig, sensor));
  return end_of(rig::Step::calibrate, session, checks,
                std::array<std::filesystem::path, 2>{output, recording},
                {{"curve", output}, {"residuals", rig::text(sensor)}});
}

}  // namespace hilspace::app
