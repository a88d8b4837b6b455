// hilspace list: names that may occur in studies and results.

#include "reference/list.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "command_line.hpp"
#include "core/error.hpp"
#include "exit_codes.hpp"
#include "reference/schema.hpp"
#include "study/notation/nearest.hpp"
#include "verbs.hpp"

namespace hilspace::app {
namespace {

constexpr std::size_t kLineWidth = 110;
constexpr std::size_t kGap = 2;  // before every column
constexpr std::string_view kReference = "reference", kSchema = "schema";

/// Wraps the text to at most `width` characters, at blanks where possible.
std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  while (text.size() > width) {
    auto end = text.rfind(' ', width);
    if (end == std::string_view::npos) end = std::min(text.find(' '), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  lines.emplace_back(text);
  return lines;
}

/// Width of the terminal, columns.
std::vector<std::size_t> shown(const ListTable& table) {
  std::vector<std::size_t> columns;
  for (std::size_t k = 0; k < table.columns.size(); ++k)
    if (!table.columns[k].reference_only) columns.push_back(k);
  return columns;
}

/// Column widths: the widest cell of all tables with the same columns, up to the maximum; the last column
/// gets the rest.
std::vector<std::size_t> widths_of(const ListTable& table, std::span<const ListTable> all) {
  std::vector<std::size_t> widths;
  std::size_t taken = 0;
  const auto columns = shown(table);
  for (const std::size_t k : columns) {
    std::size_t width = 0;
    for (const auto& other : all)
      if (std::ranges::equal(other.columns, table.columns, {}, &ListColumn::name, &ListColumn::name))
        for (const auto& row : other.rows) width = std::max(width, row[k].size());
    width = std::min(width, table.columns[k].widest);
    if (k == columns.back()) width = kLineWidth - std::min(kLineWidth, taken + kGap);
    widths.push_back(width);
    taken += kGap + width;
  }
  return widths;
}

void print_row(std::span<const std::string> cells, std::span<const std::size_t> widths) {
  std::vector<std::vector<std::string>> lines;
  std::size_t height = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    lines.push_back(wrapped(cells[i], widths[i]));
    height = std::max(height, lines.back().size());
  }
  for (std::size_t y = 0; y < height; ++y) {
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i)
      line += fmt::format("{:{}}{:<{}}", "", kGap, y < lines[i].size() ? lines[i][y] : "", widths[i]);
    line.erase(line.find_last_not_of(' ') + 1);
    fmt::print("{}\n", line);
  }
}

void print(std::span<const ListTable> tables) {
  for (const auto& table : tables) {
    if (&table != &tables.front()) fmt::print("\n");
    if (!table.heading.empty()) fmt::print("{}\n", table.heading);
    const auto columns = shown(table);
    const auto widths = widths_of(table, tables);
    for (const auto& row : table.rows) {
      std::vector<std::string> cells;
      for (const std::size_t k : columns) cells.push_back(row[k]);
      print_row(cells, widths);
    }
  }
}

Json json_of(const ListTable& table) {
  Json rows = Json::array();
  for (const auto& row : table.rows) {
    Json its = Json::object();
    for (std::size_t k = 0; k < row.size(); ++k) its.add(std::string(table.columns[k].name), row[k]);
    rows.push(std::move(its));
  }
  return Json::object().add("heading", table.heading).add("rows", std::move(rows));
}

void print_json(const ListTopic& topic) {
  Json tables = Json::array();
  for (const auto& table : topic.tables()) tables.push(json_of(table));
  fmt::print("{}\n", Json::object().add("topic", topic.name).add("tables", std::move(tables)).text());
}

std::vector<std::string_view> names() {
  std::vector<std::string_view> names;
  for (const auto& topic : list_topics()) names.push_back(topic.name);
  return names;
}

}  // namespace

int list(std::span<const std::string> arguments) {
  CommandLine line(fmt::format("hilspace list {}|{}|{}", fmt::join(names(), "|"), kReference, kSchema),
                   "topic");
  line.example("hilspace list parameters");
  line.about(
      "Lists what can be written in a study and read in a result. reference: all of it in Markdown;\n"
      "schema: the JSON Schema of studies, for editors.");
  std::vector<std::string_view> topics = names();
  topics.insert(topics.end(), {kReference, kSchema});
  line.choices(topics);
  line.flag("json", "print every column of the list as JSON instead");
  if (!line.parse(arguments)) return kDone;
  if (line.has("json") && line.argument() == kReference)
    throw InputError("list reference: is a document, and no list; --json is of the lists in it");
  if (line.argument() == kReference) {
    print_reference();
    return kDone;
  }
  if (line.argument() == kSchema) {
    fmt::print("{}\n", study_schema().text());
    return kDone;
  }
  for (const auto& topic : list_topics()) {
    if (topic.name != line.argument()) continue;
    if (line.has("json"))
      print_json(topic);
    else
      print(topic.tables());
    return kDone;
  }
  throw InputError(
      fmt::format("there is no list '{}'; {}", line.argument(), study::suggestion(line.argument(), topics)));
}

}  // namespace hilspace::app
