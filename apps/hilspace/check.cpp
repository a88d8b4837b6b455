// hilspace check: summary of a study and all of its errors; it runs a few scenarios for a second at most.

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <future>
#include <numbers>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "command_line.hpp"
#include "core/error.hpp"
#include "core/outcome.hpp"
#include "exit_codes.hpp"
#include "json.hpp"
#include "messages.hpp"
#include "metrics/catalogue.hpp"
#include "models/axial_setup.hpp"
#include "results/format/column.hpp"
#include "script.hpp"
#include "simulate/simulate.hpp"
#include "stop.hpp"
#include "study/error_samples.hpp"
#include "study/write_back.hpp"
#include "study_argument.hpp"
#include "sweep/checks/disk_space.hpp"
#include "sweep/checks/trace_sizes.hpp"
#include "sweep/execution/simulator.hpp"
#include "sweep/execution/workers.hpp"
#include "sweep/sweep.hpp"
#include "text/check_text.hpp"
#include "verbs.hpp"

namespace hilspace::app {
namespace {

constexpr std::chrono::seconds kMeasured{1};

/// Seconds per scenario on one core.
struct Cost {
  double seconds = 0.0;
  bool is_bound = false;  // less than that none needs: the first scenario did not end in time
};

/// Of some scenarios.
struct Measured {
  double seconds = 0.0;
  std::uint64_t checked = 0;  // how many have their error already
};

/// Simulates those scenarios, at most until then. Empty if they did not end.
std::optional<Measured> measured(const study::Study& study, std::span<const sweep::Order> orders,
                                 std::chrono::steady_clock::time_point until) {
  using Clock = std::chrono::steady_clock;
  const bool is_checked = models::collocates(study.solver) && study.error_share > 0.0;
  std::vector<metrics::Row> rows(orders.size()), checks(is_checked ? orders.size() : 0, metrics::not_run());
  std::atomic<bool> stop = false;
  const auto start = Clock::now();
  auto simulated = std::async(std::launch::async, [&] {
    return sweep::simulator_of(study)->simulate_checked(orders, rows, checks, stop);
  });
  while (simulated.wait_for(std::chrono::milliseconds(10)) != std::future_status::ready)
    if (stop_requested() || Clock::now() > until) stop = true;
  if (!simulated.get()) return std::nullopt;
  const auto unchecked = std::ranges::count(checks, Outcome::not_run, &metrics::Row::outcome);
  return Measured{std::chrono::duration<double>(Clock::now() - start).count(),
                  static_cast<std::uint64_t>(std::ssize(checks) - unchecked)};
}

/// Of a sequence of scenarios that covers the study evenly, however long it is: multiples of the golden ratio.
std::uint64_t spread(std::uint64_t number, std::uint64_t count) {
  const double place = static_cast<double>(number) / std::numbers::phi;
  return static_cast<std::uint64_t>((place - std::floor(place)) * static_cast<double>(count));
}

/// Measured on the first scenario, and on more of them spread over the study as long as there is time.
Cost measured_cost(const study::Study& study, std::uint64_t count) {
  // Side by side in lanes they are quicker, and a few of them would tell how long the first start takes; else each is
  // measured for itself.
  constexpr std::uint64_t kLanes = 8, kOfLanes = 2048, kSingly = 8;
  constexpr double kEnough = 0.1;  // s
  const bool one_by_one = sweep::guessed_seconds(study) > 0.0;
  const std::uint64_t samples = std::min(count, one_by_one ? kSingly : kOfLanes);
  std::vector<sweep::Order> orders;
  for (std::uint64_t i = 0; i < samples; ++i)
    orders.push_back({one_by_one ? i * (count / samples) : spread(i, count)});
  const double share = static_cast<double>(study::expected_error_samples(study)) / static_cast<double>(count);
  double finer_cost = 0.0;
  for (const auto& refinement : simulate::kRefinements) finer_cost += 1.0 / refinement.step;

  const auto until = std::chrono::steady_clock::now() + kMeasured;
  const auto first = measured(study, std::span(orders).first(1), until);
  if (!first)
    return {std::chrono::duration<double>(kMeasured).count() *
                (1.0 + static_cast<double>(simulate::kRefinements.size()) * share) /
                static_cast<double>(one_by_one ? 1 : kLanes),
            true};
  double each = first->seconds, spent = first->seconds;
  std::uint64_t checked = first->checked;
  double sampled = 1.0 - static_cast<double>(checked);  // share of those that are not checked with the others
  for (std::uint64_t done = 1; done < samples && (one_by_one || spent < kEnough);) {
    const std::uint64_t more = one_by_one ? 1 : std::min(samples - done, done == 1 ? kLanes : 3 * done);
    const auto its = measured(study, std::span(orders).subspan(done, more), until);
    if (!its) break;
    spent += its->seconds;
    done += more;
    checked = one_by_one ? checked + its->checked : its->checked;
    each = one_by_one ? spent / static_cast<double>(done) : its->seconds / static_cast<double>(more);
    sampled = 1.0 - static_cast<double>(checked) / static_cast<double>(one_by_one ? done : more);
  }
  return {each * (1.0 + finer_cost * share * sampled), false};
}

/// Size and duration of a run: the findings of check other than the design space.
struct RunCost {
  std::ptrdiff_t metrics = 0;
  double result = 0.0, disk = 0.0, free = 0.0, memory = 0.0;  // bytes
  double seconds = 0.0;
  bool is_bound = false;  // at least so many
  unsigned threads = 1;   // that have something to do
};

RunCost run_cost(const study::Study& study, std::uint64_t count) {
  RunCost its;
  its.metrics = std::ranges::count_if(metrics::catalogue(),
                                      [&](const auto& metric) { return results::is_stored(study, metric); });
  const int available = sweep::available_threads();
  its.threads = static_cast<unsigned>(std::min(static_cast<std::uint64_t>(available), count));
  const Cost cost = measured_cost(study, count);
  its.seconds = cost.seconds * static_cast<double>(count) / its.threads;
  its.is_bound = cost.is_bound;
  its.result = sweep::result_size(study, count);
  its.disk = sweep::space_needed(study, count, count);
  its.free = sweep::free_space(".");
  its.memory = static_cast<double>(sweep::memory(study, available));
  return its;
}

void print_cost(const RunCost& its) {
  fmt::print("result     {} metrics, about {}\n", its.metrics, sweep::size_text(its.result));
  fmt::print("disk       about {} while it runs, {} free here\n", sweep::size_text(its.disk),
             sweep::size_text(its.free));
  fmt::print("memory     about {}\n", sweep::size_text(its.memory));
  const std::string where = its.threads == 1 ? "one thread" : fmt::format("{} threads", its.threads);
  fmt::print("time       {} {} on {} of this machine{}\n", its.is_bound ? "at least" : "about",
             duration_text(its.seconds), where,
             its.is_bound ? fmt::format(": the first scenario had not ended after {} s, and was stopped",
                                        kMeasured.count())
                          : "");
}

void print_json(const study::Study& study, const RunCost& its) {
  Json all = design_space_json(study);
  all.add("metrics", its.metrics).add("result_bytes", its.result).add("disk_bytes", its.disk);
  all.add("free_bytes", its.free).add("memory_bytes", its.memory).add("seconds", its.seconds);
  all.add("seconds_at_least", its.is_bound);
  fmt::print("{}\n", all.add("threads", its.threads).add("errors", Json::array()).text());
}

/// "study.toml:3:8: chaser.mass: ..." of each line, taken apart where it has a place.
void print_errors_json(const std::string& file, std::string_view message) {
  Json errors = Json::array();
  while (!message.empty()) {
    const auto end = std::min(message.find('\n'), message.size());
    const std::string_view text = message.substr(0, end);
    message.remove_prefix(std::min(end + 1, message.size()));
    Json its = Json::object();
    std::uint64_t number = 0, column = 0;
    const char* const last = text.data() + text.size();
    const auto [colon, error] = text.starts_with(file + ":")
                                    ? std::from_chars(text.data() + file.size() + 1, last, number)
                                    : std::from_chars_result{last, std::errc::invalid_argument};
    const auto [rest, wrong] = error == std::errc() && colon != last
                                   ? std::from_chars(colon + 1, last, column)
                                   : std::from_chars_result{last, std::errc::invalid_argument};
    if (wrong == std::errc() && last - rest > 2)
      its.add("file", file).add("line", number).add("column", column);
    its.add("message",
            its.is_empty() ? text : std::string_view(rest + 2, static_cast<std::size_t>(last - rest - 2)));
    errors.push(std::move(its));
  }
  fmt::print("{}\n", Json::object().add("errors", std::move(errors)).text());
}

int check_for_programs(const CommandLine& line) {
  try {
    const study::Study study = load_study(line);
    sweep::check_traces(study);
    const RunCost its = run_cost(study, study::scenario_count(study));
    if (stop_requested()) return kInterrupted;
    print_json(study, its);
    return kDone;
  } catch (const InputError& error) {
    print_errors_json(study_name(line), error.what());
    return kBadInput;
  }
}

/// A picture is drawn of the file, without what the command line changes.
void check_draw(const CommandLine& line) {
  if (!line.has("draw")) return;
  if (line.has("json") || line.has("features"))
    throw InputError("--draw stands beside neither --json nor --features");
  if (line.has("set") || line.argument() == "-")
    throw InputError("--draw draws the study as it is written in a file; write there what --set changes");
}

}  // namespace

int check(std::span<const std::string> arguments) {
  CommandLine line("hilspace check STUDY [--set PATH=VALUE]... [--json | --features | --draw PICTURE]",
                   "study file");
  line.about(
      "Says what a study would run, how late and coarse its testbed is, and every error in it. It runs a few "
      "scenarios, for a second at most, to say how long the study takes.");
  line.example("hilspace check study.toml --set \"actuator.total_delay=1 ms\"");
  line.flag("json", "print it as JSON instead, errors with line and column");
  line.flag(
      "features",
      "print the study instead, its ready-made mechanism written out as [[mechanism.feature]] and so on");
  line.option<std::string>("draw", "PICTURE",
                           "also draw its mechanism of features from three sides: .png, .pdf or .svg");
  add_study_options(line);
  if (!line.parse(arguments)) return kDone;
  check_draw(line);
  if (line.has("features")) {
    if (line.has("json")) throw InputError("--json and --features: use one of them");
    const study::Study study = load_study(line);
    try {
      fmt::print("{}", study::written_out(study));
    } catch (const InputError& error) {
      throw InputError(fmt::format("{}: {}", line.argument(), error.what()));
    }
    return kDone;
  }
  if (line.has("json")) return check_for_programs(line);

  const study::Study study = load_study(line);
  const std::uint64_t count = study::scenario_count(study);
  print_design_space(study);
  sweep::check_traces(study);

  const RunCost its = run_cost(study, count);
  if (stop_requested()) return kInterrupted;
  fmt::print("\n");
  print_plausibility(study);
  print_mechanism(study);
  print_cost(its);
  sweep::check_disk_space(study, count, count, ".");
  fmt::print("no errors\n");
  if (!line.has("draw")) return kDone;
  std::fflush(stdout);
  become_script("plot", "python3, python3-h5py and python3-matplotlib",
                std::vector{line.argument(), std::string("-o"), line.get<std::string>("draw")});
}

}  // namespace hilspace::app
