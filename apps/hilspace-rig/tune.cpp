// hilspace-rig tune: controller and prefilter of a study against its plant, or one that was identified

#include <fmt/core.h>

#include <fstream>

#include "command_line.hpp"
#include "core/error.hpp"
#include "exit_codes.hpp"
#include "file_checks.hpp"
#include "rig/campaign/number_table.hpp"
#include "rig/control/tune.hpp"
#include "rig_verbs.hpp"
#include "session.hpp"
#include "study_argument.hpp"

namespace hilspace::app {
namespace {

std::vector<instruments::Section> identified(const std::string& path) {
  std::vector<instruments::Section> sections;
  for (const auto& r : rig::read_numbers(path, kSectionsHeading, "hilspace-rig identify writes such a table"))
    sections.push_back({{r[0], r[1], r[2]}, {r[3], r[4], r[5]}});
  if (sections.empty()) throw InputError(path + ": holds no section");
  return sections;
}

}  // namespace

int tune(std::span<const std::string> arguments) {
  CommandLine line("hilspace-rig tune STUDY [--identified FILE.sections.csv] [-o RESPONSE.csv]",
                   "study file");
  line.about(
      "Checks the controller and the prefilter that the study's computer uses: poles, margins, bandwidth "
      "and\n"
      "step response, against the plant in use or an identified one. Moves nothing. Exit code 1: unstable.");
  line.option<std::string>("identified", "FILE",
                           "sections that hilspace-rig identify wrote; default: the plant of the study");
  line.option<int>("delay", "N", "samples by which the command comes late", 1);
  line.option<std::string>("output,o", "FILE.csv",
                           "the closed loop's frequency response, beside a low-pass {0.8, 3000}");
  add_index_option(line);
  add_study_options(line);
  if (!line.parse(arguments)) return kDone;

  const study::Study study = load_rig_study(line);
  const models::RigSetup scenario = study::rig_setup(study, scenario_index(line, study));
  const std::vector<instruments::Section> plant =
      line.has("identified") ? identified(line.get<std::string>("identified"))
                             : std::vector(scenario.plant.actuator.begin(), scenario.plant.actuator.end());
  rig::TuneSetup setup;
  setup.sampling.rate = scenario.computer.rate;
  setup.sampling.delay = line.get<int>("delay");
  if (setup.sampling.delay < 0 || setup.sampling.delay > 100)
    throw InputError(fmt::format("--delay {}: must be 0 to 100 samples", setup.sampling.delay));
  const rig::TuneReport report =
      rig::tune(plant, scenario.computer.controller, scenario.computer.prefilter, setup);
  fmt::print("plant {}, {:g} kHz, command {} sample{} late\n{}",
             line.has("identified") ? line.get<std::string>("identified") : "of the study",
             1e-3 * setup.sampling.rate, setup.sampling.delay, setup.sampling.delay == 1 ? "" : "s",
             rig::text(report));
  if (line.has("output")) {
    const auto path = line.get<std::string>("output");
    check_writable(path);
    std::ofstream file(path);
    file << rig::response_csv({plant, scenario.computer.controller, scenario.computer.prefilter}, 0.8, 3000.0,
                              400);
    file.close();
    if (!file) throw RunError(path + ": cannot be written");
    fmt::print("response {}\n", path);
  }
  return report.stable ? kDone : kFailed;
}

}  // namespace hilspace::app
