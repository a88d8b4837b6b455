// hilspace explain: scenario of a result -> each stage removed in turn -> the main cause of its error

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <optional>

#include "analysis/attribution/attribution_table.hpp"
#include "command_line.hpp"
#include "core/error.hpp"
#include "exit_codes.hpp"
#include "file_checks.hpp"
#include "messages.hpp"
#include "results/reading/result_file.hpp"
#include "results/results.hpp"
#include "stop.hpp"
#include "study_argument.hpp"
#include "text/attribution_text.hpp"
#include "verbs.hpp"

namespace hilspace::app {
namespace {

constexpr std::array<std::string_view, 4> kMeasures{"velocity.error_pct", "force.e_hint_pct",
                                                    "penetration.e_hint_pct", "energy.balance_error_pct"};

std::size_t metric_index(std::string_view name) {
  const auto found = std::ranges::find(metrics::catalogue(), name, &metrics::Metric::name);
  return static_cast<std::size_t>(found - metrics::catalogue().begin());
}

std::vector<std::size_t> chosen_metrics(const CommandLine& line, models::ModelKind model) {
  std::vector<std::size_t> chosen;
  if (line.has("metric")) {
    for (const auto& name : line.get<std::vector<std::string>>("metric")) {
      chosen.push_back(metric_index(name));
      if (chosen.back() == metrics::kMetricCount || !metrics::catalogue()[chosen.back()].belongs_to(model))
        throw InputError(fmt::format(
            "--metric {}: a study of model {} has no such metric; hilspace list metrics lists them", name,
            models::kModels[static_cast<std::size_t>(model)].name));
    }
  } else {
    for (const auto name : kMeasures) chosen.push_back(metric_index(name));
  }
  return chosen;
}

/// The study contained in a result.
study::Study study_of(const std::string& file) {
  check_readable(file);
  const results::ResultFile result = reading([&] { return results::read_head(file); });
  study::Study study = reading([&] { return results::stored_study(result.study, file); });
  if (const auto other = results::difference(result.identity, results::identity(study)); !other.empty())
    tell(fmt::format("warning: {}: {}; recomputed here\n", file, other));
  return study;
}

}  // namespace

int explain(std::span<const std::string> arguments) {
  CommandLine line(
      "hilspace explain FILE.h5 [--index I | --at KEY=VALUE...] [--metric NAME]... [-o ATTRIBUTION.h5]",
      "result file");
  line.about(
      "Removes each stage of each instrument in turn, a compensator and the parts of a hybrid contact, to "
      "find what causes most of a scenario's error.");
  line.example("hilspace explain study.h5 --at \"actuator.total_delay=1 ms\" --metric velocity.error_pct");
  add_scenario_options(line);
  line.list("metric", "NAME", "metric to explain (hilspace list metrics); repeatable");
  line.option<std::string>("output,o", "ATTRIBUTION.h5", "also write the attribution to a file");
  if (!line.parse(arguments)) return kDone;

  const study::Study study = study_of(line.argument());
  const auto chosen = chosen_metrics(line, study.model);
  const std::uint64_t scenario = chosen_scenario(line, study);
  std::optional<results::Place> output;
  if (line.has("output")) output = check_table_writable(line.get<std::string>("output"));

  const auto removals = analysis::attribute(study, scenario, stop_requested());
  if (!removals) return kInterrupted;
  if (output) results::write_table(*output, study, analysis::attribution_table(scenario, *removals, chosen));
  print_attribution(study, scenario, *removals, chosen);
  return kDone;
}

}  // namespace hilspace::app
