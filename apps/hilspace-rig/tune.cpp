// hilspace-rig tune: checks controller and prefilter of a study with its plant, or with an identified one

#include <fmt/core.h>

#include <fstream>

#include "command_line.hpp"
#include "core/error.hpp"
#include "exit_codes.hpp"
#include "file_checks.hpp"
#include "rig/arming/armed_loop.hpp"
#include "rig/control/tune.hpp"
#include "rig/files/section_file.hpp"
#include "rig_verbs.hpp"
#include "session.hpp"
#include "study_argument.hpp"

namespace hilspace::app {
namespace {

/// The controller with its gain reduced by that factor, in its first section.
std::vector<instruments::Section> scaled(std::span<const instruments::Section> controller, double factor) {
  std::vector<instruments::Section> sections(controller.begin(), controller.end());
  for (double& coefficient : sections.front().numerator) coefficient *= factor;
  return sections;
}

void check_outputs(const CommandLine& line, const rig::RigFile& rig) {
  auto in_use = rig::files_of(rig);
  if (line.has("identified")) in_use.emplace_back(line.get<std::string>("identified"));
  if (line.has("output")) {
    const auto response = line.get<std::string>("output");
    check_text_writable(response, rig::kLoopHeading, "-o", in_use);
    in_use.emplace_back(response);
  }
  if (line.has("controller"))
    check_text_writable(line.get<std::string>("controller"), rig::kSectionsHeading, "--controller", in_use);
}

}  // namespace

int tune(std::span<const std::string> arguments) {
  CommandLine line(
      "hilspace-rig tune STUDY [--rig RIG.toml] [--identified FILE.sections.csv] [--gain-margin M "
      "--controller FILE.csv]",
      "study file");
  line.example("hilspace-rig tune study.toml --rig rig.toml --identified identified.sections.csv");
  line.about(
      "Checks the controller and the prefilter of study or rig file: poles, margins, bandwidth and step\n"
      "response, with the plant in use or an identified one. --gain-margin reduces the controller's gain\n"
      "to obtain that margin; --controller writes the checked controller, for rig.controller of the rig "
      "file.\n"
      "Moves nothing. Exit code 1: unstable.");
  line.option<std::string>("rig", "RIG.toml", "rig file with the controller, prefilter and plant");
  line.option<std::string>(
      "identified", "FILE",
      "sections written by hilspace-rig identify; default: the plant of rig file or study");
  line.option<double>("gain-margin", "M", "required gain margin, above 1");
  line.option<std::string>("controller", "FILE.csv", "output file for the controller");
  line.option<int>("delay", "N", "delay of the command in samples", 1);
  line.option<std::string>(
      "output,o", "FILE.csv",
      "output file for the closed loop's frequency response, with a low-pass {0.8, 3000} for comparison");
  add_evidence_options(line);
  add_scenario_options(line);
  add_study_options(line);
  if (!line.parse(arguments)) return kDone;

  const study::Study study = load_rig_study(line);
  const rig::RigFile in_use = line.has("rig") ? rig::load_rig(line.get<std::string>("rig")) : rig::RigFile{};
  models::RigSetup scenario =
      rig::as_the_rig_has_it(in_use, study::rig_setup(study, chosen_scenario(line, study)));
  check_outputs(line, in_use);
  const std::vector<instruments::Section> plant =
      line.has("identified")
          ? rig::load_sections(line.get<std::string>("identified"), rig::SectionRole::plant)
          : std::vector(scenario.plant.actuator.begin(), scenario.plant.actuator.end());
  rig::TuneSetup setup;
  setup.sampling.rate = scenario.computer.rate;
  setup.sampling.delay = line.get<int>("delay");
  if (setup.sampling.delay < 0 || setup.sampling.delay > 100)
    throw InputError(fmt::format("--delay {}: must be 0 to 100 samples", setup.sampling.delay));
  std::vector<instruments::Section> controller(scenario.computer.controller.begin(),
                                               scenario.computer.controller.end());
  rig::TuneReport report = rig::tune(plant, controller, scenario.computer.prefilter, setup);
  if (line.has("gain-margin")) {
    const double wanted = line.get<double>("gain-margin");
    if (!(wanted > 1.0 && wanted <= 100.0))
      throw InputError(fmt::format("--gain-margin {}: must be above 1 and at most 100", wanted));
    if (report.margins.gain < wanted) {
      const double factor = report.margins.gain / wanted;  // phase and crossing frequency are unchanged
      controller = scaled(controller, factor);
      scenario.computer.controller = controller;
      report = rig::tune(plant, controller, scenario.computer.prefilter, setup);
      fmt::print("controller's gain times {:.4g}\n", factor);
    }
  }
  fmt::print("plant {}, {:g} kHz, command {} sample{} late\n{}",
             line.has("identified")      ? line.get<std::string>("identified")
             : in_use.plant_file.empty() ? "of the study"
                                         : in_use.plant_file,
             1e-3 * setup.sampling.rate, setup.sampling.delay, setup.sampling.delay == 1 ? "" : "s",
             rig::text(report));
  if (line.has("output")) {
    const auto path = line.get<std::string>("output");
    std::ofstream file(path);
    file << rig::response_csv({plant, scenario.computer.controller, scenario.computer.prefilter}, 0.8, 3000.0,
                              400);
    file.close();
    if (!file) throw RunError(path + ": cannot be written");
    fmt::print("response {}\n", path);
  }
  if (line.has("controller") && report.stable) {
    const auto path = line.get<std::string>("controller");
    rig::write_sections(path, controller);
    fmt::print("controller {}; rig.controller = \"{}\" in the rig file selects it\n", path, path);
  }
  const bool good = report.stable && report.margins.gain >= in_use.gain_margin_min;
  if (line.has("rig") && !line.has("identified") && !line.has("gain-margin"))
    keep_record(rig::Step::tune, good, in_use, evidence_of(line), {{"loop", rig::text(report)}}, {});
  return report.stable ? kDone : kFailed;
}

}  // namespace hilspace::app
