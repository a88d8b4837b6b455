#include "rig/files/number_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>

#include "core/error.hpp"

namespace hilspace::rig {
namespace {

/// False if the text is anything but a number.
bool is_number(std::string_view text, double& value) {
  const auto first = text.find_first_not_of(' '), last = text.find_last_not_of(" \r");
  if (first == std::string_view::npos) return false;
  text = text.substr(first, last - first + 1);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

std::vector<std::vector<double>> read_numbers(const std::string& path, std::string_view heading,
                                              std::string_view origin) {
  std::ifstream file(path);
  if (!file || std::filesystem::is_directory(path))
    throw InputError(fmt::format("{}: cannot be read; {}", path, origin));
  const auto columns = static_cast<std::size_t>(std::ranges::count(heading, ',')) + 1;
  const auto name = heading.substr(0, heading.find(','));
  std::vector<std::vector<double>> rows;
  std::string line;
  for (std::size_t n = 1; std::getline(file, line); ++n) {
    if (line.find_first_not_of(" \r") == std::string::npos || line.front() == '#') continue;
    if (rows.empty() && line.starts_with(name)) continue;
    auto& row = rows.emplace_back();
    for (std::size_t at = 0; at <= line.size();) {
      const std::size_t comma = std::min(line.find(',', at), line.size());
      double value = 0.0;
      if (!is_number(std::string_view(line).substr(at, comma - at), value))
        throw InputError(fmt::format("{}:{}: '{}' is not a number; each line is {}", path, n,
                                     line.substr(at, comma - at), heading));
      if (!std::isfinite(value))
        throw InputError(fmt::format("{}:{}: {} must be finite; each line is {}", path, n, value, heading));
      row.push_back(value);
      at = comma + 1;
    }
    if (row.size() != columns)
      throw InputError(fmt::format("{}:{}: '{}'; each line is {}", path, n, line, heading));
  }
  return rows;
}

void write_numbers(const std::filesystem::path& path, std::string_view heading,
                   std::span<const std::vector<double>> rows) {
  std::ofstream file(path, std::ios::binary);
  file << heading << '\n';
  for (const auto& row : rows) file << fmt::format("{}\n", fmt::join(row, ","));
  file.close();
  if (!file) throw RunError(path.string() + ": cannot be written");
}

}  // namespace hilspace::rig
