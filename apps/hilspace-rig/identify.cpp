// hilspace-rig identify: open-loop coloured noise -> frequency response -> sections, compared with those in
// use

#include <fmt/core.h>

#include <cmath>
#include <filesystem>

#include <array>

#include "command_line.hpp"
#include "core/error.hpp"
#include "exit_codes.hpp"
#include "models/rig_hardware.hpp"
#include "rig/bring_up/open_checks.hpp"
#include "rig/control/excitation.hpp"
#include "rig/control/identify.hpp"
#include "rig/files/number_table.hpp"
#include "rig/files/section_file.hpp"
#include "rig_verbs.hpp"
#include "session.hpp"

namespace hilspace::app {
namespace {

constexpr double kPeak = 6.0;  // standard deviations, practically never exceeded by noise

double number(const CommandLine& line, const char* name, double least, double most) {
  const double value = line.get<double>(name);
  if (!(value >= least && value <= most))
    throw InputError(fmt::format("--{} {}: must be {:g} to {:g}", name, value, least, most));
  return value;
}

constexpr std::string_view kResponseHeading =
    "frequency,measured magnitude,measured phase,fitted magnitude,fitted phase,in use magnitude,in use phase,"
    "coherence,error";

void write_response(const std::string& path, const rig::Identification& found, rig::Sections in_use) {
  rig::FitSetup seen = found.setup;
  seen.delay = found.fitted.delay;
  const auto sections = found.fitted.sections();
  std::vector<std::vector<double>> rows;
  for (std::size_t i = 0; i < found.measured.frequency.size(); ++i) {
    const double w = found.measured.frequency[i];
    std::vector<double> row{w};
    for (const rig::Complex g : {found.measured.response[i] / rig::hold_and_delay(w, seen),
                                 rig::response(sections, w), rig::response(in_use, w)})
      row.insert(row.end(), {std::abs(g), std::arg(g)});
    row.insert(row.end(), {found.measured.coherence[i], found.measured.error[i]});
    rows.push_back(std::move(row));
  }
  rig::write_numbers(path, kResponseHeading, rows);
}

}  // namespace

int identify(std::span<const std::string> arguments) {
  CommandLine line(
      "hilspace-rig identify STUDY --rig RIG.toml [--seconds S] [--amplitude A] [-o FILE.h5] [--yes]",
      "study file");
  line.example("hilspace-rig identify study.toml --rig rig.toml -o identified.h5");
  line.about(
      "Drives the actuator with coloured noise in an open loop, records it, and fits second-order sections\n"
      "to its frequency response from command to measured position. The specimens must not touch. Writes\n"
      "FILE.h5 (recording), FILE.csv (frequency response: rad/s, m per full scale, rad) and\n"
      "FILE.sections.csv (for hilspace-rig tune, and rig.plant of the rig file).");
  line.option<std::string>("output,o", "FILE.h5", "recording; the tables are written next to it",
                           "identified.h5");
  line.option<double>("seconds", "S", "duration of the noise", 10.0);
  line.option<double>("amplitude", "A",
                      "standard deviation, of full scale; default: as the limits permit, at most 0.05");
  line.option<double>("mean", "U", "mean command, of full scale", 0.5);
  line.option<double>("bandwidth", "HZ", "bandwidth of the noise", 6e3);
  line.option<std::uint64_t>("poles", "N", "pairs of poles to fit", 3);
  line.option<std::uint64_t>("zeros", "N", "pairs of zeros to fit", 1);
  add_session_options(line, true);
  if (!line.parse(arguments)) return kDone;

  Session session = open_session(line);
  const rig::Limits& limits = session.rig.limits;
  rig::ExcitationSetup noise;
  noise.duration = number(line, "seconds", 0.5, 600.0);
  noise.rate = session.rate();
  noise.mean = number(line, "mean", limits.command_min, limits.command_max);
  noise.bandwidth = number(line, "bandwidth", 10.0, 0.25 * session.rate());
  noise.min = limits.command_min;
  noise.max = limits.command_max;
  noise.seed = session.seed;
  noise.std = line.has("amplitude") ? number(line, "amplitude", 1e-6, 1.0)
                                    : rig::allowed_amplitude(session.rig, session.scenario, noise);
  const rig::Sections in_use = session.scenario.plant.actuator;
  const rig::ExcitedMotion motion = rig::excited_motion(in_use, noise);
  check_room(session, noise.mean * session.gain() + kPeak * motion.extension,
             "move the specimens apart and use --apart, or a lower --mean and --amplitude");
  session.apart = true;
  if (kPeak * motion.velocity > 1.001 * limits.velocity_max)
    throw InputError(
        fmt::format("--amplitude {:g}: the actuator would reach {:.2g} m/s, but "
                    "limits.velocity_max is {:.2g} m/s; use at most {:.2g}",
                    noise.std, kPeak * motion.velocity, limits.velocity_max,
                    noise.std * limits.velocity_max / (kPeak * motion.velocity)));

  const auto poles = line.get<std::uint64_t>("poles");
  if (poles < 1 || poles > models::RigHardware::kSections)
    throw InputError(fmt::format("--poles {}: must be 1 to {}, the most that rig.plant may have", poles,
                                 models::RigHardware::kSections));
  const std::filesystem::path output = line.get<std::string>("output");
  const auto beside = [&](const char* end) {
    return std::filesystem::path(output).replace_extension(end).string();
  };
  const std::string tables[] = {beside(".csv"), beside(".sections.csv")};
  auto taken = rig::files_of(session.rig);
  taken.push_back(output);
  check_text_writable(tables[0], kResponseHeading, "the table", taken);
  check_text_writable(tables[1], rig::kSectionsHeading, "the table", taken);
  fmt::print("excitation {:.0f} s, mean {:g}, standard deviation {:.3g} of full scale: {:.0f} +- {:.1f} um\n",
             noise.duration, noise.mean, noise.std, 1e6 * noise.mean * session.gain(),
             1e6 * motion.extension);
  int code = kDone;
  const auto commands = rig::within_limits(rig::excitation(noise), limits, noise.rate, session.rig.ramp_time);
  const auto record = drive(session, "identification", commands, output.string(), code,
                            noise.mean * session.gain() + kPeak * motion.extension);
  if (!record) return code;

  rig::IdentifySetup setup = rig::identify_setup(session.scenario, *record);
  setup.fit.poles = poles;
  setup.fit.zeros = line.get<std::uint64_t>("zeros");
  const rig::Identification found =
      rig::identify(record->each_period(record->command), record->each_period(record->position), setup);
  write_response(tables[0], found, in_use);
  rig::write_sections(tables[1], found.fitted.sections());
  const rig::ModelComparison against = rig::compare(found, in_use);
  fmt::print("{}  delay {:.2f} +- {:.2f} us in addition to the hold\n{}", rig::text(found),
             1e6 * found.fitted.delay, 1e6 * found.fitted.delay_error, rig::text(against));
  fmt::print("recording {}, response {}, sections {}; rig.plant = \"{}\" in the rig file selects them\n",
             output.string(), tables[0], tables[1], tables[1]);
  auto checks = rig::check_fit(found);
  const auto other = rig::check_plant_in_use(session.rig, against);
  checks.insert(checks.end(), other.begin(), other.end());
  return end_of(rig::Step::identify, session, checks,
                std::array<std::filesystem::path, 3>{output, tables[0], tables[1]},
                {{"fit", rig::text(found)}, {"against the model in use", rig::text(against)}});
}

}  // namespace hilspace::app
