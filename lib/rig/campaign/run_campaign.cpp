#include "rig/campaign/run_campaign.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <map>
#include <optional>

#include "core/error.hpp"
#include "metrics/catalogue.hpp"
#include "results/disk/atomic_file.hpp"
#include "results/reading/result_file.hpp"
#include "rig/arming/armed_loop.hpp"
#include "rig/arming/expect.hpp"
#include "rig/arming/open_rig.hpp"
#include "rig/loop/ending.hpp"
#include "simulate/four_mass.hpp"
#include "simulate/rig.hpp"
#include "simulate/simulate.hpp"
#include "simulate/sixdof.hpp"
#include "sweep/execution/scenario.hpp"
#include "sweep/ownership/run_lock.hpp"

namespace hilspace::rig {
namespace {

namespace fs = std::filesystem;

/// Random stream of an emulated rig's noise, different from the twin's.
constexpr std::uint64_t kRigSeed = 0x5269'67;

/// Share of the approach's kinetic energy that the energy watchdog always permits.
constexpr double kEnergyShare = 0.1;

std::string read_all(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// Creates the folder with the campaign's resolved text, which identifies the campaign: all of it or nothing, since
/// half of it, left by a full disk or a kill, would be another campaign's.
void claim_folder(const Campaign& campaign, const fs::path& output) {
  const fs::path folder = recordings_of(output), text = folder / "campaign.toml";
  std::error_code error;
  fs::create_directories(folder, error);
  if (error)
    throw RunError(fmt::format("{}: cannot be made: {}; choose an output with -o where folders can be made",
                               folder.string(), error.message()));
  results::remove_leftovers(text, results::Writers::none);
  if (!fs::exists(text)) {
    results::AtomicFile written(text);
    written.write(0, campaign.resolved.data(), campaign.resolved.size());
    written.commit();
  } else if (read_all(text) != campaign.resolved) {
    throw InputError(
        fmt::format("{}: holds the runs of another campaign, or of this one before its files were "
                    "changed; use --fresh to start another folder, or choose another output with -o",
                    folder.string()));
  }
}

double number_in(const results::ResultFile& file, std::string_view name) {
  const auto found = std::ranges::find(file.variables, name, &results::Variable::name);
  return found != file.variables.end() && !found->values.empty() ? found->values[0]
                                                                 : std::numeric_limits<double>::quiet_NaN();
}

/// Throws InputError unless the recording is one of this campaign and scenario.
void require_its_own(const results::ResultFile& file, const fs::path& recording, const Campaign& campaign,
                     std::uint64_t scenario) {
  const auto text = [&](std::string_view name) {
    const auto found = std::ranges::find(file.attributes, name, &std::pair<std::string, std::string>::first);
    return found != file.attributes.end() ? found->second : std::string();
  };
  if (text("campaign_sha256") == campaign.sha256 && text("scenario_index") == std::to_string(scenario))
    return;
  throw InputError(fmt::format(
      "{}: is the recording of another campaign or scenario; move it elsewhere, or use --fresh to "
      "start another folder",
      recording.string()));
}

/// State according to a run's recording; empty when it was interrupted, stopped by the operator, or cut off before the
/// bodies had parted, which does not count as a run.
std::optional<Trip> ended(const fs::path& recording, const Campaign& campaign, std::uint64_t scenario) {
  results::ResultFile file;
  try {
    file = results::read_result(recording);
  } catch (const RunError&) {  // no header yet: a killed attempt, which stays
    return std::nullopt;
  }
  require_its_own(file, recording, campaign, scenario);
  if (!(number_in(file, "safe") == 1.0)) return std::nullopt;
  if (number_in(file, "end.rig") == static_cast<double>(LoopEnd::time_limit)) return std::nullopt;
  Trip trip;
  trip.fault = static_cast<Fault>(static_cast<int>(number_in(file, "trip.fault")));
  if (trip.fault == Fault::operator_stop) return std::nullopt;
  trip.value = number_in(file, "trip.value");
  trip.limit = number_in(file, "trip.limit");
  if (trip) trip.cycle = static_cast<std::uint64_t>(number_in(file, "trip.cycle"));
  return trip;
}

/// Adopts the result of earlier calls for this run: the completed attempt, else the last one. Returns whether
/// it is complete.
bool is_done(const Campaign& campaign, const fs::path& folder, CampaignRun& run) {
  const std::uint32_t count = attempts_at(folder, run.scenario, run.repetition);
  for (run.attempt = count; run.attempt > 0; --run.attempt) {
    const auto trip =
        ended(attempt_of(folder, run.scenario, run.repetition, run.attempt), campaign, run.scenario);
    if (trip && run.attempt == count && *trip) {
      run.trip = *trip;
      run.state = CampaignRunState::tripped;
    }
    if (!trip || *trip) continue;
    run.trip = {};
    return true;
  }
  run.attempt = count;
  return false;
}

/// Energy, J, that the contact may return to the bodies: a factor on the twin's prediction, plus a share of
/// their kinetic energy.
double energy_allowance(const Campaign& campaign, const CampaignRun& run, const models::RigSetup& scenario) {
  const double mass =
      1.0 / dynamics::inverse_reduced_mass(scenario.computer.chaser_mass, scenario.computer.target_mass);
  const double before = scenario.computer.approach_velocity, after = run.predicted.velocity;
  const double kinetic = 0.5 * mass * before * before;
  const double gain = 0.5 * mass * after * after - kinetic;
  return campaign.energy_margin * std::max(gain, 0.0) + kEnergyShare * kinetic;
}

sweep::Judged judged_by(const Campaign& campaign, std::uint64_t index, const sweep::Scenario& scenario) {
  sweep::Judged its =
      sweep::judged(campaign.study, index,
                    std::visit([](const auto& setup) { return simulate::simulate(setup); }, scenario));
  if (its.outcome == Outcome::ok)
    its.verdict = metrics::worse(
        its.verdict,
        within_own_limits(campaign.rig,
                          as_the_rig_has_it(campaign.rig, study::rig_setup(campaign.study, index)),
                          its.demand));
  return its;
}

/// Worse of two predictions of the same scenario; a run that did not end well is worse than any that did.
const sweep::Judged& worse(const sweep::Judged& a, const sweep::Judged& b) {
  if (a.outcome != Outcome::ok || b.outcome != Outcome::ok) return a.outcome != Outcome::ok ? a : b;
  return a.verdict.share < b.verdict.share ? b : a;
}

LoopReport run_one(const Campaign& campaign, const CampaignPlaces& places, const CampaignRun& run,
                   const std::atomic<bool>& stop, const std::function<void()>& arming) {
  const models::RigSetup hardware = study::rig_setup(campaign.study, run.scenario);
  const models::RigSetup scenario = as_the_rig_has_it(campaign.rig, hardware);
  require_margin(campaign.rig, loop_margin(scenario));
  const OpenRig open =
      open_rig({campaign.rig,
                scenario,
                hardware.plant,
                {campaign.study.seed + kRigSeed, run.scenario * campaign.repetitions + run.repetition},
                places.program,
                places.study_path,
                run.scenario});
  RigRunSetup setup{loop_setup(campaign.rig, scenario.computer),
                    {recording_of(places.output, run), campaign.study, run.scenario, {}},
                    real_time_setup(campaign.rig),
                    open.guard};
  set_guard(setup, campaign.rig);
  setup.arming = arming;
  setup.loop.stop = &stop;
  expect(setup.loop, scenario, campaign.rig.tolerances);
  setup.loop.limits.energy_allowance =
      std::min(setup.loop.limits.energy_allowance, energy_allowance(campaign, run, scenario));
  setup.recorder.notes = {{"campaign", campaign.title},
                          {"campaign_sha256", campaign.sha256},
                          {"backend", std::string(open.daq->name())},
                          {"attempt", std::to_string(run.attempt)},
                          {"rig", campaign.rig.resolved}};
  setup.recorder.notes.insert(setup.recorder.notes.end(), places.notes.begin(), places.notes.end());
  return run_on_rig(*open.daq, setup).loop;
}

/// Journal entry for a run; `how` is appended.
Details details(const CampaignRun& run, const fs::path& recording, const std::string& how = "") {
  Details all{{"scenario", std::to_string(run.scenario)},
              {"repetition", std::to_string(run.repetition)},
              {"attempt", std::to_string(run.attempt)},
              {"recording", recording.string()}};
  if (!how.empty()) all.emplace_back("because", how);
  return all;
}

std::string why(const Trip& trip) {
  const NamedFault& fault = named(trip.fault);
  return fmt::format("{} = {:.6g} {}, limit {:.6g}: {}", fault.name, trip.value, fault.unit, trip.limit,
                     fault.meaning);
}

/// Executes the next attempt, with its entries in the journal.
Ending attempt(const Campaign& campaign, const CampaignPlaces& places, CampaignRun& run,
               const std::atomic<bool>& stop) {
  const Journal journal(places.journal_file());
  ++run.attempt;
  const fs::path recording = recording_of(places.output, run);
  bool armed = false;
  LoopReport report;
  try {
    report = run_one(campaign, places, run, stop, [&] {
      journal.append("armed", details(run, recording));
      armed = true;
    });
  } catch (const RunError& error) {
    if (!armed) throw;
    std::string what = error.what();
    try {
      journal.append("failed", details(run, recording, what));
    } catch (const RunError& another) {  // the journal then ends with "armed", which is latched too
      what.append("\n  ").append(another.what());
    }
    throw LatchedError(what);
  }
  run.trip = report.trip;
  const Ending ending = ending_of(report, stop);
  run.unsafe = ending == Ending::unsafe;
  const bool latches = ending == Ending::tripped || run.unsafe;
  try {
    const std::string driven = run.unsafe ? "the output may still be driven, after " : "";
    journal.append(named(ending), details(run, recording, latches ? driven + why(run.trip) : ""));
  } catch (const RunError& error) {
    throw LatchedError(run.unsafe ? fmt::format("{}\n  {}", error.what(), kUnsafe) : error.what());
  }
  if (ending == Ending::done && report.ended == LoopEnd::time_limit)
    throw RunError(
        fmt::format("scenario {}: the bodies had not parted when loop.scenario_time, {:g} ms, was over, so "
                    "the contact is cut off "
                    "({}); give it more time in the rig file",
                    run.scenario, 1e3 * campaign.rig.scenario_time, recording.string()));
  return ending;
}

void require_free(const Journal& journal) {
  if (const auto event = journal.latched())
    throw RunError(
        fmt::format("not armed: {}; inspect the rig, remove the cause, and acknowledge it", text_of(*event)));
}

}  // namespace

std::vector<CampaignRun> qualified(const Campaign& campaign) {
  std::vector<CampaignRun> runs;
  for (const std::uint64_t index : campaign.scenarios) {
    const sweep::Judged by_twin = judged_by(campaign, index, twin_of(campaign, index));
    const sweep::Judged by_identified = judged_by(campaign, index, study::axial_setup(campaign.study, index));
    CampaignRun run;
    run.scenario = index;
    run.predicted = by_twin.demand;
    run.judged = worse(by_identified, by_twin);
    if (!run.judged.qualifies()) run.state = CampaignRunState::not_qualified;
    for (run.repetition = 0; run.repetition < campaign.repetitions; ++run.repetition) runs.push_back(run);
  }
  return runs;
}

fs::path recording_of(const fs::path& output, const CampaignRun& run) {
  return attempt_of(recordings_of(output), run.scenario, run.repetition, run.attempt);
}

std::vector<ScenarioStatistics> statistics(const std::vector<CampaignRun>& runs) {
  std::vector<ScenarioStatistics> found;
  for (const CampaignRun& first : runs) {
    const auto seen = [&](const ScenarioStatistics& each) { return each.scenario == first.scenario; };
    if (!first.assessment || std::ranges::any_of(found, seen)) continue;
    std::vector<Measured> all;
    for (const CampaignRun& run : runs)
      if (run.assessment && run.scenario == first.scenario) all.push_back(run.assessment->rig);
    found.push_back(statistics(*first.assessment->twin, all, *first.budget));
  }
  return found;
}

bool run_campaign(const Campaign& campaign, const CampaignPlaces& places, std::vector<CampaignRun>& runs,
                  const std::atomic<bool>& stop, const std::function<void(const CampaignRun&)>& tell,
                  const std::function<void(const CampaignRun&)>& prepare) {
  keep_off(real_time_setup(campaign.rig).core);  // the lock's thread inherits this
  const sweep::RunLock lock(first_recordings_of(places.output));
  std::optional<sweep::RunLock> rig;  // excludes other verbs and campaigns on the same rig
  if (!campaign.rig.records.empty()) rig.emplace(campaign.rig.records);
  require_free(Journal(places.journal_file()));
  if (places.fresh) start_afresh(places.output);
  claim_folder(campaign, places.output);
  const fs::path folder = recordings_of(places.output);
  std::vector<bool> done;  // by earlier calls; trips are reported even if this call is stopped
  for (CampaignRun& run : runs)
    done.push_back(run.state != CampaignRunState::not_qualified && is_done(campaign, folder, run));
  struct Twin {
    std::shared_ptr<const TwinEnsemble> ensemble;
    std::shared_ptr<const Budget> budget;
  };
  std::map<std::uint64_t, Twin> twins;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    CampaignRun& run = runs[i];
    if (run.state == CampaignRunState::not_qualified) continue;
    if (stop) return false;
    if (!done[i]) {
      if (prepare) prepare(run);
      lock.check();
      run.state = CampaignRunState::not_run;
      run.attempt = attempts_at(folder, run.scenario, run.repetition);
      if (attempt(campaign, places, run, stop) == Ending::stopped) {
        run.trip = {};
        return false;
      }
    }
    run.state = run.trip || run.unsafe ? CampaignRunState::tripped : CampaignRunState::done;
    if (run.state == CampaignRunState::done) {
      Twin& twin = twins[run.scenario];
      if (!twin.ensemble) {
        twin.ensemble = std::make_shared<TwinEnsemble>(twin_ensemble(campaign, run.scenario));
        twin.budget = std::make_shared<Budget>(uncertainty_budget(campaign, *twin.ensemble));
      }
      run.assessment = assess(twin.ensemble, recording_of(places.output, run));
      run.budget = twin.budget;
    }
    tell(run);
    if (run.trip || run.unsafe) break;
  }
  return true;
}

}  // namespace hilspace::rig
