#pragma once
// Tables on the terminal.

#include <string>
#include <vector>

namespace hilspace::app {

/// Columns of minimal width, separated by two spaces.
class TextTable {
 public:
  /// One l (left) or r (right) per column.
  explicit TextTable(std::string alignment) : alignment_(std::move(alignment)) {}
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  /// Followed by an empty line.
  void print() const;

 private:
  std::string alignment_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace hilspace::app
