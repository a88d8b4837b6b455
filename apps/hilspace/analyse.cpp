// hilspace analyse: result -> ranking of the parameters for every metric; trade-offs between two of them;
// --local: one scenario -> derivatives of its metrics; --local --every: likewise all scenarios of a study

#include "analysis/sensitivity/analyse.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "analysis/derivatives/derivatives_table.hpp"
#include "analysis/derivatives/every_table.hpp"
#include "analysis/sensitivity/sensitivity_table.hpp"
#include "analysis/sensitivity/trade_off_study.hpp"
#include "command_line.hpp"
#include "core/error.hpp"
#include "exit_codes.hpp"
#include "file_checks.hpp"
#include "messages.hpp"
#include "results/reading/result_file.hpp"
#include "results/reading/result_reader.hpp"
#include "results/results.hpp"
#include "stop.hpp"
#include "study_argument.hpp"
#include "text/analysis_text.hpp"
#include "text/derivatives_text.hpp"
#include "text/every_derivative_text.hpp"
#include "text/progress.hpp"
#include "text/title.hpp"
#include "verbs.hpp"

namespace hilspace::app {
namespace {

using analysis::Analysis;

constexpr std::string_view kUsage =
    "hilspace analyse FILE.h5 [--metric NAME]... [--top N] [--csv] [-o FILE.h5] [--confidence 0.95] "
    "[--trade-off FIRST,SECOND [--share 5%]]\n"
    "       hilspace analyse STUDY|FILE.h5 --local [--index I | --at KEY=VALUE...] [--metric NAME]... [--top "
    "N] "
    "[--csv] [-o FILE.h5] [--step 2%] [--set PATH=VALUE]... [--threads N]\n"
    "       hilspace analyse STUDY|FILE.h5 --local --every [--metric NAME]... [--top N] [-o FILE.h5] [--set "
    "PATH=VALUE]... [--threads N]";

/// The study contained in a result, which defines its design.
study::Study study_of(const std::string& file, const results::ResultFile& result) {
  const auto read = [&] {
    try {
      return reading([&] { return results::stored_study(result.study, file); });
    } catch (const InputError& error) {
      throw InputError(
          fmt::format("{}\n{}: was computed by hilspace {} (revision {}); use that version to analyse it",
                      error.what(), file, result.identity.program_version, result.identity.revision));
    }
  };
  study::Study study = read();
  if (const auto other = results::difference(result.identity, results::identity(study)); !other.empty())
    tell(fmt::format("warning: {}: {}; its numbers are analysed unchanged\n", file, other));
  return study;
}

double read_confidence(const CommandLine& line) {
  const double confidence = line.get<double>("confidence");
  if (!(confidence > 0.0 && confidence < 1.0))
    throw InputError(fmt::format("--confidence {}: must lie between 0 and 1, such as 0.95", confidence));
  return confidence;
}

/// "5%", "5 %" -> 0.05
double read_share(const std::string& text, const char* option) {
  double number = 0.0;
  const char* const end = text.data() + text.size();
  const auto [behind, error] = std::from_chars(text.data(), end, number);
  const std::string_view rest(behind, static_cast<std::size_t>(end - behind));
  if (error != std::errc() || (rest != "%" && rest != " %") || !(number > 0.0) || !std::isfinite(number))
    throw InputError(fmt::format("--{0} {1}: write a percentage above 0, such as --{0} 5%", option, text));
  return number / 100.0;
}

std::pair<std::string, std::string> read_pair(const std::string& text) {
  const auto comma = text.find(',');
  if (comma == 0 || comma == std::string::npos || comma + 1 == text.size())
    throw InputError(fmt::format(
        "--trade-off {}: write two parameters, such as actuator.total_delay,actuator.resolution", text));
  return {text.substr(0, comma), text.substr(comma + 1)};
}

analysis::NamedTradeOff trade_offs(const study::Study& study, const results::ResultFile& result,
                                   const analysis::NumbersOf& numbers, const Analysis& analysed,
                                   const CommandLine& line) {
  analysis::NamedTradeOff found;
  found.share = read_share(line.get<std::string>("share"), "share");
  const auto [first, second] = read_pair(line.get<std::string>("trade-off"));
  const auto axes = analysis::trade_off_axes(study, first, second);
  for (const auto& its : analysed.metrics) {
    auto grid =
        analysis::trade_off_grid(study, result, axes, analysis::metric_in(result, its.metric), numbers);
    found.metrics.push_back(analysis::trade_off(grid, found.share));
    found.first.values = std::move(grid.first);
    found.second.values = std::move(grid.second);
  }
  const auto name = [&](analysis::NamedTradeOff::Parameter& parameter, study::Id id) {
    parameter.name = study::parameter(id).path;
    parameter.units = study::parameter(id).unit;
  };
  name(found.first, axes.first_parameter);
  name(found.second, axes.second_parameter);
  return found;
}

/// Unless named explicitly, only metrics that compare HIL with docking, and that vary.
void leave_out_what_tells_nothing(Analysis& analysed) {
  std::erase_if(analysed.metrics, [](const analysis::Sensitivity& its) { return !its.in_keys; });
}

int read_top(const CommandLine& line) {
  const int top = line.get<int>("top");
  if (top < 1) throw InputError(fmt::format("--top {}: must be 1 or more", top));
  return top;
}

/// Options of the derivatives of one scenario, and those of what is asked of all.
constexpr std::array kOfOne{"index", "at", "set", "step", "threads"};
constexpr std::array kOfAll{"trade-off", "share", "confidence"};
/// Of one scenario only.
constexpr std::array kNotOfEvery{"index", "at", "step", "csv"};

void check_options(const CommandLine& line) {
  if (line.has("every")) {
    if (!line.has("local")) throw InputError("--every: is for derivatives; add --local, or leave it out");
    for (const char* option : kNotOfEvery)
      if (line.given(option))
        throw InputError(fmt::format(
            "--{}: is for the derivatives of one scenario, not with --every; use one of them", option));
  }
  if (line.has("local")) {
    for (const char* option : kOfAll)
      if (line.given(option))
        throw InputError(fmt::format(
            "--{}: is for what is asked of all scenarios, not with --local; use one of them", option));
    return;
  }
  for (const char* option : kOfOne)
    if (line.given(option))
      throw InputError(
          fmt::format("--{}: is for the derivatives of one scenario; add --local, or leave it out", option));
}

/// Those named, or all that the study stores.
std::vector<std::size_t> metrics_of(const CommandLine& line, const study::Study& study) {
  if (!line.has("metric")) return results::stored_metrics(study);
  const auto catalogue = metrics::catalogue();
  std::vector<std::size_t> chosen;
  for (const auto& name : line.get<std::vector<std::string>>("metric")) {
    const auto found = std::ranges::find(catalogue, name, &metrics::Metric::name);
    if (found == catalogue.end() || !found->belongs_to(study.model))
      throw InputError(
          fmt::format("--metric {}: a study of model {} has no such metric; hilspace list metrics lists them",
                      name, models::kModels[static_cast<std::size_t>(study.model)].name));
    chosen.push_back(static_cast<std::size_t>(found - catalogue.begin()));
  }
  return chosen;
}

/// The study that is named, or that of a result, which is computed anew.
study::Study study_argument(const CommandLine& line) {
  if (line.argument() == "-" || !is_hdf5(line.argument())) return load_study(line);
  if (line.has("set")) throw InputError("--set: a result has its study; use --set with the study file");
  check_readable(line.argument());
  const results::ResultFile head = reading([&] { return results::read_head(line.argument()); });
  return reading([&] { return results::stored_study(head.study, line.argument()); });
}

int analyse_one(const CommandLine& line) {
  const study::Study study = study_argument(line);
  const auto metrics = metrics_of(line, study);
  const std::uint64_t scenario = chosen_scenario(line, study);
  const int top = read_top(line);
  ProgressBar bar(false);
  const analysis::LocalOptions options{
      .step = read_share(line.get<std::string>("step"), "step"),
      .threads = chosen_threads(line),
      .progress = [&](std::size_t done, std::size_t runs) { bar.run(done, runs); }};
  if (!(options.step <= 0.5))
    throw InputError(fmt::format("--step {}: at most 50%", line.get<std::string>("step")));
  std::optional<results::Place> output;
  if (line.has("output")) output = check_table_writable(line.get<std::string>("output"));
  const auto local = analysis::derivatives(study, scenario, metrics, options, stop_requested());
  bar.finish();
  if (!local) return kInterrupted;
  if (output) results::write_table(*output, study, analysis::derivatives_table(scenario, *local));
  if (line.has("csv"))
    print_csv(*local);
  else
    print_derivatives(study, scenario, *local, static_cast<std::size_t>(top), line.has("metric"));
  return kDone;
}

int analyse_every(const CommandLine& line) {
  const study::Study study = study_argument(line);
  const auto metrics = metrics_of(line, study);
  const int top = read_top(line);
  ProgressBar bar(false);
  const analysis::LocalOptions options{
      .threads = chosen_threads(line),
      .progress = [&](std::size_t done, std::size_t runs) { bar.run(done, runs); }};
  std::optional<results::Place> output;
  if (line.has("output")) output = check_table_writable(line.get<std::string>("output"));
  auto every = analysis::every_derivative(study, metrics, options, stop_requested());
  bar.finish();
  if (!every) {
    tell("interrupted\n");
    return kInterrupted;
  }
  print_every_derivative(study, *every, static_cast<std::size_t>(top));
  if (output) results::write_table(*output, study, analysis::every_table(*std::move(every)));
  return kDone;
}

}  // namespace

int analyse(std::span<const std::string> arguments) {
  CommandLine line(std::string(kUsage), "result file, or with --local a study");
  line.about(
      "Says which parameters of a result matter most, for every metric: indices, effects or correlations, as "
      "its\ndesign allows, with their intervals. --local: derivatives of the metrics of one scenario with "
      "respect to "
      "each of its\nparameters, with their errors.");
  line.example("hilspace analyse study.h5 --top 5");
  line.list("metric", "NAME",
            "metric to analyse in detail (hilspace list metrics); repeatable; default: all");
  line.option<int>("top", "N", "parameters shown of each metric", 3);
  line.flag("csv", "print one line per metric, parameter and measure instead");
  line.option<std::string>("output,o", "FILE.h5", "also write the analysis to a file");
  line.option<double>("confidence", "P", "confidence level of the intervals", 0.95);
  line.option<std::string>(
      "trade-off", "FIRST,SECOND",
      "for a grid: where the second parameter begins to matter in addition to the first");
  line.option<std::string>("share", "N%", "relative change of a metric that matters", "5%");
  line.flag("local", "derivatives of one scenario, of a study or of a result's study");
  line.flag("every", "with --local: of all scenarios that have a linearised solve by collocation");
  line.option<std::string>("step", "N%", "largest change of a parameter, for --local", "2%");
  add_scenario_options(line);
  add_study_options(line);
  add_thread_option(line);
  if (!line.parse(arguments)) return kDone;
  check_options(line);
  if (line.has("every")) return analyse_every(line);
  if (line.has("local")) return analyse_one(line);

  analysis::Options options{.metrics = line.has("metric") ? line.get<std::vector<std::string>>("metric")
                                                          : std::vector<std::string>{},
                            .confidence = read_confidence(line)};
  const int top = read_top(line);
  const std::string& file = line.argument();
  check_readable(file);
  std::optional<results::Place> output;
  if (line.has("output")) output = check_table_writable(line.get<std::string>("output"));

  auto reader = reading([&] { return results::ResultReader(file); });
  const results::ResultFile& result = reader.contents();
  const study::Study study = study_of(file, result);
  ProgressBar progress(false);
  options.numbers = [&](const results::Variable& variable) { return reader.numbers(variable); };
  options.progress = [&](std::size_t done, std::size_t metrics) { progress.read(done, metrics); };
  Analysis analysed = reading([&] { return analysis::analyse(study, result, options); });
  progress.finish();
  std::optional<analysis::NamedTradeOff> trade_off;
  if (line.has("trade-off")) {
    if (options.metrics.empty()) leave_out_what_tells_nothing(analysed);
    if (analysed.metrics.empty() && !study.design)  // which is refused as such
      throw InputError(fmt::format(
          "--trade-off: no metric of {0} can be judged; hilspace analyse {0} gives the reasons", file));
    trade_off = reading([&] { return trade_offs(study, result, options.numbers, analysed, line); });
  }
  if (output) {
    results::AnalysisTable table = analysis::sensitivity_table(analysed);
    if (trade_off) analysis::add_trade_off(*trade_off, table);
    results::write_table(*output, study, table);
  }
  const bool in_detail = !options.metrics.empty();
  if (line.has("csv")) {
    trade_off ? print_csv(analysed, *trade_off) : print_csv(analysed);
    return kDone;
  }
  fmt::print("{}\n\n", printed_title(study));
  if (trade_off)
    print_trade_offs(analysed, *trade_off, in_detail);
  else
    print_analysis(analysed, static_cast<std::size_t>(top), in_detail);
  return kDone;
}

}  // namespace hilspace::app
