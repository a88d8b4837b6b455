#pragma once
// Document: a study as written in the file, a tree of values with their locations. The only use of toml++.

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "study/notation/findings.hpp"

namespace hilspace::study {

struct Value;
struct Entry;
using Array = std::vector<Value>;
using Table = std::vector<Entry>;  // in the order of the file

struct Value {
  struct DateOrTime {};  // present in TOML, not used in studies
  Location place;
  std::variant<bool, std::int64_t, double, std::string, DateOrTime, Array, Table> data;

  template <class T>
  const T* as() const {
    return std::get_if<T>(&data);
  }
};

struct Entry {
  std::string key;
  Location place;
  Value value;
};

/// Throws InputError if the text is not TOML, since nothing more can be checked then.
Table read_document(std::string_view text, const Findings& findings);

/// Adds a `--set` to the tree, where it is then read like everything else.
void apply(const Override& setting, Table& root, Findings& findings);

/// The entry with that key, if there is one.
const Entry* find(const Table& table, std::string_view key);

/// The first bytes of a longer text, followed by "..."
std::string abridged(std::string_view text, std::size_t most = 80);

/// The value as written in the file, for messages; long texts, arrays and tables are shortened.
std::string shown(const Value& value);

/// A text in quotes, with the escapes that TOML requires.
std::string toml_string(std::string_view text);

}  // namespace hilspace::study
