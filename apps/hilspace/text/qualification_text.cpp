#include "text/qualification_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "messages.hpp"
#include "qualification.hpp"
#include "text/scenario_columns.hpp"
#include "text/title.hpp"

namespace hilspace::app {
namespace {

using study::Id;
using sweep::Judged;

/// "23 of 72 scenarios qualify", the limits that exclude the others, and the limits not checked.
void print_counts(const study::Study& study, std::span<const Judged> scenarios) {
  const auto count = std::ranges::count_if(scenarios, &Judged::qualifies);
  fmt::print("{} of {} {}", count, counted(scenarios.size(), "scenario"),
             scenarios.size() == 1 ? "qualifies" : "qualify");
  std::vector<std::string_view> reasons(metrics::kLimits.begin(), metrics::kLimits.end());
  for (const auto& outcome : kOutcomes) reasons.push_back(outcome.name);
  std::string separator = "; limits exceeded by the others: ";
  for (const auto reason : reasons)
    if (const auto others = std::ranges::count_if(
            scenarios, [&](const Judged& its) { return !its.qualifies() && its.reason() == reason; });
        others > 0)
      fmt::print("{}{} ({})", std::exchange(separator, ", "), reason, others);
  fmt::print("\n");
  std::vector<std::string_view> absent;
  for (const Id id : {"rig.velocity_limit"_id, "rig.acceleration_limit"_id})
    if (std::isnan(study::parameter_values(study, 0)[id])) absent.push_back(study::parameter(id).path);
  if (!absent.empty()) fmt::print("not checked, since not given: {}\n", fmt::join(absent, ", "));
}

}  // namespace

void print_csv(const study::Study& study, std::span<const Judged> scenarios) {
  print_column_names(study);
  fmt::print(",extension,force,velocity,acceleration,qualifies,binds,margin_pct\n");
  for (std::size_t index = 0; index < scenarios.size(); ++index) {
    const Judged& its = scenarios[index];
    print_columns(study, index);
    const bool ok = its.outcome == Outcome::ok;
    for (const double number :
         {its.demand.extension, its.demand.force, its.demand.velocity, its.demand.acceleration})
      fmt::print(",{}", ok ? fmt::format("{}", number) : "nan");
    fmt::print(",{},{},{}\n", its.qualifies() ? 1 : 0, its.reason(),
               ok ? fmt::format("{}", its.verdict.margin()) : "nan");
  }
}

void print_all(const study::Study& study, std::span<const Judged> scenarios) {
  fmt::print("{}\n\n", printed_title(study));
  std::vector<std::uint64_t> all(scenarios.size());
  std::iota(all.begin(), all.end(), std::uint64_t{0});
  print_qualification(study, all, scenarios);
  print_counts(study, scenarios);
}

}  // namespace hilspace::app
