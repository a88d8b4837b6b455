#include "rig/files/old_keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include "study/notation/quantity.hpp"

namespace hilspace::rig {
namespace {

using study::Entry, study::Table;

constexpr double kRate = 75e3;  // Hz, of the published rig, for which the cycle counts were chosen

constexpr std::array<std::pair<std::string_view, std::string_view>, 12> kCounts{
    {{"slew_cycles", "slew_time"},
     {"position_stuck_cycles", "position_stuck_time"},
     {"force_stuck_cycles", "force_stuck_time"},
     {"railed_cycles", "railed_time"},
     {"silent_cycles", "silent_time"},
     {"unwritten_cycles", "unwritten_time"},
     {"ignored_cycles", "ignored_time"},
     {"relay_cycles", "relay_time"},
     {"late_in_a_row", "late_in_a_row"},
     {"late_in_all", "late_in_all"},
     {"long_in_a_row", "long_in_a_row"},
     {"long_in_all", "long_in_all"}}};

std::optional<double> quantity(const Entry* entry, std::string_view unit) {
  const auto* text = entry != nullptr ? entry->value.as<std::string>() : nullptr;
  if (text == nullptr) return std::nullopt;
  std::string ignored;
  const auto read = study::parse_quantity(*text, unit, ignored);
  return read ? std::optional(read->si()) : std::nullopt;
}

const Entry* find_in(const Table& root, std::string_view table, std::string_view key) {
  const Entry* its = study::find(root, table);
  const auto* inner = its != nullptr ? its->value.as<Table>() : nullptr;
  return inner != nullptr ? study::find(*inner, key) : nullptr;
}

bool is_zero(const study::Value& value) {
  const auto* whole = value.as<std::int64_t>();
  const auto* real = value.as<double>();
  return (whole != nullptr && *whole == 0) || (real != nullptr && *real == 0.0);
}

}  // namespace

std::vector<std::string> take_old_keys(Table& root) {
  std::vector<std::string> notes;
  const auto limits = std::ranges::find(root, "limits", &Entry::key);
  auto* table = limits == root.end() ? nullptr : std::get_if<Table>(&limits->value.data);
  if (table == nullptr) return notes;
  const double full = quantity(find_in(root, "rig", "command_full"), "V").value_or(10.0);
  const double zero = quantity(find_in(root, "rig", "command_zero"), "V").value_or(0.0);

  const auto becomes = [&](Entry& entry, std::string_view key, std::string value) {
    notes.push_back(fmt::format("limits.{} = {} is a key of version 0.1; read as {} = \"{}\"", entry.key,
                                study::shown(entry.value), key, value));
    entry.key = std::string(key);
    entry.value.data = std::move(value);
  };
  std::erase_if(*table, [&](const Entry& entry) {
    const bool gone = entry.key == "ramp_cycles" || (entry.key == "command_safe" && is_zero(entry.value));
    if (gone)
      notes.push_back(fmt::format("limits.{} is a key of version 0.1 without effect; remove it", entry.key));
    return gone;
  });
  for (Entry& entry : *table) {
    const auto* count = entry.value.as<std::int64_t>();
    const auto old = std::ranges::find(kCounts, entry.key, [](const auto& pair) { return pair.first; });
    if (old != kCounts.end() && count != nullptr && *count >= 0)
      becomes(entry, old->second, fmt::format("{} s", static_cast<double>(*count) / kRate));
    else if (const auto share = quantity(&entry, "s-1"); entry.key == "command_rate" && share)
      becomes(entry, "command_rate", fmt::format("{} V s-1", *share * std::abs(full - zero)));
  }
  return notes;
}

}  // namespace hilspace::rig
