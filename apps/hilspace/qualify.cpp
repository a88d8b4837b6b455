// hilspace qualify: study of the rig -> scenarios -> simulate -> which of them the rig can bear, and why not

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "command_line.hpp"
#include "core/error.hpp"
#include "exit_codes.hpp"
#include "file_checks.hpp"
#include "messages.hpp"
#include "qualification.hpp"
#include "results/table_file.hpp"
#include "stop.hpp"
#include "study_argument.hpp"
#include "sweep/all_rows.hpp"
#include "sweep/qualify.hpp"
#include "verbs.hpp"

namespace hilspace::app {
namespace {

using study::Id;

using sweep::Judged;

void print_csv(const study::Study& study, std::span<const Judged> scenarios) {
  fmt::print("index");
  for (const auto& axis : study.axes)
    for (const Id id : axis.parameters) fmt::print(",{}", study::parameter(id).path);
  fmt::print(",extension,force,velocity,acceleration,qualifies,binds,margin_pct\n");
  for (std::size_t index = 0; index < scenarios.size(); ++index) {
    const Judged& its = scenarios[index];
    fmt::print("{}", index);
    const auto positions = study::positions(study, index);
    for (std::size_t k = 0; k < positions.size(); ++k)
      for (std::size_t p = 0; p < study.axes[k].parameters.size(); ++p)
        fmt::print(",{}",
                   study::text_of(study, study.axes[k].parameters[p], study.axes[k].values[p][positions[k]]));
    const bool ok = its.outcome == Outcome::ok;
    for (const double number :
         {its.demand.extension, its.demand.force, its.demand.velocity, its.demand.acceleration})
      fmt::print(",{}", ok ? fmt::format("{}", number) : "nan");
    fmt::print(",{},{},{}\n", its.qualifies() ? 1 : 0, its.reason(),
               ok ? fmt::format("{}", its.verdict.margin()) : "nan");
  }
}

/// The same as a file, on the study's axes.
void write(const results::Place& place, const study::Study& study, std::span<const Judged> scenarios) {
  results::Table table{"qualification", true};
  const auto axes = results::axis_names(study);
  const auto add = [&](const char* name, const char* units, const char* long_name, auto value) {
    results::Variable& variable = table.variables.emplace_back();
    variable.name = name;
    variable.units = units;
    variable.long_name = long_name;
    variable.dimensions = axes;
    for (const Judged& its : scenarios) variable.values.push_back(static_cast<double>(value(its)));
  };
  const auto add_demand = [&](const char* name, const char* units, const char* long_name, auto demand) {
    add(name, units, long_name, [&](const Judged& its) {
      return its.outcome == Outcome::ok ? its.demand.*demand : std::numeric_limits<double>::quiet_NaN();
    });
  };
  add("outcome", "", "how the simulation ended", [](const Judged& its) { return its.outcome; });
  for (const auto& outcome : kOutcomes) table.variables.back().flags.emplace_back(outcome.name);
  add("qualifies", "", "whether the rig can bear it", [](const Judged& its) { return its.qualifies(); });
  table.variables.back().flags = {"no", "yes"};
  add("binds", "", "what binds first: a limit, or that the simulation did not end well",
      [](const Judged& its) {
        return its.outcome == Outcome::ok ? static_cast<std::size_t>(its.verdict.binds)
                                          : metrics::kLimits.size();
      });
  for (const auto limit : metrics::kLimits) {
    table.variables.back().flags.emplace_back(limit);
    std::ranges::replace(table.variables.back().flags.back(), ' ',
                         '_');  // they are a list of words in the file
  }
  table.variables.back().flags.emplace_back("outcome");
  add("margin_pct", "percent", "of the limit that binds", [](const Judged& its) {
    return its.outcome == Outcome::ok ? its.verdict.margin() : std::numeric_limits<double>::quiet_NaN();
  });
  add_demand("extension", "m", "largest extension asked of the actuator", &metrics::Demand::extension);
  add_demand("force", "N", "largest contact force", &metrics::Demand::force);
  add_demand("velocity", "m s-1", "largest velocity asked for", &metrics::Demand::velocity);
  add_demand("acceleration", "m s-2", "largest acceleration asked for", &metrics::Demand::acceleration);
  results::write_table(place, study, table);
}

/// "23 of 72 scenarios qualify", what keeps the others off, and what was not looked at.
void print_summary(const study::Study& study, std::span<const Judged> scenarios) {
  const auto count = std::ranges::count_if(scenarios, &Judged::qualifies);
  fmt::print("{} of {} scenario{} qualif{}", count, grouped(scenarios.size()),
             scenarios.size() == 1 ? "" : "s", scenarios.size() == 1 ? "ies" : "y");
  std::vector<std::string_view> reasons(metrics::kLimits.begin(), metrics::kLimits.end());
  for (const auto& outcome : kOutcomes) reasons.push_back(outcome.name);
  std::string separator = "; what keeps the others off: ";
  for (const auto reason : reasons)
    if (const auto others = std::ranges::count_if(
            scenarios, [&](const Judged& its) { return !its.qualifies() && its.reason() == reason; });
        others > 0)
      fmt::print("{}{} ({})", std::exchange(separator, ", "), reason, others);
  fmt::print("\n");
  std::vector<std::string_view> absent;
  for (const Id id : {"rig.velocity_limit"_id, "rig.acceleration_limit"_id})
    if (std::isnan(study::parameter_values(study, 0)[id])) absent.push_back(study::parameter(id).path);
  if (!absent.empty()) fmt::print("not looked at, since not given: {}\n", fmt::join(absent, ", "));
}

}  // namespace

int qualify(std::span<const std::string> arguments) {
  CommandLine line("hilspace qualify STUDY [--set PATH=VALUE]... [--csv] [-o FILE.h5] [--threads N]",
                   "study file");
  line.flag("csv", "print one line per scenario, in SI units, instead of the table and its summary");
  line.option<std::string>("output,o", "FILE.h5", "write it as a table, too");
  line.option<int>("threads", "N", "threads; 0: all there are", 0);
  add_study_options(line);
  if (!line.parse(arguments)) return kDone;

  const study::Study study = load_study(line);
  if (study.model != models::ModelKind::rig)
    throw InputError(line.argument() +
                     ": model: only a study of the rig says what it has to bear; write "
                     "model = \"rig\"");
  if (!study.hil)
    throw InputError(line.argument() +
                     ": models: the HIL model is what is judged; add \"hil\", or leave "
                     "models out");
  const int threads = line.get<int>("threads");
  if (threads < 0) throw InputError(fmt::format("--threads {}: must be 0 (all there are) or more", threads));

  std::optional<results::Place> output;
  if (line.has("output")) output = check_table_writable(line.get<std::string>("output"));

  std::vector<Judged> scenarios(study::scenario_count(study));
  if (!sweep::simulate_all(study, threads, stop_requested(), [&](std::uint64_t index, const auto& row) {
        scenarios[index] = sweep::judged(study, index, row);
      })) {
    tell("interrupted\n");
    return kInterrupted;
  }
  if (output) write(*output, study, scenarios);
  if (line.has("csv")) {
    print_csv(study, scenarios);
    return kDone;
  }
  fmt::print("{}\n\n", printable(study.title));
  std::vector<std::uint64_t> all(scenarios.size());
  std::iota(all.begin(), all.end(), std::uint64_t{0});
  print_qualification(study, all, scenarios);
  print_summary(study, scenarios);
  return kDone;
}

}  // namespace hilspace::app
