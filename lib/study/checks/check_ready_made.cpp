#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "mechanism/assembly.hpp"
#include "mechanism/extent.hpp"
#include "study/checks/checks.hpp"
#include "study/checks/combination.hpp"
#include "study/setups/ready_made.hpp"

namespace hilspace::study {
namespace {

/// What keeps these parts from being a mechanism; empty: nothing. The way of the latches is long to look at.
std::string fault_of(const mechanism::Parts& parts, double start_at, bool with_latches) {
  for (const auto& feature : parts.features)
    for (const auto& [key, text] : mechanism::faults(feature))
      return fmt::format("{}: {} {}", feature.name, key, text);
  for (const auto& latch : parts.latches)
    if (latch.type == mechanism::LatchType::plunger && !(latch.groove[0] < latch.groove[1]))
      return "groove: its front, which a plunger passes first, has the smaller x";
  const auto made = mechanism::Assembly::of(parts.features, parts.pairs, parts.latches);
  if (std::isfinite(start_at) && mechanism::is_past(made, start_at))
    return "start_at: the chaser starts beyond the target and moves away";
  for (const auto& latch : made.latches())
    if (auto text = latch.misplaced(); !text.empty()) return text;
  if (!with_latches) return {};
  if (const auto* latch = made.blocked())
    return fmt::format(
        "{} cannot give way on a straight approach: it locks itself, or its travel is too short",
        latch->name());
  if (const auto* pair = made.inside_out())
    return fmt::format("{} and {} overlap before they touch", made.chaser()[pair->chaser].name,
                       made.target()[pair->target].name);
  return {};
}

std::string fault_or_error(const mechanism::Parts& parts, const std::vector<std::string>& misfits,
                           double start_at, bool with_latches) {
  if (!misfits.empty()) return fmt::format("{}", fmt::join(misfits, "; "));
  try {
    return fault_of(parts, start_at, with_latches);
  } catch (const InputError& error) {
    return fmt::format("{}", fmt::join(error.findings(), "; "));
  }
}

}  // namespace

void check_ready_made(Reading& reading) {
  constexpr std::size_t kMostWays = 16;  // at which latches are looked at: a quarter of a second
  Study& study = reading.study;
  const auto kind = study.mechanism;
  const auto [first, count] = dimensions_of(kind);
  std::vector<Id> ids;
  for (std::size_t i = 0; i < count; ++i) ids.push_back(Id{static_cast<std::size_t>(first) + i});
  std::size_t ways = 0;
  for_each_combination(study, ids, [&](const ParameterValues& values) {
    if (!all_known(ids, values, reading)) return false;
    const auto parts = ready_made(kind, values);
    const auto fault =
        fault_or_error(parts, misfits(kind, values), study.features.start_at, ways++ < kMostWays);
    if (!fault.empty()) {
      reading.findings.add(reading.place_of(last_present(ids, reading)),
                           fmt::format("{}: {}; in every scenario its dimensions must fit together",
                                       mechanism::kMechanisms[static_cast<std::size_t>(kind)].name, fault));
      return false;
    }
    if (study.features.assembly != nullptr) return true;
    const auto its = dimensions(kind, values);
    study.features.dimensions.assign(its.begin(), its.end());
    study.features.link = parts.link;
    study.features.latch_count = mechanism::count_of(parts.latches, false);
    study.features.assembly = std::make_shared<const mechanism::Assembly>(
        mechanism::Assembly::of(parts.features, parts.pairs, parts.latches));
    return true;
  });
}

}  // namespace hilspace::study
