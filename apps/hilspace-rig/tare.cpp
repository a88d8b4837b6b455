// hilspace-rig tare, calibrate-force: reading of the unloaded force sensor, and with known weights

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <array>

#include "command_line.hpp"
#include "core/error.hpp"
#include "exit_codes.hpp"
#include "rig/bring_up/open_checks.hpp"
#include "rig_verbs.hpp"
#include "session.hpp"

namespace hilspace::app {
namespace {

constexpr double kGravity = 9.80665;  // m/s^2

/// The force sensor while the actuator stays at the safe command for that many s. Empty: see `code`.
std::optional<rig::Still> stay(const Session& session, const std::string& purpose, double seconds,
                               const std::string& recording, int& code) {
  const auto record =
      drive(session, purpose, rig::still_drive(session.rig, session.rate(), seconds), recording, code);
  if (!record) return std::nullopt;
  return rig::still(session.rig, *record, session.rate());
}

double seconds_of(const CommandLine& line) {
  const double seconds = line.get<double>("seconds");
  if (!(seconds >= 0.05 && seconds <= 600.0))
    throw InputError(fmt::format("--seconds {}: must be 0.05 to 600", seconds));
  return seconds;
}

std::vector<double> weights_of(const std::string& text) {
  std::vector<double> weights;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t comma = std::min(text.find(',', at), text.size());
    const std::string word = text.substr(at, comma - at);
    std::size_t end = 0;
    double weight = NAN;
    try {
      weight = std::stod(word, &end);
    } catch (const std::exception&) {  // reported below
    }
    if (!(weight >= 0.0) || end != word.size())
      throw InputError(
          fmt::format("--weights {}: '{}' is not a mass in kg; write a list such as 0,1,2", text, word));
    weights.push_back(weight);
    at = comma + 1;
  }
  const auto [least, most] = std::ranges::minmax(weights);
  if (weights.size() < 3 || !(most > least))
    throw InputError(fmt::format("--weights {}: at least three masses, including 0", text));
  return weights;
}

}  // namespace

int tare(std::span<const std::string> arguments) {
  CommandLine line("hilspace-rig tare STUDY --rig RIG.toml [--seconds S] [-o FILE.h5] [--yes]", "study file");
  line.example("hilspace-rig tare study.toml --rig rig.toml");
  line.about(
      "Reads the unloaded force sensor, and checks whether rig.force_zero of the rig file "
      "is\n"
      "its reading. Exit code 1: it is not; the output gives the correct value.");
  line.option<std::string>("output,o", "FILE.h5", "recording", "tare.h5");
  line.option<double>("seconds", "S", "duration of the measurement", 0.5);
  line.option<double>(
      "tolerance", "N",
      "tolerance of the force at rest; default: a quarter of the contact-detection threshold");
  add_session_options(line, true);
  if (!line.parse(arguments)) return kDone;
  const Session session = open_session(line);
  const double tolerance = tolerance_of(line, 0.25 * session.scenario.computer.force_threshold);
  int code = kDone;
  const std::string recording = line.get<std::string>("output");
  const auto still = stay(session, "tare", seconds_of(line), recording, code);
  if (!still) return code;
  return end_of(rig::Step::tare, session, rig::check_tare(session.rig, *still, tolerance),
                std::array<std::filesystem::path, 1>{recording});
}

int calibrate_force(std::span<const std::string> arguments) {
  CommandLine line(
      "hilspace-rig calibrate-force STUDY --rig RIG.toml --weights 0,1,2 [--tolerance PERCENT] [--yes]",
      "study file");
  line.example("hilspace-rig calibrate-force study.toml --rig rig.toml --weights 0,1,2");
  line.about(
      "Asks for known weights to be put on the force sensor, one after the other, and fits a line to its\n"
      "readings. Exit code 1: rig.force_per_volt is wrong; the output gives the correct value.");
  line.option<std::string>("weights", "KG,KG,...", "masses, kg", "0,0.5,1,2,1,0");
  line.option<double>("seconds", "S", "duration of each measurement", 0.5);
  line.option<double>("tolerance", "PERCENT", "tolerance of rig.force_per_volt", 1.0);
  line.option<std::string>("output,o", "FILE.h5", "recordings, numbered", "calibrate-force.h5");
  add_session_options(line, true);
  if (!line.parse(arguments)) return kDone;
  Session session = open_session(line);
  const std::vector<double> weights = weights_of(line.get<std::string>("weights"));
  const double seconds = seconds_of(line), tolerance = tolerance_of(line, 1.0);
  const bool real = static_cast<rig::Backend>(session.rig.backend) == rig::Backend::comedi;
  std::vector<double> forces, volts;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (real)
      confirm(fmt::format("put {:g} kg on the force sensor, wait until it is still, and", weights[i]), false);
    session.load = kGravity * weights[i];
    std::filesystem::path recording = line.get<std::string>("output");
    recording.replace_extension(fmt::format("{}.h5", i + 1));
    int code = kDone;
    const auto still = stay(session, fmt::format("{:g} kg on the force sensor", weights[i]), seconds,
                            recording.string(), code);
    if (!still) return code;
    forces.push_back(session.load);
    volts.push_back(still->volts);
    fmt::print("{:8.3f} kg  {:9.3f} N  {:.6f} V  noise {:.3f} N\n", weights[i], forces.back(), volts.back(),
               session.rig.newton_per_volt * still->noise);
  }
  const auto checks = rig::check_force(session.rig, rig::fit_force(forces, volts), tolerance);
  rig::Texts texts;
  for (std::size_t i = 0; i < forces.size(); ++i)
    texts.emplace_back(fmt::format("weight {}", i + 1), fmt::format("{:g} N: {:.6f} V", forces[i], volts[i]));
  return end_of(rig::Step::calibrate_force, session, checks, {}, texts);
}

}  // namespace hilspace::app
