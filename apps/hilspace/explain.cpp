// hilspace explain: scenario of a result -> the instrument that causes most of its error
//
// Each stage of each instrument is removed in turn, in six degrees of freedom from all six components at
// once, and the scenario simulated without it. What then is left of an error is what the others cause.

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "command_line.hpp"
#include "core/error.hpp"
#include "exit_codes.hpp"
#include "file_checks.hpp"
#include "messages.hpp"
#include "metrics/catalogue.hpp"
#include "metrics/numerical_error.hpp"
#include "results/results.hpp"
#include "simulate/rig.hpp"
#include "simulate/sixdof.hpp"
#include "stop.hpp"
#include "study_argument.hpp"
#include "sweep/scenario.hpp"
#include "sweep/stored_study.hpp"
#include "table.hpp"
#include "verbs.hpp"

namespace hilspace::app {
namespace {

constexpr std::array<std::string_view, 4> kMeasures{"velocity.error_pct", "force.e_hint_pct",
                                                    "penetration.e_hint_pct", "energy.balance_error_pct"};

template <class Setup>
struct Variant {
  std::string name;
  Setup setup;
};

/// The instruments of a setup: a name, and where its chains are.
template <class Setup>
using Instrument = std::pair<std::string_view, std::span<instruments::ChainSetup> (*)(Setup&)>;

std::array<Instrument<models::AxialSetup>, 2> instruments_of(const models::AxialSetup&) {
  return {{{"actuator", [](models::AxialSetup& setup) { return std::span(&setup.actuator, 1); }},
           {"force_sensor", [](models::AxialSetup& setup) { return std::span(&setup.force_sensor, 1); }}}};
}
std::array<Instrument<models::SixDofSetup>, 2> instruments_of(const models::SixDofSetup&) {
  using Chains = std::span<instruments::ChainSetup>;
  return {{{"robot", [](models::SixDofSetup& setup) { return Chains(setup.robot); }},
           {"wrench_sensor", [](models::SixDofSetup& setup) { return Chains(setup.wrench_sensor); }}}};
}

std::array<Instrument<models::RigSetup>, 2> instruments_of(const models::RigSetup&) {
  return {
      {{"position_sensor",
        [](models::RigSetup& setup) { return std::span(&setup.plant.position_sensor, 1); }},
       {"force_sensor", [](models::RigSetup& setup) { return std::span(&setup.plant.force_sensor, 1); }}}};
}

/// The kinds of their stages, as they come.
std::vector<std::size_t> kinds_in(std::span<const instruments::ChainSetup> chains) {
  std::vector<std::size_t> kinds;
  for (const auto& chain : chains)
    for (const auto& stage : chain.all())
      if (std::ranges::find(kinds, stage.index()) == kinds.end()) kinds.push_back(stage.index());
  return kinds;
}

void remove(std::span<instruments::ChainSetup> chains, std::size_t kind) {
  for (auto& chain : chains)
    for (std::size_t i = chain.count; i-- > 0;)
      if (chain.stages[i].index() == kind) chain = chain.without(i);
}

/// The scenario as it is, then without each kind of stage of each instrument.
template <class Setup>
std::vector<Variant<Setup>> variants(const Setup& setup) {
  std::vector<Variant<Setup>> list{{"as it is", setup}};
  for (const auto& [name, chains] : instruments_of(setup))
    for (const std::size_t kind : kinds_in(chains(list.front().setup))) {
      list.push_back({fmt::format("{}.{}", name, instruments::kStages[kind].name), setup});
      remove(chains(list.back().setup), kind);
    }
  if constexpr (std::is_same_v<Setup, models::SixDofSetup>)
    for (const auto& [name, coupling] : {std::pair{"robot.coupling", &Setup::robot_coupling},
                                         {"wrench_sensor.coupling", &Setup::wrench_coupling}})
      if (setup.*coupling != models::kUncoupled) {
        list.push_back({name, setup});
        list.back().setup.*coupling = models::kUncoupled;
      }
  return list;
}

struct Measured {
  metrics::Row row;
  metrics::NumericalError error;
};
template <class Setup>
Measured measured(const Setup& setup) {
  Measured found{simulate::simulate(setup, stop_requested()), {}};
  std::vector<metrics::Row> finer;
  for (std::size_t i = 0; i < simulate::kRefinements.size(); ++i)
    finer.push_back(simulate::simulate(simulate::finer(setup, i), stop_requested()));
  found.error.include(found.row, finer);
  return found;
}

std::size_t metric_index(std::string_view name) {
  const auto found = std::ranges::find(metrics::catalogue(), name, &metrics::Metric::name);
  return static_cast<std::size_t>(found - metrics::catalogue().begin());
}

/// "52.52 +- 0.003", or how the run failed.
std::string cell(const Measured& measured, std::size_t metric) {
  const double value = measured.row.values[metric];
  if (measured.row.outcome != Outcome::ok)
    return std::string(kOutcomes[static_cast<std::size_t>(measured.row.outcome)].name);
  if (std::isnan(value)) return "-";
  return fmt::format("{:.4g} +- {:.1g}", value + 0.0, measured.error.values[metric]);
}

/// "52.5 % becomes 0.31 %"
std::string verdict(std::span<const std::string> names, std::span<const Measured> rows, std::size_t metric) {
  const auto left = [&](std::size_t i) { return std::abs(rows[i].row.values[metric]); };
  std::size_t best = 0;
  for (std::size_t i = 1; i < rows.size(); ++i)
    if (!std::isnan(left(i)) && !(left(i) >= left(best))) best = i;
  const auto name = metrics::catalogue()[metric].name;
  if (std::isnan(left(0))) return fmt::format("{} is undefined here\n", name);
  if (best == 0)
    return fmt::format("{}: no single instrument causes it; each removal makes it larger\n", name);
  return fmt::format("most of {} comes from {}: without it {:.4g} becomes {:.4g}\n", name, names[best],
                     rows[0].row.values[metric] + 0.0, rows[best].row.values[metric] + 0.0);
}

std::vector<std::size_t> chosen_metrics(const CommandLine& line, models::Kind model) {
  std::vector<std::size_t> chosen;
  if (line.has("metric")) {
    for (const auto& name : line.get<std::vector<std::string>>("metric")) {
      chosen.push_back(metric_index(name));
      if (chosen.back() == metrics::kMetricCount || !metrics::catalogue()[chosen.back()].belongs_to(model))
        throw InputError(fmt::format(
            "--metric {}: a study of model {} has no such metric; hilspace list metrics lists them", name,
            models::kKinds[static_cast<std::size_t>(model)].name));
    }
  } else {
    for (const auto name : kMeasures) chosen.push_back(metric_index(name));
  }
  return chosen;
}

/// The study that a result holds.
study::Study study_of(const std::string& file) {
  check_readable(file);
  const results::ResultFile result = results::read_head(file);
  study::Study study = sweep::stored_study(result.study, file);
  if (const auto other = results::difference(result.identity, results::identity(study)); !other.empty())
    tell(fmt::format("warning: {}: {}; computed anew here\n", file, other));
  return study;
}

}  // namespace

int explain(std::span<const std::string> arguments) {
  CommandLine line("hilspace explain FILE.h5 --index I [--metric NAME]...", "result file");
  add_index_option(line);
  line.list("metric", "NAME", "measure to look at (hilspace list metrics); repeatable");
  if (!line.parse(arguments)) return kDone;

  const study::Study study = study_of(line.argument());
  const auto chosen = chosen_metrics(line, study.model);
  const std::uint64_t scenario = scenario_index(line, study);
  std::vector<std::string> names;  // of what is removed
  std::vector<Measured> rows;
  std::visit(
      [&](const auto& setup) {
        for (const auto& variant : variants(setup)) {
          names.push_back(variant.name);
          rows.push_back(measured(variant.setup));
        }
      },
      sweep::scenario(study, scenario));
  if (stop_requested()) return kInterrupted;

  fmt::print("{}, scenario {}\n\n", printable(study.title), scenario);
  Table table("l" + std::string(chosen.size(), 'r'));
  std::vector<std::string> head{"without"};
  for (const std::size_t i : chosen) head.emplace_back(metrics::catalogue()[i].name);
  table.add(head);
  for (std::size_t v = 0; v < names.size(); ++v) {
    std::vector<std::string> row{v == 0 ? "nothing: " + names[v] : names[v]};
    for (const std::size_t i : chosen) row.push_back(cell(rows[v], i));
    table.add(row);
  }
  table.print();
  if (names.size() == 1)
    fmt::print("the instruments are ideal: there is nothing to remove\n");
  else
    for (const std::size_t i : chosen) fmt::print("{}", verdict(names, rows, i));
  return kDone;
}

}  // namespace hilspace::app
