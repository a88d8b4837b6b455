#pragma once
// The topics of `hilspace list`: tables, put together from the lists that the rest of the program
// is driven by. list.cpp prints them on a terminal, list_reference.cpp as the reference in docs/.

#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "study/schema/parameter_row.hpp"

namespace hilspace::app {

struct ListColumn {
  static constexpr std::size_t kAsNeeded = std::numeric_limits<std::size_t>::max();

  std::string_view name;
  bool code = false;               // spelt as in a study or a result
  bool reference_only = false;     // left out on a terminal
  std::size_t widest = kAsNeeded;  // characters on a terminal; longer cells are broken between words
};

struct ListTable {
  std::string heading;
  std::vector<ListColumn> columns;
  std::vector<std::vector<std::string>> rows;
};

struct ListTopic {
  std::string_view name;   // as it is asked for
  std::string_view title;  // in the reference
  std::string_view about;
  std::vector<ListTable> (*tables)();
};

/// The values a parameter may have, in SI: ">= 0, < 1.57".
std::string allowed_text(const study::Parameter& parameter);

/// In the order of the reference.
std::span<const ListTopic> list_topics();

/// All of them in Markdown: docs/reference.md.
void print_reference();

}  // namespace hilspace::app
