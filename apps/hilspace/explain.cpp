// hilspace explain: scenario of a result -> the instrument that causes most of its error
//
// Each stage of each instrument is removed in turn, and the scenario simulated without it. What then is left
// of an error is what the others cause.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "common.hpp"
#include "core/error.hpp"
#include "metrics/catalogue.hpp"
#include "results/results.hpp"
#include "simulate/simulate.hpp"
#include "stop.hpp"
#include "table.hpp"
#include "verbs.hpp"

namespace hilspace::app {
namespace po = boost::program_options;
namespace {

constexpr std::array<std::string_view, 4> kMeasures{"velocity.error_pct", "force.e_hint_pct",
                                                    "penetration.e_hint_pct", "energy.balance_error_pct"};

struct Variant {
  std::string name;
  models::AxialSetup setup;
};

/// The scenario as it is, then without each of its stages.
std::vector<Variant> variants(const models::AxialSetup& setup) {
  std::vector<Variant> list{{"as it is", setup}};
  using Chain = instruments::ChainSetup models::AxialSetup::*;
  for (const auto& [name, chain] :
       {std::pair<std::string_view, Chain>{"actuator", &models::AxialSetup::actuator},
        {"force_sensor", &models::AxialSetup::force_sensor}}) {
    const instruments::ChainSetup& whole = setup.*chain;
    for (std::size_t i = 0; i < whole.count; ++i) {
      Variant without{fmt::format("{}.{}", name, instruments::kStages[whole.stages[i].index()].name), setup};
      without.setup.*chain = whole.without(i);
      list.push_back(std::move(without));
    }
  }
  return list;
}

struct Measured {
  metrics::Row row;
  metrics::NumericalError error;
};
Measured measured(const models::AxialSetup& setup) {
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
std::string verdict(std::span<const Variant> variants, std::span<const Measured> rows, std::size_t metric) {
  const auto left = [&](std::size_t i) { return std::abs(rows[i].row.values[metric]); };
  std::size_t best = 0;
  for (std::size_t i = 1; i < rows.size(); ++i)
    if (!std::isnan(left(i)) && !(left(i) >= left(best))) best = i;
  const auto name = metrics::catalogue()[metric].name;
  if (std::isnan(left(0))) return fmt::format("{} is undefined here\n", name);
  if (best == 0)
    return fmt::format("{}: no single instrument causes it; each removal makes it larger\n", name);
  return fmt::format("most of {} comes from {}: without it {:.4g} becomes {:.4g}\n", name,
                     variants[best].name, rows[0].row.values[metric] + 0.0,
                     rows[best].row.values[metric] + 0.0);
}

std::vector<std::size_t> chosen_metrics(const CommandLine& line) {
  std::vector<std::size_t> chosen;
  if (line.has("metric")) {
    for (const auto& name : line.get<std::vector<std::string>>("metric")) {
      chosen.push_back(metric_index(name));
      if (chosen.back() == metrics::kMetricCount)
        throw InputError(fmt::format("--metric {}: no such metric; hilspace list metrics lists them", name));
    }
  } else {
    for (const auto name : kMeasures) chosen.push_back(metric_index(name));
  }
  return chosen;
}

/// The study that a result holds.
study::Study study_of(const std::string& file) {
  check_readable(file);
  const results::ResultFile result = results::read_result(file);
  study::Study study = study::parse(result.study, file, {}, known_metrics());
  if (const auto other = results::difference(result.identity, results::identity(study)); !other.empty())
    tell(fmt::format("warning: {}: {}; computed anew here\n", file, other));
  return study;
}

}  // namespace

int explain(std::span<const std::string> arguments) {
  CommandLine line("explain FILE.h5 --index I [--metric NAME]...", "result file");
  add_index_option(line);
  line.add()("metric", po::value<std::vector<std::string>>()->value_name("NAME")->composing(),
             "measure to look at (hilspace list metrics); repeatable");
  if (!line.parse(arguments)) return kDone;

  const auto chosen = chosen_metrics(line);
  const study::Study study = study_of(line.argument());
  const std::uint64_t scenario = scenario_index(line, study);
  const std::vector<Variant> all = variants(study::axial_setup(study, scenario));
  std::vector<Measured> rows;
  for (const Variant& variant : all) rows.push_back(measured(variant.setup));
  if (stop_requested()) return kInterrupted;

  fmt::print("{}, scenario {}\n\n", study.title, scenario);
  Table table("l" + std::string(chosen.size(), 'r'));
  std::vector<std::string> head{"without"};
  for (const std::size_t i : chosen) head.emplace_back(metrics::catalogue()[i].name);
  table.add(head);
  for (std::size_t v = 0; v < all.size(); ++v) {
    std::vector<std::string> row{v == 0 ? "nothing: " + all[v].name : all[v].name};
    for (const std::size_t i : chosen) row.push_back(cell(rows[v], i));
    table.add(row);
  }
  table.print();
  if (all.size() == 1)
    fmt::print("the instruments are ideal: there is nothing to remove\n");
  else
    for (const std::size_t i : chosen) fmt::print("{}", verdict(all, rows, i));
  return kDone;
}

}  // namespace hilspace::app
