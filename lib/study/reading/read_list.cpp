// Points of a list, in a CSV file: a header with the paths of parameters, then one line per point.

#include <fmt/format.h>

#include <charconv>
#include <utility>

#include "core/count_text.hpp"
#include "study/reading/csv_file.hpp"
#include "study/reading/limits.hpp"
#include "study/reading/read_design.hpp"
#include "study/reading/values.hpp"

namespace hilspace::study {
namespace {

constexpr std::size_t kMostFindings = 20;  // per file, since one mistake easily repeats in every line

class ListReader {
 public:
  ListReader(const Value& file, Reading& reading)
      : file_("design.file", "list", file, reading), reading_(reading) {}

  std::vector<ReadVaried> read() {
    if (!file_.open()) return {};
    const auto before = reading_.findings.size();
    while (const auto line = file_.next()) {
      if (columns_.empty()) {
        if (!read_header(*line)) return {};
        continue;
      }
      read_row(*line);
      if ((points_ + 1) * columns_.size() > most_design_numbers()) {
        file_.complain(
            fmt::format("the list has more than {} numbers; take fewer", grouped(most_design_numbers())));
        break;
      }
      if (reading_.findings.size() >= before + kMostFindings) {
        reading_.findings.add(file_.at(1), "there may be more of these; the rest is not read");
        break;
      }
    }
    if (file_.is_broken()) return {};
    if (columns_.empty())
      file_.complain(
          "is empty; its first line has the paths of parameters, as in: chaser.mass,approach.velocity [m/s]");
    else if (points_ == 0 && reading_.findings.size() == before)
      file_.complain("has no points below its header");
    std::vector<ReadVaried> result;
    for (auto& column : columns_) result.push_back(std::move(column.read));
    return result;
  }

 private:
  struct Column {
    ReadVaried read;
    std::string unit;  // of all its cells; empty: each has its own
  };

  bool read_header(const std::string& line) {
    const auto before = reading_.findings.size();
    const auto header = file_.cells(line);
    if (!file_.has_commas(header)) return false;
    for (const auto& [text, column] : header) {
      if (text.empty()) {
        reading_.findings.add(file_.at(column),
                              "an empty cell in the header; write a path, or remove its comma");
        continue;
      }
      const auto [path, unit] = heading_of(text);
      if (const auto round = path.find('('); round != path.npos && path.ends_with(')')) {
        reading_.findings.add(
            file_.at(column),
            fmt::format("{}: a unit stands in square brackets; write {} [{}]", path,
                        trimmed(path.substr(0, round)), path.substr(round + 1, path.size() - round - 2)));
        continue;
      }
      const auto id = claim_parameter(path, file_.at(column), reading_);
      if (!id) continue;
      if (!unit.empty() && parameter(*id).kind != ValueKind::quantity)
        reading_.findings.add(file_.at(column), fmt::format("{}: has no unit; write {}", path, path));
      Column its{{{*id, {}}, file_.at(column)}, std::string(unit)};
      its.read.varied.distribution.kind = sampling::DistributionKind::levels;
      columns_.push_back(std::move(its));
    }
    return reading_.findings.size() == before;
  }

  void read_row(const std::string& line) {
    const auto cells = file_.cells(line);
    if (cells.empty()) return;
    if (cells.size() != columns_.size() && !file_.has_commas(cells)) return;
    if (cells.size() != columns_.size())
      return reading_.findings.add(
          file_.at(1), fmt::format("has {} cells, but the header has {}{}", cells.size(), columns_.size(),
                                   cells.back().text.empty() ? "; remove the comma at the end" : ""));
    for (std::size_t k = 0; k < cells.size(); ++k) {
      const Parameter& its = parameter(columns_[k].read.varied.parameter);
      if (!columns_[k].unit.empty() && has_unit(cells[k].text)) {
        reading_.findings.add(
            file_.at(cells[k].column),
            fmt::format("{} = {}: has a unit, and so has the header; take [{}] out there, "
                        "or write the number alone",
                        its.path, shown(Value{file_.at(1), cells[k].text}), columns_[k].unit));
        columns_[k].read.points.push_back(kNone);
        continue;
      }
      const auto value = read_value(its, value_of(cells[k], columns_[k].unit, its), reading_);
      columns_[k].read.points.push_back(value.value_or(kNone));
    }
    ++points_;
  }

  /// The value as written in the study.
  Value value_of(const Cell& cell, const std::string& unit, const Parameter& its) const {
    Value value{file_.at(cell.column), cell.text};
    if (its.kind == ValueKind::quantity && !unit.empty()) value.data = cell.text + " " + unit;
    if (its.kind != ValueKind::number) return value;
    double number = 0.0;
    const char* const end = cell.text.data() + cell.text.size();
    const auto [rest, error] = std::from_chars(cell.text.data(), end, number);
    if (error == std::errc() && rest == end) value.data = number;
    return value;
  }

  CsvFile file_;
  Reading& reading_;
  std::vector<Column> columns_;
  std::uint64_t points_ = 0;
};

}  // namespace

std::vector<ReadVaried> read_list(const Value& file, Reading& reading) {
  return ListReader(file, reading).read();
}

}  // namespace hilspace::study
