#include "study/reading/check_partners.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "mechanism/assembly.hpp"
#include "mechanism/pairs/no_pair.hpp"

namespace hilspace::study {

using mechanism::FeatureSetup;

void check_partners(const Location& place, Reading& reading) {
  const auto& features = reading.study.features.features;
  const auto is_on = [](const FeatureSetup& feature, mechanism::Side side) {
    return feature.side == side || feature.side == mechanism::Side::both;
  };
  for (const auto side : {mechanism::Side::chaser, mechanism::Side::target})
    if (std::ranges::none_of(features, [&](const auto& feature) { return is_on(feature, side); }))
      return reading.findings.add(
          place, fmt::format("mechanism.feature: none on the {}; a mechanism has features on both sides",
                             mechanism::kSides[static_cast<std::size_t>(side)]));
  // Points and edges may be there for latches and rims; a line is there to be met.
  const auto is_line = [](const FeatureSetup& its) { return its.type == mechanism::FeatureType::segment; };
  const auto meet = [&](const FeatureSetup& one, const FeatureSetup& other) {
    const bool across = (is_on(one, mechanism::Side::chaser) && is_on(other, mechanism::Side::target)) ||
                        (is_on(one, mechanism::Side::target) && is_on(other, mechanism::Side::chaser));
    const auto a = mechanism::primitive_of(one), b = mechanism::primitive_of(other);
    return across && mechanism::find_pair(a, b) != nullptr && !(is_line(one) && mechanism::never_push(a, b));
  };
  const auto stranger = std::ranges::find_if(features, [&](const auto& one) {
    return std::ranges::none_of(features, [&](const auto& other) { return meet(one, other); });
  });
  if (stranger == features.end()) return;
  const auto side =
      is_on(*stranger, mechanism::Side::chaser) ? mechanism::Side::target : mechanism::Side::chaser;
  const auto& other = *std::ranges::find_if(features, [&](const auto& its) { return is_on(its, side); });
  const auto a = mechanism::primitive_of(*stranger), b = mechanism::primitive_of(other);
  reading.findings.add(
      place,
      is_line(*stranger) && mechanism::never_push(a, b)
          ? fmt::format("mechanism.feature: {} and {}: {}", stranger->name, other.name, mechanism::kNeverPush)
          : fmt::format("mechanism.feature: {} meets no feature of the {}; {}", stranger->name,
                        mechanism::kSides[static_cast<std::size_t>(side)], mechanism::no_pair(a, b)));
}

}  // namespace hilspace::study
