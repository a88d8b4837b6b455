#pragma once
// Topics of `hilspace list`: tables generated from the lists that drive the program. list.cpp prints them on
// a terminal, list_reference.cpp as the reference in docs/.

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
  bool code = false;               // monospaced: a name in a study or result
  bool reference_only = false;     // omitted on a terminal
  std::size_t widest = kAsNeeded;  // characters on a terminal; longer cells are wrapped
};

struct ListTable {
  std::string heading;
  std::vector<ListColumn> columns;
  std::vector<std::vector<std::string>> rows;
};

struct ListTopic {
  std::string_view name;   // argument of the verb
  std::string_view title;  // in the reference
  std::string_view about;
  std::vector<ListTable> (*tables)();
};

/// The values a parameter may have, in SI: ">= 0, < 1.57".
std::string allowed_text(const study::Parameter& parameter);

/// Topics of mechanisms (list_mechanism.cpp).
std::vector<ListTable> feature_tables();
std::vector<ListTable> latch_tables();

/// In the order of the reference.
std::span<const ListTopic> list_topics();

/// All of them in Markdown: docs/reference.md.
void print_reference();

}  // namespace hilspace::app
