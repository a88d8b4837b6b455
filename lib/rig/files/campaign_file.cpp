#include "rig/files/campaign_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/error.hpp"
#include "results/format/column.hpp"
#include "study/notation/sha256.hpp"

namespace hilspace::rig {
namespace {

constexpr std::array<std::string_view, 1> kOthers{"scenarios"};

std::string beside(const std::string& file, const std::string& path) {
  return (std::filesystem::path(file).parent_path() / path).lexically_normal().string();
}

std::vector<Field> keys_of(Campaign& campaign) {
  return {
      {"title", "1", &campaign.title, "of the campaign"},
      {"study", "1", &campaign.study_path, "study of the rig whose scenarios are run"},
      {"rig", "1", &campaign.rig_path, "rig file"},
      {"twin", "1", Choice{study::kTwins, &campaign.twin}, "twin that the rig is compared with"},
      {"repetitions", "1", &campaign.repetitions, "runs of each scenario", 1.0, 1e4,
       "each has a recording of its own"},
      {"twins", "1", &campaign.twins, "runs of the twin in the ensemble", 2.0, 1e4, "each is kept in memory"},
      {"energy_margin", "1", &campaign.energy_margin,
       "times what the twin predicts the contact to give, from which on the energy watchdog trips", 1.0, 1e3,
       "with so wide a margin no fault would be seen"},
  };
}

void read_scenarios(const study::Table& root, Campaign& campaign, study::Findings& findings) {
  const study::Entry* entry = study::find(root, "scenarios");
  const std::uint64_t count = study::scenario_count(campaign.study);
  if (entry == nullptr) {
    for (std::uint64_t index = 0; index < count; ++index) campaign.scenarios.push_back(index);
    return;
  }
  const auto* list = entry->value.as<study::Array>();
  if (list == nullptr || list->empty()) {
    findings.add(entry->place, "scenarios: must be a list of indices, e.g. [0, 3]; omit it for all");
    return;
  }
  for (const study::Value& value : *list) {
    const auto* index = value.as<std::int64_t>();
    if (index == nullptr || *index < 0 || static_cast<std::uint64_t>(*index) >= count)
      findings.add(value.place, fmt::format("scenarios: {}: the study has the scenarios 0 to {}",
                                            study::shown(value), count - 1));
    else if (std::ranges::find(campaign.scenarios, static_cast<std::uint64_t>(*index)) !=
             campaign.scenarios.end())
      findings.add(
          value.place,
          fmt::format("scenarios: {}: is listed twice; to run each scenario more often, use repetitions = 2",
                      *index));
    else
      campaign.scenarios.push_back(static_cast<std::uint64_t>(*index));
  }
}

}  // namespace

Campaign load_campaign(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file || std::filesystem::is_directory(path))
    throw InputError(path + ": cannot be read; does the file exist?");
  std::ostringstream text;
  text << file.rdbuf();

  study::Findings findings(path);
  Campaign campaign;
  campaign.path = path;
  const study::Table root = study::read_document(text.str(), findings);
  const std::vector<Field> keys = keys_of(campaign);
  read_fields(root, keys, kOthers, findings);
  for (const auto& [key, value] : {std::pair{"study", &campaign.study_path}, {"rig", &campaign.rig_path}})
    if (value->empty()) findings.add({}, fmt::format("{}: is missing; give the path of the file", key));
  findings.throw_if_any();

  // The study is read without the twin first: a study of another model has no rig.twin.
  const std::string study_path = beside(path, campaign.study_path);
  if (study::load(study_path, {}, results::known_metrics()).model != models::ModelKind::rig)
    findings.add(
        study::find(root, "study")->value.place,
        fmt::format("study: {} is not a study of the rig; it needs model = \"rig\"", campaign.study_path));
  findings.throw_if_any();
  const std::array twin{study::Override{"rig.twin", std::string(study::kTwins[campaign.twin])}};
  campaign.study = study::load(study_path, twin, results::known_metrics());
  campaign.rig = load_rig(beside(path, campaign.rig_path));
  read_scenarios(root, campaign, findings);
  findings.throw_if_any();
  campaign.resolved =
      fmt::format("{}scenarios = [{}]\n\n# rig\n{}\n# study\n{}", text_of(keys),
                  fmt::join(campaign.scenarios, ", "), campaign.rig.resolved, campaign.study.resolved);
  campaign.sha256 = study::sha256(campaign.resolved);
  return campaign;
}

}  // namespace hilspace::rig
