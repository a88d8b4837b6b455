// hilspace list reference: all lists as one Markdown document, docs/reference.md.

#include <fmt/core.h>

#include <string>

#include "reference/list.hpp"

namespace hilspace::app {
namespace {

std::string cell(const std::string& text, bool code) {
  std::string safe;
  for (const char c : text) safe += c == '|' ? "\\|" : std::string(1, c);
  return code && !safe.empty() ? "`" + safe + "`" : safe;
}

void print(const ListTable& table) {
  if (!table.heading.empty()) fmt::print("\n### {}\n", table.heading);
  std::string head = "|", rule = "|";
  for (const auto& column : table.columns) {
    head += fmt::format(" {} |", column.name);
    rule += "---|";
  }
  fmt::print("\n{}\n{}\n", head, rule);
  for (const auto& row : table.rows) {
    std::string line = "|";
    for (std::size_t k = 0; k < row.size(); ++k)
      line += fmt::format(" {} |", cell(row[k], table.columns[k].code));
    fmt::print("{}\n", line);
  }
}

}  // namespace

void print_reference() {
  fmt::print(
      "# Reference\n\n"
      "Every name that can be written in a study or read in a result. The program printed this page from "
      "the\n"
      "lists it works with: `hilspace list reference`. The [user guide](user-guide.md) says how to use them, "
      "the\n"
      "[theory manual](theory.md) what they mean.\n");
  for (const auto& topic : list_topics()) {
    fmt::print("\n## {}\n\n{}\n", topic.title, topic.about);
    for (const auto& table : topic.tables()) print(table);
  }
}

}  // namespace hilspace::app
