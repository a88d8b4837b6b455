#include "study/notation/findings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "core/error.hpp"
#include "study/notation/document.hpp"
#include "study/notation/override.hpp"

namespace hilspace::study {
namespace {

constexpr std::size_t kMostShown = 50;         // a screen or two; one slip easily repeats in every line
constexpr std::size_t kLongestMessage = 2000;  // bytes: a key may be as long as its file

/// The key or table that a finding says to write in the place of what is there: OTHER of "KEY: unknown key; did you mean
/// OTHER?", TABLE of "TABLE = 1: must be a table, [TABLE]". Empty if there is none, or several.
std::string_view meant_by(std::string_view message) {
  constexpr std::string_view kMark = ": unknown key; did you mean ", kTable = ": must be a table, [";
  if (const auto at = message.find(kTable); at != message.npos) {
    const auto table = message.substr(at + kTable.size());
    return table.substr(0, table.find(']'));
  }
  const auto at = message.find(kMark);
  if (at == message.npos || !message.ends_with('?')) return {};
  message.remove_suffix(1);
  const auto meant = message.substr(at + kMark.size());
  return meant.find(' ') == meant.npos ? meant : std::string_view();
}

/// Without keys that are missing because they are misspelt, or no table: who adds one of these and mends the other, has it
/// twice.
std::vector<std::pair<Location, std::string>> without_answered(
    std::vector<std::pair<Location, std::string>> found) {
  std::vector<std::string> meant;
  for (const auto& finding : found)
    if (const auto key = meant_by(finding.second); !key.empty()) meant.emplace_back(key);
  std::erase_if(found, [&](const auto& finding) {
    const std::string_view message = finding.second;
    const auto key = message.substr(0, message.find(": missing;"));
    return key.size() < message.size() && std::ranges::any_of(meant, [&](std::string_view its) {
             return key.starts_with(its) && (key.size() == its.size() || key[its.size()] == '.');
           });
  });
  return found;
}

}  // namespace

void Findings::add(const Location& place, std::string message) {
  found_.emplace_back(place, std::move(message));
}

void Findings::throw_if_any() const {
  if (found_.empty()) return;
  auto sorted = without_answered(found_);
  std::ranges::stable_sort(sorted, {}, [](const auto& finding) {
    const Location& place = finding.first;
    return std::tuple(place.setting, place.file, place.line,
                      place.column);  // settings are in one array, in order
  });
  std::vector<std::string> lines;
  for (const auto& [place, message] : sorted) {
    if (lines.size() == kMostShown) {
      lines.push_back(fmt::format("{}: and {} more; mend these first", file_, sorted.size() - kMostShown));
      break;
    }
    lines.push_back(fmt::format("{}: {}", text_of(place), abridged(message, kLongestMessage)));
  }
  throw InputError(std::move(lines));
}

std::string Findings::text_of(const Location& place) const {
  if (place.setting != nullptr)
    return fmt::format("--set {}={}", abridged(place.setting->path), abridged(place.setting->value));
  const std::string& file = place.file != nullptr ? *place.file : file_;
  if (place.line == 0) return file;
  return fmt::format("{}:{}:{}", file, place.line, place.column);
}

}  // namespace hilspace::study
