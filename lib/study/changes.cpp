#include "study/changes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "core/error.hpp"
#include "study/notation/document.hpp"
#include "study/notation/keys.hpp"

namespace hilspace::study {
namespace {

/// Value of each key, in full and as shown in a message.
struct Written {
  std::string whole;
  std::string brief;
};
using Keys = std::map<std::string, Written>;

std::string whole(const Value& value) {
  if (const auto* array = value.as<Array>()) {
    std::string text = "[";
    for (const auto& element : *array) text += whole(element) + ", ";
    return text + "]";
  }
  if (const auto* table = value.as<Table>()) {
    std::string text = "{";
    for (const auto& entry : *table) text += entry.key + " = " + whole(entry.value) + ", ";
    return text + "}";
  }
  if (const auto* text = value.as<std::string>()) return *text;
  return shown(value);
}

std::string brief(const Value& value) {
  const auto* array = value.as<Array>();
  if (array == nullptr || array->empty()) return shown(value);
  return fmt::format("[{} values]", array->size());
}

void collect(const Table& table, const std::string& path, Keys& keys) {
  for (const auto& entry : table) {
    const std::string key = join(path, entry.key);
    const auto* inner = entry.value.as<Table>();
    const auto* array = entry.value.as<Array>();
    const bool tables = array != nullptr && !array->empty() && array->front().as<Table>() != nullptr;
    if (inner != nullptr)
      collect(*inner, key, keys);
    else if (tables)
      for (std::size_t i = 0; i < array->size(); ++i)
        if (const auto* one = (*array)[i].as<Table>()) collect(*one, fmt::format("{}[{}]", key, i + 1), keys);
    if (inner == nullptr && !tables) keys[key] = {whole(entry.value), brief(entry.value)};
  }
}

std::optional<Keys> keys_of(std::string_view resolved) {
  try {
    Keys keys;
    collect(read_document(resolved, Findings("study")), "", keys);
    return keys;
  } catch (const InputError&) {
    return std::nullopt;  // written by another program
  }
}

}  // namespace

std::string changes(std::string_view before, std::string_view after) {
  constexpr std::size_t kMost = 5;
  const auto old_keys = keys_of(before), new_keys = keys_of(after);
  if (!old_keys || !new_keys) return "texts that differ";
  std::vector<std::string> found;
  const auto note = [&](const std::string& key, const Written* was, const Written* is) {
    if (key == "design.points_sha256") return;  // follows from the rest
    if (was != nullptr && is != nullptr && was->whole == is->whole) return;
    const std::string from = was != nullptr ? was->brief : "nothing",
                      to = is != nullptr ? is->brief : "nothing";
    found.push_back(from == to ? fmt::format("{} has other values", key)
                               : fmt::format("{} {} -> {}", key, from, to));
  };
  for (const auto& [key, was] : *old_keys) {
    const auto is = new_keys->find(key);
    note(key, &was, is == new_keys->end() ? nullptr : &is->second);
  }
  for (const auto& [key, is] : *new_keys)
    if (!old_keys->contains(key)) note(key, nullptr, &is);
  if (found.empty()) return "texts that differ in spelling alone";
  const std::size_t more = found.size() - std::min(found.size(), kMost);
  found.resize(std::min(found.size(), kMost));
  return fmt::format("{}{}", fmt::join(found, ", "), more > 0 ? fmt::format(" and {} more", more) : "");
}

}  // namespace hilspace::study
