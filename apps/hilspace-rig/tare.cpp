// hilspace-rig tare, calibrate-force: what the force sensor shows of nothing, and of known weights

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "command_line.hpp"
#include "core/error.hpp"
#include "exit_codes.hpp"
#include "rig_verbs.hpp"
#include "session.hpp"

namespace hilspace::app {
namespace {

constexpr double kGravity = 9.80665;  // m/s^2

struct Still {
  double volts = 0.0, noise = 0.0;  // of the force sensor: mean and standard deviation, V
};

/// The force sensor while the actuator stays at the safe command, for so many s. Nothing: `code` says why.
std::optional<Still> stay(const Session& session, const std::string& purpose, double seconds,
                          const std::string& recording, int& code) {
  const std::vector<double> commands(static_cast<std::size_t>(seconds * session.rate()),
                                     session.rig.limits.command_safe);
  const auto record =
      drive(session, purpose, rig::within_limits(commands, session.rig.limits, session.rate(), 1e-3),
            recording, code);
  if (!record) return std::nullopt;
  const rig::Scaling scaling = rig::scaling_of(session.rig);
  const auto n = static_cast<double>(record->force.size());
  Still still;
  for (const double force : record->force) still.volts += scaling.force_volts(force) / n;
  for (const double force : record->force)
    still.noise +=
        (scaling.force_volts(force) - still.volts) * (scaling.force_volts(force) - still.volts) / n;
  still.noise = std::sqrt(still.noise);
  return still;
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
    } catch (const std::exception&) {  // said below
    }
    if (!(weight >= 0.0) || end != word.size())
      throw InputError(fmt::format("--weights {}: '{}' is no mass in kg; write them as 0,1,2", text, word));
    weights.push_back(weight);
    at = comma + 1;
  }
  const auto [least, most] = std::ranges::minmax(weights);
  if (weights.size() < 3 || !(most > least))
    throw InputError(fmt::format("--weights {}: three masses at least, 0 among them", text));
  return weights;
}

/// V = zero + F/k by least squares.
struct ForceLine {
  double newton_per_volt = 0.0, zero = 0.0, residual = 0.0;  // N/V, V, N: largest
};
ForceLine fit(const std::vector<double>& forces, const std::vector<double>& volts) {
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

}  // namespace

int tare(std::span<const std::string> arguments) {
  CommandLine line("hilspace-rig tare STUDY --rig RIG.toml [--seconds S] [-o FILE.h5] [--yes]", "study file");
  line.about(
      "Looks at the force sensor while nothing touches it, and says whether rig.force_zero of the rig file "
      "is\n"
      "what it shows then. Exit code 1: it is not; the output says what to write there.");
  line.option<std::string>("output,o", "FILE.h5", "recording", "tare.h5");
  line.option<double>("seconds", "S", "to look", 0.5);
  line.option<double>("tolerance", "N", "of the force at rest; default: a quarter of the contact detection");
  add_session_options(line, true);
  if (!line.parse(arguments)) return kDone;
  const Session session = open_session(line);
  const double tolerance = line.has("tolerance") ? line.get<double>("tolerance")
                                                 : 0.25 * session.scenario.computer.force_threshold;
  if (!(tolerance > 0.0)) throw InputError("--tolerance: must be above 0 N");
  int code = kDone;
  const std::string recording = line.get<std::string>("output");
  const auto still = stay(session, "tare", seconds_of(line), recording, code);
  if (!still) return code;
  const double force = session.rig.newton_per_volt * (still->volts - session.rig.force_zero);
  const bool good = std::abs(force) <= tolerance;
  const std::string said =
      fmt::format("force at rest {:+.3f} N ({:.5f} V), noise {:.3f} N, tolerance {:.3g} N", force,
                  still->volts, session.rig.newton_per_volt * still->noise, tolerance);
  fmt::print("{}: {}\n", said, good ? "ok" : "FAIL");
  if (!good)
    fmt::print("if nothing touches the sensor, write rig.force_zero = \"{:.6g} V\", and look again\n",
               still->volts);
  keep_record(rig::Step::tare, good, session.rig, session.evidence, {{"seen", said}}, {recording});
  return good ? kDone : kFailed;
}

int calibrate_force(std::span<const std::string> arguments) {
  CommandLine line(
      "hilspace-rig calibrate-force STUDY --rig RIG.toml --weights 0,1,2 [--tolerance PERCENT] [--yes]",
      "study file");
  line.about(
      "Has known weights put on the force sensor, one after the other, and fits a straight line to what it\n"
      "shows. Exit code 1: rig.force_per_volt is another; the output says what to write there.");
  line.option<std::string>("weights", "KG,KG,...", "masses, kg", "0,0.5,1,2,1,0");
  line.option<double>("seconds", "S", "to look at each", 0.5);
  line.option<double>("tolerance", "PERCENT", "of rig.force_per_volt", 1.0);
  line.option<std::string>("output,o", "FILE.h5", "recordings, with a number each", "calibrate-force.h5");
  add_session_options(line, true);
  if (!line.parse(arguments)) return kDone;
  Session session = open_session(line);
  const std::vector<double> weights = weights_of(line.get<std::string>("weights"));
  const double seconds = seconds_of(line);
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
  const ForceLine found = fit(forces, volts);
  const bool good = std::abs(found.newton_per_volt / session.rig.newton_per_volt - 1.0) <=
                    0.01 * line.get<double>("tolerance");
  const std::string said =
      fmt::format("{:.4f} N/V, zero {:.6f} V, largest residual {:.3f} N; the rig file has {:.4f} N/V",
                  found.newton_per_volt, found.zero, found.residual, session.rig.newton_per_volt);
  fmt::print("{}: {}\n", said, good ? "ok" : "FAIL");
  if (!good)
    fmt::print("if the weights are right, write rig.force_per_volt = \"{:.6g} N V-1\", and look again\n",
               found.newton_per_volt);
  rig::Texts texts{{"line", said}};
  for (std::size_t i = 0; i < forces.size(); ++i)
    texts.emplace_back(fmt::format("weight {}", i + 1), fmt::format("{:g} N: {:.6f} V", forces[i], volts[i]));
  keep_record(rig::Step::calibrate_force, good, session.rig, session.evidence, texts, {});
  return good ? kDone : kFailed;
}

}  // namespace hilspace::app
