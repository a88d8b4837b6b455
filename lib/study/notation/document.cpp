#include "study/notation/document.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cstdint>
#include <optional>

#include "core/error.hpp"
#include "study/notation/override.hpp"
#include "study/notation/quantity.hpp"

namespace hilspace::study {
namespace {

/// Whether a key has so many parts that a recursive walk of the tree would exhaust the stack.
bool too_deep(std::string_view text) {
  constexpr int kMostParts = 1000;
  int dots = 0;
  for (const char c : text) {
    if (c == '.')
      ++dots;
    else if (c == '\n' || c == '=' || c == ',' || c == '{' || c == '[')
      dots = 0;  // another key begins, or a value
    if (dots >= kMostParts) return true;
  }
  return false;
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

/// Line `number`, counted from 1, without its end.
std::string_view line_of(std::string_view text, std::uint32_t number) {
  for (; number > 1 && !text.empty(); --number)
    text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  const auto line = text.substr(0, text.find('\n'));
  return line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
}

/// A syntax error as described by toml++, with advice for common beginners' errors.
std::string what_is_wrong(std::string_view description, std::string_view line, std::uint32_t column) {
  const auto says = [&](std::string_view words) { return description.find(words) != description.npos; };
  const auto has = [&](std::string_view words) { return line.find(words) != line.npos; };
  if (says("utf-8")) return "not UTF-8 text from here on; save the study as UTF-8";
  const bool at_line_end = column > line.size();
  if (says("while parsing string") && (says("end-of-file") || (says("unescaped control") && at_line_end)))
    return "a text in quotes is not closed; its closing quote is missing";
  if (has("\u201C") || has("\u201D") || has("\u201E"))
    return "typographic quotes; texts and quantities need straight ones, as in \"30 kg\"";
  for (const std::string_view blank : {"\\u00A0", "\\u2007", "\\u2009", "\\u202F", "\\u3000"})
    if (says(blank)) return "a character that only looks like a blank; write a plain one";
  std::string advice;
  if (says("escape sequence"))
    advice = "; in quotes a backslash is written twice, in single quotes once";
  else if (says("saw ';'") || says("saw '%'") || says("saw '/'"))
    advice = "; nothing ends a line, and a comment begins with #";
  else if (says("whitespace, saw ','"))
    advice = "; numbers have a decimal point, and several values stand in square brackets";
  else if (says("expected '=', saw ':'"))
    advice = "; a key and its value are joined by =";
  else if (says("expected decimal digit, saw '.'"))
    advice = "; a number begins with a digit, as in 0.8";
  else if (says("parsing array"))
    advice =
        "; the values of a list are separated by commas, and ] ends it: one of them is missing before this";
  else if (says("redefine existing table"))
    advice = "; there is one of that name above: write these keys there";
  else if (says("redefine existing"))
    advice = "; it is given twice";
  else if (says("parsing table header"))
    advice = "; a table is written [name], one of several [[name]]";
  else if (says("expected a comment or whitespace") || says("could not determine value type") ||
           says("while parsing boolean"))
    advice = "; texts and quantities stand in quotes";
  constexpr std::string_view prefix = "Error while ";
  if (description.starts_with(prefix)) description.remove_prefix(prefix.size());
  return fmt::format("not TOML: {}{}", description, advice);
}

Entry& find_or_insert(Table& table, std::string_view key, const Location& place) {
  const auto found = std::ranges::find(table, key, &Entry::key);
  if (found != table.end()) return *found;
  return table.emplace_back(Entry{std::string(key), place, {place, Table{}}});
}

}  // namespace

Table read_document(std::string_view text, const Findings& findings) {
  if (too_deep(text))
    throw InputError(findings.text_of({}) + ": not a study: it has keys of a thousand parts");
  try {
    return NodeConverter(nullptr).table(toml::parse(text));
  } catch (const toml::parse_error& error) {
    const auto& at = error.source().begin;
    throw InputError(fmt::format("{}: {}", findings.text_of({at.line, at.column}),
                                 what_is_wrong(error.description(), line_of(text, at.line), at.column)));
  }
}

void apply(const Override& setting, Table& root, Findings& findings) {
  const Location place{0, 0, &setting};
  if (too_deep(setting.path)) return findings.add(place, "unknown key");
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
