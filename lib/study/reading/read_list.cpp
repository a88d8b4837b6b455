// The points of a list, in a CSV file: a header with the paths of parameters, then a line for each point.

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "study/notation/quantity.hpp"
#include "study/reading/read_design.hpp"
#include "study/reading/values.hpp"

namespace hilspace::study {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostFindings = 20;  // in one file, where a mistake easily stands in every line

struct Cell {
  std::string text;
  std::uint32_t column;  // where it begins, from 1
};

/// The cells of a line; in quotes a comma is a comma, and two quotes are one.
std::vector<Cell> cells_of(std::string_view line) {
  std::vector<Cell> cells{{"", 1}};
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"') {
      const bool doubled = quoted && i + 1 < line.size() && line[i + 1] == '"';
      if (doubled)
        cells.back().text += line[++i];
      else
        quoted = !quoted;
    } else if (line[i] == ',' && !quoted) {
      cells.push_back({"", static_cast<std::uint32_t>(i + 2)});
    } else {
      cells.back().text += line[i];
    }
  }
  for (auto& cell : cells) cell.text = std::string(trimmed(cell.text));
  return cells;
}

class ListReader {
 public:
  ListReader(const Value& file, Reading& reading) : file_(file), reading_(reading) {}

  std::vector<ReadVaried> read() {
    const auto* name = read_text("design.file", file_, reading_);
    if (name == nullptr || !open(*name)) return {};
    const auto before = reading_.findings.size();
    while (const auto line = next()) {
      if (columns_.empty()) {
        if (!read_header(*line)) return {};
        continue;
      }
      read_row(*line);
      if ((points_ + 1) * columns_.size() > kMostDesignNumbers) {
        complain(fmt::format("the list has more than {} numbers; take fewer", kMostDesignNumbers));
        break;
      }
      if (reading_.findings.size() >= before + kMostFindings) {
        reading_.findings.add(at(1), "there may be more of these; the rest is not read");
        break;
      }
    }
    if (columns_.empty())
      complain(
          "is empty; its first line has the paths of parameters, as in: chaser.mass,approach.velocity [m/s]");
    else if (points_ == 0 && reading_.findings.size() == before)
      complain("has no points below its header");
    std::vector<ReadVaried> result;
    for (auto& column : columns_) result.push_back(std::move(column.read));
    return result;
  }

 private:
  struct Column {
    ReadVaried read;
    std::string unit;  // of all its cells; empty: each has its own
  };

  void complain(std::string_view what) { reading_.complain("design.file", file_, what); }
  Place at(std::uint32_t column) const { return {line_, column, nullptr, &reading_.list_file}; }

  bool open(const std::string& name) {
    const fs::path path = fs::path(reading_.findings.file()).parent_path() / name;
    std::error_code error;
    if (!fs::is_regular_file(path, error)) {
      complain(fmt::format("there is no such file{}; its path is seen from the study's folder",
                           path.string() == name ? "" : fmt::format(" {}", path.string())));
      return false;
    }
    reading_.list_file = path.string();
    stream_.open(path, std::ios::binary);
    if (!stream_) complain("cannot be read");
    return stream_.is_open();
  }

  /// The next line that is neither empty nor a comment.
  std::optional<std::string> next() {
    for (std::string line; std::getline(stream_, line);) {
      ++line_;
      if (line_ == 1 && line.starts_with("\xEF\xBB\xBF")) line.erase(0, 3);  // as spreadsheets write it
      if (const auto text = trimmed(line); !text.empty() && !text.starts_with('#')) return line;
    }
    return std::nullopt;
  }

  bool read_header(const std::string& line) {
    const auto before = reading_.findings.size();
    for (const auto& [text, column] : cells_of(line)) {
      std::string_view path = text, unit;
      if (const auto bracket = text.find('['); bracket != std::string::npos && text.ends_with(']')) {
        path = trimmed(std::string_view(text).substr(0, bracket));
        unit = trimmed(std::string_view(text).substr(bracket + 1, text.size() - bracket - 2));
      }
      const auto id = claim_parameter(path, at(column), reading_);
      if (!id) continue;
      if (!unit.empty() && parameter(*id).kind != ValueKind::quantity)
        reading_.findings.add(at(column), fmt::format("{}: has no unit; write {}", path, path));
      Column its{{{*id, {}}, at(column)}, std::string(unit)};
      its.read.varied.distribution.kind = sampling::DistributionKind::levels;
      columns_.push_back(std::move(its));
    }
    return reading_.findings.size() == before;
  }

  void read_row(const std::string& line) {
    const auto cells = cells_of(line);
    if (cells.size() != columns_.size())
      return reading_.findings.add(
          at(1), fmt::format("has {} cells, but the header has {}", cells.size(), columns_.size()));
    for (std::size_t k = 0; k < cells.size(); ++k) {
      const Parameter& its = parameter(columns_[k].read.varied.parameter);
      const auto value = read_value(its, value_of(cells[k], columns_[k].unit, its), reading_);
      columns_[k].read.points.push_back(value.value_or(kNone));
    }
    ++points_;
  }

  /// As it would stand in the study.
  Value value_of(const Cell& cell, const std::string& unit, const Parameter& its) const {
    Value value{at(cell.column), cell.text};
    if (its.kind == ValueKind::quantity && !unit.empty()) value.data = cell.text + " " + unit;
    if (its.kind != ValueKind::number) return value;
    double number = 0.0;
    const char* const end = cell.text.data() + cell.text.size();
    const auto [rest, error] = std::from_chars(cell.text.data(), end, number);
    if (error == std::errc() && rest == end) value.data = number;
    return value;
  }

  const Value& file_;
  Reading& reading_;
  std::ifstream stream_;
  std::uint32_t line_ = 0;
  std::vector<Column> columns_;
  std::uint64_t points_ = 0;
};

}  // namespace

std::vector<ReadVaried> read_list(const Value& file, Reading& reading) {
  return ListReader(file, reading).read();
}

}  // namespace hilspace::study
