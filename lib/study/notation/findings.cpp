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

}  // namespace

void Findings::add(const Location& place, std::string message) {
  found_.emplace_back(place, std::move(message));
}

void Findings::throw_if_any() const {
  if (found_.empty()) return;
  auto sorted = found_;
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
