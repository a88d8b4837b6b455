#include "rig/campaign/run_campaign.hpp"

#include <fmt/format.h>

#include <fstream>

#include "core/error.hpp"
#include "metrics/catalogue.hpp"
#include "results/result_file.hpp"
#include "rig/campaign/expect.hpp"
#include "rig/campaign/open_rig.hpp"
#include "simulate/rig.hpp"
#include "simulate/simulate.hpp"
#include "simulate/sixdof.hpp"
#include "sweep/scenario.hpp"

namespace hilspace::rig {
namespace {

namespace fs = std::filesystem;

/// The noise of a rig that is emulated is none of the twin's.
constexpr std::uint64_t kRigSeed = 0x5269'67;

/// Share of the kinetic energy of the approach that the energy watchdog lets pass in any case.
constexpr double kEnergyShare = 0.1;

std::string read_all(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// The folder with the campaign's own text in it, by which it is known again.
void claim_folder(const Campaign& campaign, const fs::path& output) {
  const fs::path folder = recordings_of(output), text = folder / "campaign.toml";
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw RunError(fmt::format("{}: cannot be made: {}", folder.string(), error.message()));
  if (!fs::exists(text)) {
    std::ofstream(text, std::ios::binary) << campaign.resolved;
    if (read_all(text) != campaign.resolved) throw RunError(text.string() + ": cannot be written");
  } else if (read_all(text) != campaign.resolved) {
    throw InputError(
        fmt::format("{}: holds the runs of another campaign, or of this one before its files were "
                    "changed; name another output with -o, or remove the folder",
                    folder.string()));
  }
}

double number_in(const results::ResultFile& file, std::string_view name) {
  const auto found = std::ranges::find(file.variables, name, &results::Variable::name);
  return found != file.variables.end() && !found->values.empty() ? found->values[0]
                                                                 : std::numeric_limits<double>::quiet_NaN();
}

/// What an earlier call has left of this run. A recording without an end was broken off, and is run again, as
/// is one that the operator stopped.
bool is_recorded(const fs::path& recording, CampaignRun& run) {
  if (!fs::exists(recording)) return false;
  const results::ResultFile file = results::read_result(recording);
  if (!(number_in(file, "safe") == 1.0)) return false;
  const auto fault = static_cast<Fault>(static_cast<int>(number_in(file, "trip.fault")));
  if (fault == Fault::operator_stop) return false;
  run.trip.fault = fault;
  run.trip.value = number_in(file, "trip.value");
  run.trip.limit = number_in(file, "trip.limit");
  if (run.trip) run.trip.cycle = static_cast<std::uint64_t>(number_in(file, "trip.cycle"));
  return true;
}

/// J that the contact may give the bodies: so many times what the twin predicts, and a share of what they
/// come with.
double energy_allowance(const Campaign& campaign, const CampaignRun& run, const models::RigSetup& scenario) {
  const double mass =
      1.0 / dynamics::inverse_reduced_mass(scenario.computer.chaser_mass, scenario.computer.target_mass);
  const double before = scenario.computer.approach_velocity, after = run.predicted.velocity;
  const double kinetic = 0.5 * mass * before * before;
  const double gain = 0.5 * mass * after * after - kinetic;
  return campaign.energy_margin * std::max(gain, 0.0) + kEnergyShare * kinetic;
}

sweep::Judged judged_by(const Campaign& campaign, std::uint64_t index, const sweep::Scenario& scenario) {
  return sweep::judged(campaign.study, index,
                       std::visit([](const auto& setup) { return simulate::simulate(setup); }, scenario));
}

/// Of the same scenario. One that did not end well is worse than any that did.
const sweep::Judged& worse(const sweep::Judged& a, const sweep::Judged& b) {
  if (a.outcome != Outcome::ok || b.outcome != Outcome::ok) return a.outcome != Outcome::ok ? a : b;
  return a.verdict.share < b.verdict.share ? b : a;
}

Trip run_one(const Campaign& campaign, const CampaignPlaces& places, const CampaignRun& run,
             const std::atomic<bool>& stop) {
  const models::RigSetup scenario = study::rig_setup(campaign.study, run.scenario);
  const OpenRig open =
      open_rig({campaign.rig,
                scenario,
                {campaign.study.seed + kRigSeed, run.scenario * campaign.repetitions + run.repetition},
                places.program,
                places.study_path,
                run.scenario});
  RigRunSetup setup{loop_setup(campaign.rig, scenario.computer),
                    {recording_of(places.output, run), campaign.study, run.scenario, {}},
                    real_time_setup(campaign.rig),
                    open.guard};
  setup.loop.stop = &stop;
  expect(setup.loop, scenario, campaign.rig.tolerances);
  setup.loop.limits.energy_allowance =
      std::min(setup.loop.limits.energy_allowance, energy_allowance(campaign, run, scenario));
  setup.recorder.notes = {{"campaign", campaign.title},
                          {"campaign_sha256", campaign.sha256},
                          {"backend", std::string(open.daq->name())},
                          {"rig", campaign.rig.resolved}};
  return run_on_rig(*open.daq, setup).loop.trip;
}

}  // namespace

std::vector<CampaignRun> qualified(const Campaign& campaign) {
  std::vector<CampaignRun> runs;
  for (const std::uint64_t index : campaign.scenarios) {
    const sweep::Judged by_twin = judged_by(campaign, index, sweep::scenario(campaign.study, index));
    const sweep::Judged by_identified = judged_by(campaign, index, study::axial_setup(campaign.study, index));
    CampaignRun run;
    run.scenario = index;
    run.predicted = by_twin.demand;
    run.judged = worse(by_identified, by_twin);
    if (!run.judged.qualifies()) run.state = RunState::not_qualified;
    for (run.repetition = 0; run.repetition < campaign.repetitions; ++run.repetition) runs.push_back(run);
  }
  return runs;
}

fs::path recordings_of(const fs::path& output) { return output.string() + ".runs"; }
fs::path recording_of(const fs::path& output, const CampaignRun& run) {
  return recordings_of(output) / fmt::format("{:04}-{}.h5", run.scenario, run.repetition);
}

bool run_campaign(const Campaign& campaign, const CampaignPlaces& places, std::vector<CampaignRun>& runs,
                  const std::atomic<bool>& stop, const std::function<void(const CampaignRun&)>& tell,
                  const std::function<void(const CampaignRun&)>& prepare) {
  claim_folder(campaign, places.output);
  for (CampaignRun& run : runs) {
    if (run.state == RunState::not_qualified) continue;
    if (stop) return false;
    const fs::path recording = recording_of(places.output, run);
    if (!is_recorded(recording, run)) {
      if (prepare) prepare(run);
      run.trip = run_one(campaign, places, run, stop);
      if (run.trip.fault == Fault::operator_stop) {
        run.trip = {};
        return false;
      }
    }
    run.state = run.trip ? RunState::tripped : RunState::done;
    if (run.state == RunState::done) run.assessment = assess(campaign.study, run.scenario, recording);
    tell(run);
    if (run.trip) break;
  }
  return true;
}

}  // namespace hilspace::rig
