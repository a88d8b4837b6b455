// hilspace-rig run: campaign -> qualified scenarios -> runs on the rig -> fidelity against docking model and
// twin

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <filesystem>

#include "campaign_text.hpp"
#include "command_line.hpp"
#include "core/error.hpp"
#include "dangers.hpp"
#include "exit_codes.hpp"
#include "file_checks.hpp"
#include "messages.hpp"
#include "results/records/campaign_result.hpp"
#include "rig/arming/armed_loop.hpp"
#include "rig/loop/ending.hpp"
#include "rig_verbs.hpp"
#include "session.hpp"
#include "stop.hpp"

namespace hilspace::app {
namespace fs = std::filesystem;
namespace {

using rig::CampaignRun, rig::CampaignRunState;

/// Hardware to be mounted for a scenario of the study.
std::string mounting(const study::Study& study, std::uint64_t index) {
  using study::Id;
  const study::ParameterValues values = study::parameter_values(study, index);
  const auto name = [&](Id id) { return study::text_of(study, id, values[id]); };
  return fmt::format("scenario {}: specimens {} and {}, radius {:g} mm; air gap {:.1f} um, offset {:.1f} um",
                     index, name("contact.chaser_material"_id), name("contact.target_material"_id),
                     1e3 * values["contact.radius"_id], 1e6 * values["approach.air_gap"_id],
                     1e6 * values["rig.offset"_id]);
}

std::size_t count(const std::vector<CampaignRun>& runs, CampaignRunState state) {
  return static_cast<std::size_t>(std::ranges::count(runs, state, &CampaignRun::state));
}

/// Checks the commissioning of the rig before a campaign is armed. Throws RunError with everything that is
/// missing or expired.
void require_records(const rig::RigFile& rig, const rig::Evidence& evidence, bool real) {
  if (rig.records.empty()) {
    if (!real) return;
    throw InputError(rig.path + ": rig.records: is missing; give the folder of the commissioning records");
  }
  auto lines = rig::Records(rig.records).missing(rig, evidence.specimen, std::time(nullptr));
  if (evidence.operator_name.empty()) lines.emplace_back("operator: not given; use --operator NAME");
  if (evidence.specimen.empty()) lines.emplace_back("specimen: not given; use --specimen NAME");
  if (lines.empty()) return;
  throw RunError(fmt::format("not armed: the rig is not commissioned:\n  {}", fmt::join(lines, "\n  ")));
}

/// Prints the stability margin of the loop to be armed. Throws RunError when it is too small.
void print_margin(const rig::Campaign& campaign) {
  const rig::LoopMargin margin = rig::loop_margin(
      rig::as_the_rig_has_it(campaign.rig, study::rig_setup(campaign.study, campaign.scenarios.front())));
  fmt::print("controller {}, actuator {}: {}\n\n",
             campaign.rig.controller_file.empty() ? "published" : campaign.rig.controller_file,
             campaign.rig.plant_file.empty() ? "published" : campaign.rig.plant_file, rig::text(margin));
  rig::require_margin(campaign.rig, margin);
}

int end(const rig::Campaign& campaign, const std::vector<CampaignRun>& runs, const fs::path& output,
        bool all) {
  if (count(runs, CampaignRunState::done) > 0) print_fidelity(runs);
  fmt::print("result {}, tables {} and {}, recordings in {}\n", output.string(),
             rig::table_of_runs(output).string(), rig::table_of_statistics(output).string(),
             rig::recordings_of(output).string());
  if (const std::size_t out = count(runs, CampaignRunState::not_qualified); out > 0)
    fmt::print("note: {} of {} runs did not qualify and were not run\n", out, runs.size());
  const auto tripped = std::ranges::find(runs, CampaignRunState::tripped, &CampaignRun::state);
  if (tripped != runs.end()) {
    if (tripped->unsafe) tell(fmt::format("{}\n", rig::kUnsafe));
    tell(
        fmt::format("tripped in scenario {}: {}\n  recorded: {}\n  inspect the rig, remove the cause, and "
                    "{}; then the same "
                    "command repeats the run\n",
                    tripped->scenario, text_of(tripped->trip), rig::recording_of(output, *tripped).string(),
                    how_to_acknowledge(campaign.rig, output)));
    return kTripped;
  }
  if (all) return kDone;
  tell("interrupted, and safe; the same command continues from here\n");
  return kInterrupted;
}

void check_tables(const rig::Campaign& campaign, const fs::path& output) {
  auto in_use = rig::files_of(campaign.rig);
  in_use.push_back(output);
  check_text_writable(rig::table_of_runs(output).string(), rig::kRunsHeading, "the table", in_use);
  check_text_writable(rig::table_of_statistics(output).string(), rig::kStatisticsHeading, "the table",
                      in_use);
}

}  // namespace

int run(std::span<const std::string> arguments) {
  CommandLine line("hilspace-rig run CAMPAIGN [-o FILE.h5] [--yes] [--dangers-known] [--fresh]",
                   "campaign file");
  line.example("hilspace-rig run campaign.toml -o campaign.h5");
  line.about(
      "Runs the scenarios of a campaign on its rig: simulates each with the twin, shows which qualify and "
      "what\n"
      "limits them, asks, runs those that qualify one after the other, and compares them with docking model "
      "and\n"
      "twin. Each run has a recording in FILE.h5.runs; completed runs are not repeated, so an interrupted\n"
      "campaign resumes. Ctrl-C brings the rig to its safe command and ends.\n\n"
      "After a trip, and after a run that failed or was killed, the rig is not armed until hilspace-rig "
      "acknowledge.\n"
      "Exit codes: 0 done, 1 failed or refused to arm, 2 bad input, 3 interrupted (the same command "
      "on),\n"
      "4 a limit tripped or the output may still be driven, 5 nothing qualified, 6 a fault is not "
      "acknowledged.");
  line.option<std::string>(
      "output,o", "FILE.h5",
      "result file, with the table FILE.csv next to it; default: the campaign's stem + .h5");
  line.flag("yes", "arm without asking, at the start and for each pair of specimens");
  line.flag("dangers-known",
            "on real hardware: confirms that the rig is safe despite the known dangers, which are printed; "
            "--yes does not imply this");
  line.flag("fresh", "start over in another folder; earlier results are kept");
  add_evidence_options(line);
  if (!line.parse(arguments)) return kDone;

  const rig::Campaign campaign = rig::load_campaign(line.argument());
  for (const auto& note : campaign.rig.notes) tell(fmt::format("note: {}: {}\n", campaign.rig.path, note));
  const std::string given = line.has("output") ? line.get<std::string>("output")
                                               : fs::path(line.argument()).stem().string() + ".h5";
  const fs::path output = check_writable(given).file();
  results::check_replaceable_by_campaign(output);
  check_tables(campaign, output);
  const std::atomic<bool>& stop = stop_requested();
  const rig::Evidence evidence = evidence_of(line);

  if (tell_latched(campaign.rig, output)) return kLatched;
  fmt::print("{}\n\n", campaign.title);
  print_margin(campaign);
  std::vector<CampaignRun> runs = rig::qualified(campaign);
  print_qualified(campaign, runs);
  std::fflush(stdout);
  const std::size_t total = runs.size() - count(runs, CampaignRunState::not_qualified);
  if (total == 0) {
    tell("no scenario qualifies; nothing was run\n");
    return kNotQualified;
  }
  const bool real = static_cast<rig::Backend>(campaign.rig.backend) == rig::Backend::comedi;
  if (real) confirm_dangers(line.has("dangers-known"));
  require_records(campaign.rig, evidence, real);
  confirm(
      fmt::format("arm and run {} scenario{} on {}?", total, total == 1 ? "" : "s", name_of(campaign.rig)),
      line.has("yes"));

  std::size_t ended = 0;
  const auto told_of = [&](const CampaignRun& run) {
    tell(fmt::format("{} of {}: scenario {}: {}\n", ++ended, total, run.scenario, told(run)));
  };
  std::optional<std::uint64_t> mounted;
  const bool asks = real && !line.has("yes");
  const auto prepare = [&](const CampaignRun& run) {
    if (!asks || mounted == run.scenario) return;
    confirm(mounting(campaign.study, run.scenario) + ". Mounted?", false);
    mounted = run.scenario;
  };
  const rig::CampaignPlaces places{
      output,
      own_path(),
      (fs::path(campaign.path).parent_path() / campaign.study_path).lexically_normal().string(),
      journal_for(campaign.rig, output),
      rig::texts_of(evidence, campaign.rig),
      line.has("fresh")};
  const auto keep = [&] {  // completed runs
    if (ended > 0) rig::write_campaign_result(campaign, output, runs);
  };
  bool all = false;
  try {
    all = rig::run_campaign(campaign, places, runs, stop, told_of, prepare);
  } catch (const rig::LatchedError& error) {
    std::string what = fmt::format(
        "{}\n  the rig was armed, so this is latched: inspect the rig, remove the cause, and {}; "
        "only then the same command repeats the run",
        error.what(), how_to_acknowledge(campaign.rig, output));
    try {
      keep();
    } catch (const RunError& another) {  // the same disk may be full
      what.append("\n  ").append(another.what());
    }
    throw RunError(what);
  } catch (const RunError&) {
    keep();
    throw;
  }
  rig::write_campaign_result(campaign, output, runs);
  return end(campaign, runs, output, all);
}

}  // namespace hilspace::app
