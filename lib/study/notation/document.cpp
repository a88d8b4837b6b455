#include "study/notation/document.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "study/notation/override.hpp"
#include "study/notation/quantity.hpp"
#include "study/notation/syntax_advice.hpp"

namespace hilspace::study {
namespace {

constexpr std::size_t kDeepest = 1000;  // a recursive walk of a deeper tree may exhaust the stack

/// Index behind the text in quotes that begins at `at`; behind the line, where nothing closes it.
std::size_t behind_quotes(std::string_view text, std::size_t at) {
  const char quote = text[at];
  const bool is_long = text.substr(at).starts_with(std::string(3, quote));
  const std::string end(is_long ? 3 : 1, quote);
  for (std::size_t i = at + end.size(); i < text.size(); ++i) {
    if (text[i] == '\\' && quote == '"')
      ++i;
    else if (text[i] == '\n' && !is_long)
      return i;
    else if (text.substr(i).starts_with(end))
      return is_long ? std::min(text.find_first_not_of(quote, i), text.size()) : i + 1;
  }
  return text.size();
}

/// Whether its tree is too deep: each part of a key is a level, and each table or array around it.
bool too_deep(std::string_view text) {
  std::vector<std::size_t> around;  // level of the keys in each table and array that is open
  std::size_t level = 0;
  for (std::size_t i = 0; i < text.size() && level < kDeepest; ++i) {
    const char c = text[i];
    if (c == '"' || c == '\'') {
      i = behind_quotes(text, i) - 1;
    } else if (c == '#') {
      i = std::min(text.find('\n', i), text.size()) - 1;
    } else if (c == '.') {
      ++level;
    } else if (c == '{' || c == '[') {
      around.push_back(++level);
    } else if (c == '}' || c == ']') {
      if (!around.empty()) around.pop_back();
    } else if (c == '\n' || c == ',') {
      level = around.empty() ? 0 : around.back();
    }
  }
  return level >= kDeepest;
}

/// Converts toml++ nodes to ours. Inside a `--set`, every place is that setting.
class NodeConverter {
 public:
  explicit NodeConverter(const Override* setting) : setting_(setting) {}

  Table table(const toml::table& from) const {
    Table table;
    for (const auto& [key, node] : from)
      table.push_back({std::string(key.str()), place(key.source()), value(node)});
    // toml++ sorts them by name; the user's order is the one to report and write back in.
    std::ranges::stable_sort(
        table, {}, [](const Entry& entry) { return std::pair(entry.place.line, entry.place.column); });
    return table;
  }

  Value value(const toml::node& from) const {
    Value value{place(from.source()), Value::DateOrTime{}};
    from.visit([&](const auto& node) {
      if constexpr (toml::is_table<decltype(node)>)
        value.data = table(node);
      else if constexpr (toml::is_array<decltype(node)>)
        value.data = array(node);
      else if constexpr (!toml::is_chronological<decltype(node)>)
        value.data = node.get();
    });
    return value;
  }

 private:
  Array array(const toml::array& from) const {
    Array array;
    array.reserve(from.size());
    for (const auto& element : from) array.push_back(value(element));
    return array;
  }

  Location place(const toml::source_region& region) const {
    if (setting_ != nullptr) return {0, 0, setting_};
    return {region.begin.line, region.begin.column};
  }

  const Override* setting_;
};

/// The value of a `--set`: TOML if it parses, otherwise a text, so that `1 ms` needs no quotes. Nothing if it
/// is not valid UTF-8 either.
std::optional<Value> value_of(const Override& setting) {
  for (const auto& toml : {setting.value, toml_string(setting.value)}) {
    if (too_deep(toml) && toml == setting.value) continue;
    try {
      const auto parsed = toml::parse("value = " + toml);
      if (parsed.size() == 1) return NodeConverter(&setting).value(*parsed.get("value"));
    } catch (const toml::parse_error&) {  // not TOML as it stands
    }
  }
  return std::nullopt;
}

Entry& find_or_insert(Table& table, std::string_view key, const Location& place) {
  const auto found = std::ranges::find(table, key, &Entry::key);
  if (found != table.end()) return *found;
  return table.emplace_back(Entry{std::string(key), place, {place, Table{}}});
}

}  // namespace

Table read_document(std::string_view text, const Findings& findings) {
  if (too_deep(text))
    throw InputError(findings.text_of({}) + ": not a study: it has a thousand keys within each other");
  try {
    return NodeConverter(nullptr).table(toml::parse(text));
  } catch (const toml::parse_error& error) {
    const auto& at = error.source().begin;
    const auto its = syntax_error(error.description(), text, at.line, at.column);
    throw InputError(fmt::format("{}: {}", findings.text_of({its.line, its.column}), its.what));
  }
}

void apply(const Override& setting, Table& root, Findings& findings) {
  const Location place{0, 0, &setting};
  if (static_cast<std::size_t>(std::ranges::count(setting.path, '.')) >= kDeepest)
    return findings.add(place, "unknown key");
  Table* table = &root;
  std::string_view rest = trimmed(setting.path);
  for (auto dot = rest.find('.'); dot != std::string_view::npos; dot = rest.find('.')) {
    Entry& entry = find_or_insert(*table, rest.substr(0, dot), place);
    table = std::get_if<Table>(&entry.value.data);
    if (table == nullptr)
      return findings.add(place, fmt::format("{}: unknown key; {} is no table", setting.path, entry.key));
    rest.remove_prefix(dot + 1);
  }
  Entry& entry = find_or_insert(*table, rest, place);
  entry.place = place;
  if (auto value = value_of(setting))
    entry.value = *std::move(value);
  else
    findings.add(place, "not UTF-8 text");
}

const Entry* find(const Table& table, std::string_view key) {
  const auto found = std::ranges::find(table, key, &Entry::key);
  return found == table.end() ? nullptr : &*found;
}

std::string abridged(std::string_view text, std::size_t most) {
  if (text.size() <= most) return std::string(text);
  std::size_t end = most;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U)
    --end;  // not within a character
  return fmt::format("{}...", text.substr(0, end));
}

std::string shown(const Value& value) {
  struct Show {
    std::string operator()(bool truth) const { return truth ? "true" : "false"; }
    std::string operator()(std::int64_t number) const { return fmt::format("{}", number); }
    std::string operator()(double number) const {
      const auto digits =
          fmt::format("{}", number);  // an integer value keeps its point, to differ from an integer
      return digits.find_first_not_of("-0123456789") == std::string::npos ? digits + ".0" : digits;
    }
    std::string operator()(const std::string& text) const { return toml_string(abridged(text)); }
    std::string operator()(Value::DateOrTime) const { return "a date or time"; }
    std::string operator()(const Array& array) const { return array.empty() ? "[]" : "[...]"; }
    std::string operator()(const Table& table) const { return table.empty() ? "{}" : "{ ... }"; }
  };
  return std::visit(Show{}, value.data);
}

std::string toml_string(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      fmt::format_to(std::back_inserter(result), "\\{}", c);
    else if (code < 0x20 || code == 0x7f)
      fmt::format_to(std::back_inserter(result), "\\u{:04X}", code);
    else
      result += c;
  }
  return result + '"';
}

}  // namespace hilspace::study
