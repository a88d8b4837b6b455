// hilspace require: study, targets, ranges -> limits of the parameters, and the binding scenario

#include <fmt/core.h>

#include <chrono>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "analysis/requirement/requirement_table.hpp"
#include "command_line.hpp"
#include "core/error.hpp"
#include "exit_codes.hpp"
#include "file_checks.hpp"
#include "messages.hpp"
#include "results/format/column.hpp"
#include "stop.hpp"
#include "study_argument.hpp"
#include "text/requirement_text.hpp"
#include "verbs.hpp"

namespace hilspace::app {
namespace {

using Texts = std::vector<std::string>;

CommandLine described() {
  CommandLine line(
      "hilspace require STUDY --target 'METRIC <= BOUND'... --vary PATH=FROM..TO... [-o FILE.h5] [--csv] "
      "[--set PATH=VALUE]... [--threads N]",
      "study file");
  line.example(
      "hilspace require study.toml --target \"abs(velocity.error_pct) <= 10 %\" --vary "
      "\"actuator.total_delay=0.1 ms..5 ms\"");
  line.about(
      "Finds, by simulation, the limit of a parameter at which a scenario of the study violates a target. "
      "Further\nparameters: the limit is found for each combination of their values. Numbers carry their "
      "units.");
  line.list(
      "target", "TARGET",
      "condition that every scenario must meet, for example 'abs(velocity.error_pct) <= 10 %'; repeatable");
  line.list(
      "vary", "PATH=FROM..TO",
      "the first: the parameter whose limit is determined, for example actuator.total_delay=0.1ms..5ms; "
      "others: the limit is determined for values of these");
  line.option<int>("points", "N", "values of every other parameter", 9);
  line.option<int>("looks", "N", "values of the first parameter in the initial scan", 16);
  line.option<std::string>("tolerance", "WIDTH",
                           "width of the bracket, relative to the limit or in its unit ('1 us')", "0.01 %");
  line.option<std::string>("output,o", "FILE.h5", "also write the limits to a file");
  line.flag("csv", "print one line per limit, in SI units, instead of the text");
  add_thread_option(line);
  add_study_options(line);
  return line;
}

int number_of(const CommandLine& line, const std::string& option, int least) {
  const int number = line.get<int>(option);
  if (number < least) throw InputError(fmt::format("--{} {}: must be {} or more", option, number, least));
  return number;
}

analysis::Tolerance tolerance_of(const std::string& text, const analysis::Varied& varied) {
  const bool relative = text.ends_with('%');
  const std::string unit(relative ? "percent" : study::parameter(varied.id).unit);
  std::string complaint;
  // A parameter without a unit has a tolerance without one.
  const auto width =
      study::parse_quantity(unit == "1" ? text + " radian" : text, unit == "1" ? "rad" : unit, complaint);
  if (!width || !(width->si() > 0.0))
    throw InputError(
        fmt::format("--tolerance {}: {}; write a share such as '0.01 %', or a width in the unit of {}", text,
                    width ? "must be > 0" : complaint, varied.path()));
  if (relative) return {0.0, width->si() / 100.0};
  return {width->si(), 0.0};
}

analysis::Requirement requirement_of(const CommandLine& line, const study::Study& study) {
  for (const auto* option : {"target", "vary"})
    if (!line.has(option))
      throw InputError(fmt::format("--{0}: none given; hilspace require --help shows an example", option));
  analysis::Requirement requirement;
  for (const auto& text : line.get<Texts>("target"))
    requirement.targets.push_back(analysis::parse_target(text, study));
  for (const auto& text : line.get<Texts>("vary")) {
    auto varied = analysis::parse_varied(text, study);
    for (const auto& other : requirement.varied)
      if (other.id == varied.id) throw InputError(fmt::format("--vary {}: is given twice", text));
    requirement.varied.push_back(std::move(varied));
  }
  requirement.tolerance = tolerance_of(line.get<std::string>("tolerance"), requirement.varied.front());
  requirement.looks = static_cast<std::size_t>(number_of(line, "looks", 3));
  requirement.points = static_cast<std::size_t>(number_of(line, "points", 2));
  return requirement;
}

/// A line every few seconds.
class Teller {
 public:
  void operator()(std::size_t done, std::size_t total, std::uint64_t runs) {
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < std::chrono::seconds(2)) return;
    last_ = now;
    if (total == 1)
      tell(fmt::format("{} simulations\n", grouped(runs)));
    else
      tell(fmt::format("{} of {} limits, {} simulations\n", done, total, grouped(runs)));
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace

int require(std::span<const std::string> arguments) {
  CommandLine line = described();
  if (!line.parse(arguments)) return kDone;
  const study::Study given = load_study(line);
  const auto requirement = requirement_of(line, given);
  const int threads = chosen_threads(line);
  std::optional<results::Place> output;
  if (line.has("output")) output = check_table_writable(line.get<std::string>("output"));
  const study::Study study = analysis::freed(given, requirement.varied, results::known_metrics());

  Teller teller;
  const auto limits = analysis::require(study, requirement, threads, stop_requested(), std::ref(teller));
  if (!limits) {
    tell("interrupted\n");
    return kInterrupted;
  }
  if (output) results::write_table(*output, study, analysis::requirement_table(requirement, *limits));
  if (line.has("csv"))
    print_requirement_csv(study, requirement, *limits);
  else
    print_requirement(study, requirement, *limits);
  return kDone;
}

}  // namespace hilspace::app
