// hilspace compare: (reference trace, other trace) -> metrics

#include "metrics/compare_traces.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "command_line.hpp"
#include "core/error.hpp"
#include "exit_codes.hpp"
#include "file_checks.hpp"
#include "messages.hpp"
#include "study/notation/quantity.hpp"
#include "text/scenario_text.hpp"
#include "trace_argument.hpp"
#include "verbs.hpp"

namespace hilspace::app {
namespace {

constexpr std::array<std::string_view, 1> kReferences{"docking"};
constexpr std::array<std::string_view, 2> kOthers{"hil", "rig"};

void print_side(std::string_view role, const NamedTrace& side) {
  const auto& time = side.histories.time;
  fmt::print("  {:<8} {}: {} samples, {:.5g} to {:.5g} s", role, side.name, grouped(time.size()),
             time.front() + 0.0, time.back() + 0.0);
  if (!std::isnan(side.histories.mass)) fmt::print(", reduced mass {:.5g} kg", side.histories.mass);
  fmt::print("\n");
}

void print_momentum(std::string_view model, const metrics::Momentum& momentum) {
  print_number(fmt::format("momentum.impulse_{}", model), momentum.impulse, "N s");
  print_number(fmt::format("momentum.change_{}", model), momentum.change, "N s");
  print_number(fmt::format("momentum.ratio_{}", model), momentum.ratio(), "1");
}

/// Warnings about implausible data.
void warn(const NamedTrace& side, const metrics::Momentum& momentum) {
  constexpr double kTolerated = 0.05;
  if (std::abs(momentum.ratio() - 1.0) > kTolerated)
    tell(
        fmt::format("warning: {}: the impulse of its force is {:.3g} times the change of momentum of its "
                    "velocity; force, velocity or mass is wrong\n",
                    side.name, momentum.ratio()));
  for (const auto& force : {side.histories.contact_force, side.histories.force}) {
    if (force.empty()) continue;
    const double least = 0.01 * std::ranges::max(force);
    for (const auto& [value, when] : {std::pair{force.front(), "begins"}, std::pair{force.back(), "ends"}})
      if (value > least) tell(fmt::format("warning: {}: {} within the contact\n", side.name, when));
    break;
  }
}

/// A time, s, not negative.
double time_of(const std::string& text) {
  std::string complaint;
  const auto time = study::parse_quantity(text, "s", complaint);
  if (!time) throw InputError(fmt::format("--late {}: {}", text, complaint));
  if (!(time->si() >= 0.0)) throw InputError(fmt::format("--late {}: must be >= 0, for example 16 ms", text));
  return time->si();
}

void print_late(const metrics::Comparison& found, const metrics::Histories& hil, double late) {
  const auto catalogue = metrics::catalogue();
  const auto metric = std::ranges::find(catalogue, "energy.observed", &metrics::Metric::name);
  const double observed = found.row.values[static_cast<std::size_t>(metric - catalogue.begin())];
  const double seen = metrics::observed_late(hil, late);
  print_number("energy.observed_late", seen, "J");
  print_number("energy.observed_late_error", seen - observed, "J");
}

/// If only one trace defines the bodies, the same bodies are assumed for the other.
void share_mass(metrics::Histories& a, metrics::Histories& b) {
  if (std::isnan(a.mass)) a.mass = b.mass;
  if (std::isnan(b.mass)) b.mass = a.mass;
}

}  // namespace

int compare(std::span<const std::string> arguments) {
  CommandLine line("hilspace compare REFERENCE.h5[:GROUP] [OTHER.h5[:GROUP]]", "trace", 1, 2);
  line.about(
      "Takes every measure of one trace against another, the reference; one file alone is compared with "
      "itself.");
  line.example("hilspace compare trace.h5:docking trace.h5:hil");
  line.option<std::string>("late", "TIME",
                           "also show what an observer of the energy reads that knows the rate of the "
                           "interface only that late, for example '16 ms'");
  if (!line.parse(arguments)) return kDone;
  std::optional<double> late;
  if (line.has("late")) late = time_of(line.get<std::string>("late"));

  NamedTrace docking = reading([&] { return read_named_trace(line.arguments().front(), kReferences); });
  NamedTrace hil = reading([&] { return read_named_trace(line.arguments().back(), kOthers); });
  fmt::print("{}\n", printable(docking.title));
  print_side("docking", docking);
  print_side("hil", hil);
  fmt::print("\n");

  share_mass(docking.histories, hil.histories);
  const metrics::Comparison found = metrics::compare(docking.histories, hil.histories);
  const auto catalogue = metrics::catalogue();
  for (std::size_t i = 0; i < catalogue.size(); ++i)
    // Other models need more than a contact's histories, which do not say what dent is left.
    if (catalogue[i].belongs_to(models::ModelKind::axial) && !catalogue[i].of_dent && !catalogue[i].of_hybrid)
      print_number(std::string(catalogue[i].name), found.row.values[i], catalogue[i].units);
  if (late) print_late(found, hil.histories, *late);
  print_momentum("docking", found.docking);
  print_momentum("hil", found.hil);
  warn(docking, found.docking);
  warn(hil, found.hil);
  return kDone;
}

}  // namespace hilspace::app
