#include "results/assembly/cover.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "core/error.hpp"
#include "results/h5/context.hpp"

namespace hilspace::results {
namespace {

std::string text_of(Range range) {
  if (range.size() == 1) return fmt::format("{}", range.begin);
  return fmt::format("{} to {}", range.begin, range.end - 1);
}

void check_overlap(const PartInfo& first, const PartInfo& second) {
  if (first.range.end <= second.range.begin) return;
  std::error_code none;  // where they are not there, their names are compared
  if (first.file == second.file || std::filesystem::equivalent(first.file, second.file, none))
    throw InputError(fmt::format("{}: is named twice; name each file once", second.file.string()));
  const Range both{second.range.begin, std::min(first.range.end, second.range.end)};
  refuse(second.file, fmt::format("scenarios {} are also in {}", text_of(both), first.file.string()),
         "leave one of the two files out");
}

}  // namespace

std::string text_of(std::span<const Range> ranges) {
  constexpr std::size_t kNamed = 5;
  const std::size_t named = std::min(ranges.size(), kNamed);
  std::string text = text_of(ranges.front());
  for (std::size_t i = 1; i < named; ++i)
    text += (i + 1 == ranges.size() ? " and " : ", ") + text_of(ranges[i]);
  if (named < ranges.size()) text += fmt::format(" and {} more ranges", ranges.size() - named);
  return text;
}

std::vector<PartInfo> in_order(std::span<const PartInfo> parts, const Identity& expected, Range whole) {
  for (const PartInfo& part : parts) {
    if (const auto what = difference(part.identity, expected); !what.empty())
      refuse(part.file, what, "merge only parts of one study, computed by one program");
    if (part.range.begin < whole.begin || part.range.end > whole.end)
      refuse(part.file, fmt::format("holds scenarios {}, outside of {}", text_of(part.range), text_of(whole)),
             "delete it and compute it again");
  }
  std::vector<PartInfo> ordered(parts.begin(), parts.end());
  std::ranges::sort(ordered, {}, [](const PartInfo& part) { return part.range.begin; });

  std::vector<Range> missing;
  std::uint64_t covered = whole.begin;
  for (std::size_t i = 0; i < ordered.size(); ++i) {
    if (i > 0) check_overlap(ordered[i - 1], ordered[i]);
    if (covered < ordered[i].range.begin) missing.push_back({covered, ordered[i].range.begin});
    covered = ordered[i].range.end;
  }
  if (covered < whole.end) missing.push_back({covered, whole.end});
  if (!missing.empty())
    throw RunError(fmt::format("scenarios {} of {} are missing; run the study, or its missing shards, again",
                               text_of(missing), whole.end));
  return ordered;
}

}  // namespace hilspace::results
