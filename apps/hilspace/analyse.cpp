// hilspace analyse: result -> ranking of the parameters for every metric; trade-offs between two of them

#include "analysis/sensitivity/analyse.hpp"

#include <fmt/core.h>

#include <charconv>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "analysis/sensitivity/sensitivity_table.hpp"
#include "analysis/sensitivity/trade_off_study.hpp"
#include "command_line.hpp"
#include "core/error.hpp"
#include "exit_codes.hpp"
#include "file_checks.hpp"
#include "messages.hpp"
#include "results/reading/result_file.hpp"
#include "results/reading/result_reader.hpp"
#include "text/analysis_text.hpp"
#include "text/progress.hpp"
#include "verbs.hpp"

namespace hilspace::app {
namespace {

using analysis::Analysis;

constexpr std::string_view kUsage =
    "hilspace analyse FILE.h5 [--metric NAME]... [--top N] [--csv] [-o FILE.h5] [--confidence 0.95] "
    "[--trade-off FIRST,SECOND [--share 5%]]";

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
double read_share(const std::string& text) {
  double number = 0.0;
  const char* const end = text.data() + text.size();
  const auto [behind, error] = std::from_chars(text.data(), end, number);
  const std::string_view rest(behind, static_cast<std::size_t>(end - behind));
  if (error != std::errc() || (rest != "%" && rest != " %") || !(number > 0.0) || !std::isfinite(number))
    throw InputError(fmt::format("--share {}: write a percentage above 0, such as --share 5%", text));
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
  found.share = read_share(line.get<std::string>("share"));
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

}  // namespace

int analyse(std::span<const std::string> arguments) {
  CommandLine line(std::string(kUsage), "result file");
  line.about(
      "Says which parameters of a result matter most, for every metric: indices, effects or correlations, as "
      "its\ndesign allows, with their intervals.");
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
  if (!line.parse(arguments)) return kDone;

  analysis::Options options{.metrics = line.has("metric") ? line.get<std::vector<std::string>>("metric")
                                                          : std::vector<std::string>{},
                            .confidence = read_confidence(line)};
  const int top = line.get<int>("top");
  if (top < 1) throw InputError(fmt::format("--top {}: must be 1 or more", top));
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
    if (analysed.metrics.empty())
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
  fmt::print("{}\n\n", printable(study.title));
  if (trade_off)
    print_trade_offs(analysed, *trade_off, in_detail);
  else
    print_analysis(analysed, static_cast<std::size_t>(top), in_detail);
  return kDone;
}

}  // namespace hilspace::app
