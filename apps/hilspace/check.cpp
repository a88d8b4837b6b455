// hilspace check: what would run, and every error at once, without running it.

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <set>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "command_line.hpp"
#include "exit_codes.hpp"
#include "messages.hpp"
#include "metrics/catalogue.hpp"
#include "results/column.hpp"
#include "sampling/design.hpp"
#include "sampling/distribution.hpp"
#include "simulate/simulate.hpp"
#include "stop.hpp"
#include "study/error_samples.hpp"
#include "study_argument.hpp"
#include "sweep/plausibility.hpp"
#include "sweep/room.hpp"
#include "sweep/simulator.hpp"
#include "sweep/sweep.hpp"
#include "verbs.hpp"

namespace hilspace::app {
namespace {

std::string_view path_of(study::Id id) { return study::parameters()[static_cast<std::size_t>(id)].path; }
std::string_view unit_of(study::Id id) { return study::parameters()[static_cast<std::size_t>(id)].unit; }

/// "0.0002 ... 0.002", "flores, hertz": what the points of a design have.
std::string reach(const study::Study& study, study::Id id, std::span<const double> values) {
  const auto kind = study::parameter(id).kind;
  if (kind == study::ValueKind::quantity || kind == study::ValueKind::number) {
    const auto [low, high] = std::ranges::minmax(values);
    return fmt::format("{:.6g} ... {:.6g}", low, high);
  }
  const std::set<double> names(values.begin(), values.end());
  std::vector<std::string> texts;
  for (const double name : names) texts.push_back(study::text_of(study, id, name));
  return fmt::format("{}", fmt::join(texts, ", "));
}

std::string distribution_of(const study::Design& design, const study::Varied& varied) {
  if (design.setup.type == sampling::Type::list) return "";
  if (varied.distribution.kind == sampling::DistributionKind::levels) return "values";
  return std::string(sampling::kDistributions[static_cast<std::size_t>(varied.distribution.kind)].name);
}

void print_design(const study::Study& study, const study::Design& design) {
  const auto& type = sampling::named(design.setup.type);
  fmt::print("  {}{}{}\n", type.name,
             type.samples.empty() ? "" : fmt::format(", {} {}", grouped(design.setup.samples), type.samples),
             type.has_levels ? fmt::format(", {} levels", design.setup.levels) : "");
  for (std::size_t p = 0; p < design.varied.size(); ++p) {
    const study::Id id = design.varied[p].parameter;
    const std::string unit = unit_of(id) == "1" ? "" : fmt::format(" {}", unit_of(id));
    fmt::print("    {:<32} {:<12} {}{}\n", path_of(id), distribution_of(design, design.varied[p]),
               reach(study, id, study.axes.front().values[p]), unit);
  }
}

void print_axis(const study::Study& study, const study::Axis& axis) {
  const bool is_named = axis.name != path_of(axis.parameters.front());
  if (is_named) fmt::print("  {:<34} {:>9}\n", axis.name, grouped(axis.size()));
  for (std::size_t i = 0; i < axis.parameters.size(); ++i) {
    const study::Id id = axis.parameters[i];
    const auto& values = axis.values[i];
    std::string shown = study::text_of(study, id, values.front());
    if (values.size() > 1)
      shown += (values.size() > 2 ? " ... " : ", ") + study::text_of(study, id, values.back());
    const std::string unit = unit_of(id) == "1" || unit_of(id).empty() ? "" : fmt::format(" {}", unit_of(id));
    fmt::print("  {:<34} {:>9}   {}{}\n", (is_named ? "  " : "") + std::string(path_of(id)),
               is_named ? "" : grouped(axis.size()), shown, unit);
  }
}

/// Seconds per scenario on one core, from a few spread over the study.
double measured_cost(const study::Study& study, std::uint64_t count) {
  const std::uint64_t samples = std::min<std::uint64_t>(count, sweep::guessed_seconds(study) > 0.0 ? 8 : 32);
  std::vector<sweep::Order> orders;
  for (std::uint64_t i = 0; i < samples; ++i) orders.push_back({i * (count / samples)});
  std::vector<metrics::Row> rows(orders.size());
  const auto simulator = sweep::simulator_of(study);
  const auto start = std::chrono::steady_clock::now();
  simulator->simulate(orders, rows, stop_requested());
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
  double finer_cost = 0.0;
  for (const auto& refinement : simulate::kRefinements) finer_cost += 1.0 / refinement.step;
  const double share = static_cast<double>(study::expected_error_samples(study)) / static_cast<double>(count);
  return spent.count() / static_cast<double>(samples) * (1.0 + finer_cost * share);
}

std::string text_of(const sweep::Reach& reach) {
  const auto low = fmt::format("{:.3g}", 1e3 * reach.low), high = fmt::format("{:.3g}", 1e3 * reach.high);
  return low == high ? low + " ms" : fmt::format("{} to {} ms", low, high);
}

/// How late the testbed shows a contact, against how long that lasts, and how coarse: what most of its error
/// comes from.
void print_plausibility(const study::Study& study) {
  const sweep::Plausibility its = sweep::plausibility(study);
  if (its.looked_at == 0) return;
  fmt::print("lag        {} of the testbed; a contact lasts about {}: at most {:.2g} of it\n",
             text_of(its.lag), text_of(its.duration), its.largest_lag);
  if (its.place.largest > 0.0 || its.force.largest > 0.0)
    fmt::print("quanta     at most {:.2g} of the penetration's peak, {:.2g} of the force's\n",
               its.place.largest, its.force.largest);
  for (const auto& warning : sweep::warnings(study, its)) fmt::print("warning: {}\n", warning);
}

}  // namespace

int check(std::span<const std::string> arguments) {
  CommandLine line("hilspace check STUDY [--set PATH=VALUE]...", "study file");
  add_study_options(line);
  if (!line.parse(arguments)) return kDone;

  const study::Study study = load_study(line);
  const std::uint64_t count = study::scenario_count(study);
  fmt::print("{}\n\nmodel {}, {}{}{}\n", printable(study.title),
             models::kModels[static_cast<std::size_t>(study.model)].name, study.docking ? "docking" : "",
             study.docking && study.hil ? " and " : "", study.hil ? "hil" : "");
  fmt::print("{} scenario{}{}\n", grouped(count), count == 1 ? "" : "s", study.axes.empty() ? "" : ":");
  if (study.design)
    print_design(study, *study.design);
  else
    for (const auto& axis : study.axes) print_axis(study, axis);

  const auto metric_count = std::ranges::count_if(
      metrics::catalogue(), [&](const auto& metric) { return results::is_stored(study, metric); });
  const unsigned threads = std::max(1u, std::thread::hardware_concurrency());
  const double seconds = measured_cost(study, count) * static_cast<double>(count) / threads;
  if (stop_requested()) return kInterrupted;
  fmt::print("\n");
  print_plausibility(study);
  fmt::print("result     {} metrics, about {}\n", metric_count,
             sweep::size_text(sweep::result_size(study, count)));
  fmt::print("disk       about {} while it runs, {} free here\n",
             sweep::size_text(sweep::room_needed(study, count, count)),
             sweep::size_text(sweep::room_free(".")));
  fmt::print("memory     about {}\n",
             sweep::size_text(static_cast<double>(sweep::memory(study, static_cast<int>(threads)))));
  fmt::print("time       about {} on the {} threads of this machine\n", duration_text(seconds), threads);
  sweep::check_room(study, count, count, ".");
  fmt::print("no errors\n");
  return kDone;
}

}  // namespace hilspace::app
