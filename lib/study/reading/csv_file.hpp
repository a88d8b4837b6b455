#pragma once
// CSV file that a study names: its lines that are neither empty nor comments, their cells, and places in it for
// findings. Quotes, a byte order mark and text that is none are dealt with here.

#include <cstdint>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "study/reading/reading.hpp"

namespace hilspace::study {

struct Cell {
  std::string text;
  std::uint32_t column;  // its start, from 1
};

class CsvFile {
 public:
  /// `key` names the file, whose contents are `what`: "list". Its path is relative to the study's folder.
  CsvFile(std::string key, std::string_view what, const Value& name, Reading& reading);

  /// Whether it can be read; otherwise adds a finding.
  bool open();
  /// The next line that is neither empty nor a comment.
  std::optional<std::string> next();
  /// The cells; none, with a finding, on errors.
  std::vector<Cell> cells(std::string_view line);
  /// Reports a header whose cells are separated by something other than a comma.
  bool has_commas(const std::vector<Cell>& header);
  /// Whether the rest is not text, which is reported.
  bool is_broken() const { return is_broken_; }

  Location at(std::uint32_t column) const { return {line_, column, nullptr, file_}; }
  /// A finding of the file as a whole, at the key that names it.
  void complain(std::string_view what) { reading_.complain(key_, name_, what); }

 private:
  bool is_text(std::string_view line);

  std::string key_;
  std::string_view what_;
  const Value& name_;
  Reading& reading_;
  const std::string* file_ = nullptr;
  std::ifstream stream_;
  std::uint32_t line_ = 0;
  bool is_broken_ = false;
};

/// A column's heading, "path [unit]", as both.
struct Heading {
  std::string_view name, unit;  // no unit: empty
};
Heading heading_of(std::string_view cell);

/// Whether a cell has a unit of its own.
bool has_unit(std::string_view cell);

}  // namespace hilspace::study
