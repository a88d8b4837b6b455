// Points of a list, in a CSV file: a header with the paths of parameters, then one line per point.

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>

#include "study/notation/quantity.hpp"
#include "study/reading/read_design.hpp"
#include "study/reading/values.hpp"

namespace hilspace::study {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostFindings = 20;  // per file, since one mistake easily repeats in every line

struct Cell {
  std::string text;
  std::uint32_t column;  // its start, from 1
};

struct Line {
  std::vector<Cell> cells;
  std::uint32_t open_quote = 0;  // start of an unclosed quote, from 1
};

/// The cells of a line; inside quotes a comma is literal, and two quotes stand for one.
Line cells_of(std::string_view text) {
  Line line{{{"", 1}}, 0};
  auto& cells = line.cells;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto column = static_cast<std::uint32_t>(i + 1);
    if (text[i] == '"') {
      const bool doubled = line.open_quote > 0 && i + 1 < text.size() && text[i + 1] == '"';
      if (doubled)
        cells.back().text += text[++i];
      else
        line.open_quote = line.open_quote > 0 ? 0 : column;
    } else if (text[i] == ',' && line.open_quote == 0) {
      cells.push_back({"", column + 1});
    } else {
      cells.back().text += text[i];
    }
  }
  for (auto& cell : cells) cell.text = std::string(trimmed(cell.text));
  return line;
}

/// Length in bytes of the UTF-8 character that starts there; 0: invalid.
std::size_t character_at(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const unsigned first = byte(at);
  if (first < 0x80) return 1;
  const std::size_t size = first >= 0xC2 && first < 0xE0   ? 2
                           : (first >> 4) == 0xE           ? 3
                           : first >= 0xF0 && first < 0xF5 ? 4
                                                           : 0;
  for (std::size_t i = 1; i < size; ++i)
    if ((byte(at + i) >> 6) != 2) return 0;
  return size;
}

/// Position of the first invalid character of a line, from 1; 0: none.
std::uint32_t no_text_at(std::string_view line) {
  for (std::size_t i = 0; i < line.size();) {
    const auto control = static_cast<unsigned char>(line[i]) < ' ' && line[i] != '\t' && line[i] != '\r';
    const std::size_t size = control ? 0 : character_at(line, i);
    if (size == 0) return static_cast<std::uint32_t>(i + 1);
    i += size;
  }
  return 0;
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
    if (is_broken_) return {};
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
  Location at(std::uint32_t column) const { return {line_, column, nullptr, &reading_.list_file}; }

  bool open(const std::string& name) {
    const fs::path path = fs::path(reading_.findings.file()).parent_path() / name;
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (fs::exists(status) && !fs::is_regular_file(status)) {
      complain(fmt::format("is {}; name a file of comma-separated values",
                           fs::is_directory(status) ? "a folder" : "a pipe or a device"));
      return false;
    }
    if (!fs::exists(status)) {
      complain(fmt::format("there is no such file{}; its path is relative to the study's folder",
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
      if (line_ == 1 && line.starts_with("\xEF\xBB\xBF"))
        line.erase(0, 3);  // byte order mark of spreadsheets
      if (!is_text(line)) return std::nullopt;
      if (const auto text = trimmed(line); !text.empty() && !text.starts_with('#')) return line;
    }
    return std::nullopt;
  }

  /// Reports a line that is not text, after which reading stops.
  bool is_text(std::string_view line) {
    const auto column = no_text_at(line);
    is_broken_ = column > 0;
    if (!is_broken_) return true;
    const bool is_utf16 = line_ == 1 && (line.starts_with("\xFF\xFE") || line.starts_with("\xFE\xFF"));
    const bool is_control = static_cast<unsigned char>(line[column - 1]) < ' ';
    reading_.findings.add(at(column),
                          fmt::format("{}; save the list as CSV in UTF-8",
                                      is_utf16     ? "is UTF-16"
                                      : is_control ? "has a control character, which text must not contain"
                                                   : "not UTF-8 text from here on"));
    return false;
  }

  /// The cells; none, with a finding, on errors.
  std::vector<Cell> cells(std::string_view text) {
    auto [cells, open_quote] = cells_of(text);
    if (open_quote == 0) return std::move(cells);
    reading_.findings.add(at(open_quote), "a quote that is not closed in its line; write the second one");
    return {};
  }

  /// Reports a header whose cells are separated by something other than a comma.
  bool has_commas(const std::vector<Cell>& header) {
    for (const auto& [text, column] : header)
      for (const auto& [mark, what] : {std::pair{';', "semicolons"}, std::pair{'\t', "tabs"}})
        if (const auto found = text.find(mark); found != std::string::npos) {
          reading_.findings.add(
              at(column + static_cast<std::uint32_t>(found)),
              fmt::format("has {} between its cells; write commas, and points in numbers", what));
          return false;
        }
    return true;
  }

  bool read_header(const std::string& line) {
    const auto before = reading_.findings.size();
    const auto header = cells(line);
    if (!has_commas(header)) return false;
    for (const auto& [text, column] : header) {
      if (text.empty()) {
        reading_.findings.add(at(column), "an empty cell in the header; write a path, or remove its comma");
        continue;
      }
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
    const auto cells = this->cells(line);
    if (cells.empty()) return;
    if (cells.size() != columns_.size())
      return reading_.findings.add(
          at(1), fmt::format("has {} cells, but the header has {}{}", cells.size(), columns_.size(),
                             cells.back().text.empty() ? "; remove the comma at the end" : ""));
    for (std::size_t k = 0; k < cells.size(); ++k) {
      const Parameter& its = parameter(columns_[k].read.varied.parameter);
      if (!columns_[k].unit.empty() && has_unit(cells[k].text)) {
        reading_.findings.add(at(cells[k].column),
                              fmt::format("{} = {}: has a unit, and so has the header; take [{}] out there, "
                                          "or write the number alone",
                                          its.path, shown(Value{at(1), cells[k].text}), columns_[k].unit));
        columns_[k].read.points.push_back(kNone);
        continue;
      }
      const auto value = read_value(its, value_of(cells[k], columns_[k].unit, its), reading_);
      columns_[k].read.points.push_back(value.value_or(kNone));
    }
    ++points_;
  }

  static bool has_unit(std::string_view cell) {
    const auto unit = unit_of(cell);
    return unit.size() < trimmed(cell).size() && !unit.empty() &&
           std::isalpha(static_cast<unsigned char>(unit[0])) != 0;
  }

  /// The value as written in the study.
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
  bool is_broken_ = false;  // the rest is not text
  std::vector<Column> columns_;
  std::uint64_t points_ = 0;
};

}  // namespace

std::vector<ReadVaried> read_list(const Value& file, Reading& reading) {
  return ListReader(file, reading).read();
}

}  // namespace hilspace::study
