#include "study/notation/keys.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "study/notation/nearest.hpp"

namespace hilspace::study {
namespace {

struct Split {
  std::string_view table;
  std::string_view key;
};

Split split(std::string_view path) {
  const auto dot = path.rfind('.');
  if (dot == std::string_view::npos) return {"", path};
  return {path.substr(0, dot), path.substr(dot + 1)};
}

/// Names allowed in a table: its keys, and its subtables.
std::vector<std::string_view> names_in(std::string_view table, std::span<const std::string_view> keys) {
  std::vector<std::string_view> names;
  for (auto path : keys) {
    if (!table.empty()) {
      if (!path.starts_with(table) || path.substr(table.size(), 1) != ".") continue;
      path.remove_prefix(table.size() + 1);
    }
    const auto name = path.substr(0, path.find('.'));
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  return names;
}

/// The correct key in other tables: the least nested ones, since there may be many.
std::vector<std::string_view> tables_with(std::string_view name, std::span<const std::string_view> keys) {
  std::vector<std::string_view> paths;
  std::ranges::copy_if(keys, std::back_inserter(paths), [&](auto path) { return split(path).key == name; });
  const auto depth = [](std::string_view path) { return std::ranges::count(path, '.'); };
  const auto least = std::ranges::min_element(paths, {}, depth);
  if (least != paths.end())
    std::erase_if(paths, [depth, most = depth(*least)](auto path) { return depth(path) > most; });
  return paths;
}

}  // namespace

std::string join(std::string_view table, std::string_view key) {
  return table.empty() ? std::string(key) : fmt::format("{}.{}", table, key);
}

bool is_table(std::string_view path, std::span<const std::string_view> keys) {
  return std::ranges::any_of(
      keys, [&](auto key) { return key.starts_with(path) && key.substr(path.size(), 1) == "."; });
}

bool is_bare_name(std::string_view name) {
  constexpr std::string_view allowed = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
  return !name.empty() && name.find_first_not_of(allowed) == std::string_view::npos;
}

std::string unknown_key(std::string_view path, std::span<const std::string_view> keys) {
  const auto [table, key] = split(path);
  const auto names = names_in(table, keys);
  if (const auto name = nearest(key, names); !name.empty())
    return fmt::format("{}: unknown key; did you mean {}?", path, join(table, name));

  auto elsewhere = tables_with(key, keys);
  const auto is_within = [table = table](std::string_view other) {
    return is_table(table, std::span(&other, 1));
  };
  if (std::ranges::any_of(elsewhere, is_within))
    std::erase_if(elsewhere, [&](auto other) { return !is_within(other); });
  if (elsewhere.size() == 1 && elsewhere[0].find('.') == std::string_view::npos && !table.empty())
    return fmt::format("{0}: unknown key; {1} stands at the top, before the first [table]", path,
                       elsewhere[0]);
  constexpr std::size_t kMost = 3;  // what is nearly everywhere is meant nowhere else
  if (!elsewhere.empty() && (elsewhere.size() <= kMost || names.empty()))
    return fmt::format("{}: unknown key; did you mean {}?", path, fmt::join(elsewhere, " or "));
  if (names.empty()) return fmt::format("{}: unknown key", path);
  return fmt::format("{}: unknown key; known {}: {}", path,
                     table.empty() ? "here" : fmt::format("in {}", table), fmt::join(names, ", "));
}

}  // namespace hilspace::study
