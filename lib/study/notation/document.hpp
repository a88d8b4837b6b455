#pragma once
// A study as it stands in the file: a tree of values that know their place. The one gate to toml++.

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
  struct DateOrTime {};  // TOML has them, a study does not
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

/// Throws InputError if the text is not TOML, since then there is nothing more to say about it.
Table read_document(std::string_view text, const Findings& findings);

/// Puts a `--set` into the tree, where it is then read like everything else.
void apply(const Override& setting, Table& root, Findings& findings);

/// The entry with that key, if there is one.
const Entry* find(const Table& table, std::string_view key);

/// The beginning of a text that is longer than that many bytes, with "..." behind it.
std::string abridged(std::string_view text, std::size_t most = 80);

/// As it would stand in the file, for messages; long texts, arrays and tables are cut short.
std::string shown(const Value& value);

/// A text in quotes, with escapes where TOML wants them.
std::string toml_string(std::string_view text);

}  // namespace hilspace::study
