// numerics.repeats: an additional last axis, along which scenarios are repeated with random phases.

#include <fmt/format.h>

#include "study/reading/readers.hpp"
#include "study/reading/values.hpp"

namespace hilspace::study {
namespace {

constexpr std::int64_t kMostRepeats = 1'000'000;

/// The value in the file, or of --set.
const Value* given(const Table& root, std::string_view key) {
  const auto* numerics = find(root, "numerics");
  const auto* table = numerics == nullptr ? nullptr : numerics->value.as<Table>();
  const auto* entry = table == nullptr ? nullptr : find(*table, key);
  return entry == nullptr ? nullptr : &entry->value;
}

}  // namespace

void read_repeats(const Table& root, Reading& reading) {
  constexpr std::string_view kKey = "numerics.repeats";
  const Value* value = given(root, "repeats");
  if (value == nullptr) return;
  const auto* count = value->as<std::int64_t>();
  if (count == nullptr || *count < 2 || *count > kMostRepeats) {
    const auto advice = whole_number_advice(*value, 2.0, static_cast<double>(kMostRepeats));
    return reading.complain(kKey, *value,
                            fmt::format("must be a whole number from 2 to {}{}", kMostRepeats,
                                        advice.empty() ? ", for example 16" : advice));
  }
  Study& study = reading.study;
  const auto path = parameter("numerics.repeat"_id).path;
  if (study.design)
    return reading.complain(kKey, *value,
                            fmt::format("a design has no further axis; write {} = 1 instead, and "
                                        "each sample has phases of its own",
                                        path));
  if (const Value* one = given(root, "repeat"))
    return reading.findings.add(
        value->place, fmt::format("{}: excludes {} (at {}), which is one of them; remove one of the two",
                                  kKey, path, reading.findings.text_of(one->place)));
  if (const auto& first = reading.varied["numerics.repeat"_id])
    return reading.findings.add(
        value->place, fmt::format("{}: excludes the axis of {} (at {}); use one of them", kKey, path,
                                  reading.findings.text_of(*first)));
  reading.varied["numerics.repeat"_id] = value->place;
  Axis axis{std::string(path), {"numerics.repeat"_id}, {{}}};
  for (std::int64_t k = 1; k <= *count; ++k) axis.values.front().push_back(static_cast<double>(k));
  study.axes.push_back(std::move(axis));
  if (!reading.scenarios) return;
  const auto repeats = static_cast<std::uint64_t>(*count);
  if (*reading.scenarios > kMostScenarios / repeats)
    return reading.findings.add(value->place,
                                fmt::format("{}: makes more than 2^40 scenarios; take fewer", kKey));
  *reading.scenarios *= repeats;
}

}  // namespace hilspace::study
