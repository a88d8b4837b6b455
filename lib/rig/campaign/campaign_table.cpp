// Result file and table of a campaign: the same columns.

#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <limits>

#include "core/error.hpp"
#include "results/records/campaign_result.hpp"
#include "rig/campaign/run_campaign.hpp"

namespace hilspace::rig {
namespace {

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

constexpr auto kFaultNames = [] {
  std::array<std::string_view, kFaults.size()> names{};
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = kFaults[i].name;
  return names;
}();

struct Column {
  results::Recorded what;
  std::function<double(const CampaignRun&)> value;
};

void add_measure(std::vector<Column>& list, std::size_t i) {
  const Measure& measure = kMeasures[i];
  const std::string name(measure.name), units(measure.units), what(measure.what);
  const auto add = [&](const std::string& end, const std::string& unit, const std::string& text, auto pick) {
    list.push_back({{name + end, unit, what + text, {}}, [i, pick](const CampaignRun& run) {
                      return run.assessment ? pick(run.assessment->held[i]) : kUndefined;
                    }});
  };
  add("_docking", units, ", docking model", [](const Held& held) { return held.docking; });
  add("_twin", units, ", twin", [](const Held& held) { return held.twin; });
  add("_rig", units, ", rig", [](const Held& held) { return held.rig; });
  add(".e_md_pct", "percent", ": twin against docking model",
      [](const Held& held) { return held.fidelity.e_md_pct; });
  add(".e_hd_pct", "percent", ": rig against docking model",
      [](const Held& held) { return held.fidelity.e_hd_pct; });
  add(".e_hm_pct", "percent", ": rig against twin", [](const Held& held) { return held.fidelity.e_hm_pct; });
  add(".fidelity_pct", "percent", ": share of the rig's error that the twin predicts",
      [](const Held& held) { return held.fidelity.fidelity_pct; });
}

const std::vector<Column>& columns() {
  static const std::vector<Column> all = [] {
    std::vector<Column> list{
        {{"scenario", "1", "of the study", {}},
         [](const CampaignRun& run) { return static_cast<double>(run.scenario); }},
        {{"repetition", "1", "of the scenario", {}},
         [](const CampaignRun& run) { return static_cast<double>(run.repetition); }},
        {{"attempt", "1", "number of the attempt described; 0: none yet", {}},
         [](const CampaignRun& run) { return static_cast<double>(run.attempt); }},
        {{"state", "", "state of the run", kCampaignRunStates},
         [](const CampaignRun& run) { return static_cast<double>(run.state); }},
        {{"trip.fault", "", "limit that was reached", kFaultNames},
         [](const CampaignRun& run) { return static_cast<double>(run.trip.fault); }},
        {{"qualification.extension", "m", "predicted extension", {}},
         [](const CampaignRun& run) { return run.judged.demand.extension; }},
        {{"qualification.force", "N", "predicted contact force", {}},
         [](const CampaignRun& run) { return run.judged.demand.force; }},
        {{"qualification.margin_pct", "percent", "margin to the binding limit", {}},
         [](const CampaignRun& run) {
           return run.judged.outcome == Outcome::ok ? run.judged.verdict.margin() : kUndefined;
         }},
        {{"momentum.ratio_rig",
          "1",
          "impulse of the recorded force over the change of momentum that was recorded with it",
          {}},
         [](const CampaignRun& run) {
           return run.assessment ? run.assessment->momentum.ratio() : kUndefined;
         }},
    };
    for (std::size_t i = 0; i < kMeasures.size(); ++i) add_measure(list, i);
    return list;
  }();
  return all;
}

std::string cell(const Column& column, const CampaignRun& run) {
  const double value = column.value(run);
  if (!column.what.flags.empty()) return std::string(column.what.flags[static_cast<std::size_t>(value)]);
  return std::isnan(value) ? "nan" : fmt::format("{}", value);
}

}  // namespace

void write_campaign_result(const Campaign& campaign, const std::filesystem::path& output,
                           const std::vector<CampaignRun>& runs) {
  results::CampaignResult result{campaign.study, {}, {}, {}};
  result.notes = {{"campaign", campaign.title},
                  {"campaign_text", campaign.resolved},
                  {"campaign_sha256", campaign.sha256},
                  {"rig", campaign.rig.resolved}};
  for (const Column& column : columns()) {
    result.columns.push_back({column.what, {}});
    for (const CampaignRun& run : runs) result.columns.back().values.push_back(column.value(run));
  }
  for (std::size_t i = 0; i < runs.size(); ++i)
    if (runs[i].assessment) result.traces.emplace_back(i, &runs[i].assessment->trace);
  results::write_campaign(output, result);

  const auto table = table_of_runs(output);
  std::ofstream file(table, std::ios::binary);
  file << "run";
  for (const Column& column : columns()) file << ',' << column.what.name;
  file << '\n';
  for (std::size_t i = 0; i < runs.size(); ++i) {
    file << i;
    for (const Column& column : columns()) file << ',' << cell(column, runs[i]);
    file << '\n';
  }
  file.close();
  if (!file) throw RunError(table.string() + ": cannot be written");
  write_statistics_table(table_of_statistics(output), statistics(runs));
}

}  // namespace hilspace::rig
