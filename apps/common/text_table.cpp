#include "text_table.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace hilspace::app {

void TextTable::print() const {
  std::vector<std::size_t> widths(alignment_.size(), 0);
  for (const auto& row : rows_)
    for (std::size_t k = 0; k < row.size(); ++k) widths[k] = std::max(widths[k], row[k].size());
  for (const auto& row : rows_) {
    std::string line;
    for (std::size_t k = 0; k < row.size(); ++k)
      line += alignment_[k] == 'l' ? fmt::format("  {:<{}}", row[k], widths[k])
                                   : fmt::format("  {:>{}}", row[k], widths[k]);
    line.erase(line.find_last_not_of(' ') + 1);
    fmt::print("{}\n", line);
  }
  fmt::print("\n");
}

}  // namespace hilspace::app
