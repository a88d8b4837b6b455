// Points of a measured curve, in a CSV file or in the study: a header with penetration and force, then one line per
// point.

#include "study/reading/read_curve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "core/count_text.hpp"
#include "study/notation/keys.hpp"
#include "study/reading/arrays.hpp"
#include "study/reading/csv_file.hpp"
#include "study/reading/values.hpp"

namespace hilspace::study {
namespace {

constexpr std::size_t kMostCurvePoints = 10'000;  // they become part of every result
constexpr std::string_view kHeader = "penetration [mm],force [N]";
constexpr std::string_view kCurveExample =
    R"({ penetration = ["0 mm", "0.1 mm", "0.2 mm"], force = ["0 N", "300 N", "900 N"] })";

struct CurveColumn {
  std::string_view name, unit, example;
};
constexpr std::array kCurveColumns{CurveColumn{"penetration", "m", "\"0.1 mm\""},
                                   CurveColumn{"force", "N", "\"300 N\""}};

/// A number of that column, whose key is `key`.
Parameter element(const std::string& key, const CurveColumn& column) {
  return {key, ValueKind::quantity, column.unit, 0.0, true, kInfinity, kNone, column.example, ""};
}

/// Why the last of these points cannot follow those before; nothing if it can.
std::string misplaced(const std::vector<contact::ForcePoint>& points) {
  const auto& [penetration, force] = points.back();
  if (points.size() == 1)
    return penetration == 0.0 && force == 0.0
               ? ""
               : "a curve begins with the penetration 0 and the force 0; add this point, or shift the curve "
                 "there";
  const auto& before = points[points.size() - 2];
  if (!(penetration > before.penetration))
    return "a penetration must be greater than the one before; sort the points, and take one force for each";
  if (force < before.force)
    return "a force must not be less than the one before; take the loading alone, and smooth its noise: "
           "damping gives what unloading loses";
  return {};
}

/// What the whole curve lacks; nothing if it is good.
std::string lacking(const std::vector<contact::ForcePoint>& points) {
  if (points.size() < 2) return "has fewer than 2 points; a curve has the point 0, 0 and one more at least";
  if (!(points.back().force > 0.0)) return "has no force in any point";
  constexpr double kLeast = 1e-9;  // of the curve's depth: closer ones are a jump to every step
  const double least = kLeast * points.back().penetration;
  for (std::size_t i = 1; i < points.size(); ++i)
    if (const double way = points[i].penetration - points[i - 1].penetration; way < least)
      return fmt::format(
          "has points {} and {} only {:.2g} m apart; leave {:.2g} m, a billionth of its depth, "
          "between points",
          i, i + 1, way, least);
  return {};
}

class CurveFile {
 public:
  CurveFile(const std::string& path, const Value& file, Reading& reading)
      : path_(path), file_(path, "curve", file, reading), reading_(reading) {}

  std::vector<contact::ForcePoint> read() {
    if (!file_.open()) return {};
    const auto before = reading_.findings.size();
    bool has_header = false;
    // Ends with the first error, which later lines would only repeat.
    while (const auto line = file_.next()) {
      has_header ? read_row(*line) : read_header(*line);
      if (reading_.findings.size() > before) return {};
      has_header = true;
    }
    if (file_.is_broken()) return {};
    const auto complaint =
        has_header ? lacking(points_) : fmt::format("is empty; its first line is {}", kHeader);
    if (complaint.empty()) return std::move(points_);
    file_.complain(complaint);
    return {};
  }

 private:
  void read_header(const std::string& line) {
    const auto header = file_.cells(line);
    if (header.empty() || !file_.has_commas(header)) return;
    for (const Cell& cell : header) {
      const auto [name, unit] = heading_of(cell.text);
      const auto* const found = std::ranges::find(kCurveColumns, name, &CurveColumn::name);
      const auto place = static_cast<std::size_t>(found - kCurveColumns.begin());
      if (found == kCurveColumns.end() || std::ranges::find(columns_, place) != columns_.end())
        return reading_.findings.add(file_.at(cell.column),
                                     fmt::format("a curve has the columns {}", kHeader));
      columns_.push_back(place);
      units_.emplace_back(unit);
    }
    if (columns_.size() != kCurveColumns.size())
      reading_.findings.add(file_.at(1), fmt::format("a curve has the columns {}", kHeader));
  }

  void read_row(const std::string& line) {
    const auto cells = file_.cells(line);
    if (cells.empty()) return;
    if (cells.size() != columns_.size())
      return reading_.findings.add(file_.at(1),
                                   fmt::format("has {} cells; penetration and force are 2", cells.size()));
    if (points_.size() == kMostCurvePoints)
      return file_.complain(fmt::format("has more than {} points; take fewer", grouped(kMostCurvePoints)));
    contact::ForcePoint point;
    for (std::size_t k = 0; k < cells.size(); ++k) {
      const auto& column = kCurveColumns[columns_[k]];
      const auto text =
          has_unit(cells[k].text) || units_[k].empty() ? cells[k].text : cells[k].text + " " + units_[k];
      const auto key = join(path_, column.name);
      const auto number = read_value(element(key, column), Value{file_.at(cells[k].column), text}, reading_);
      if (!number) return;
      (columns_[k] == 0 ? point.penetration : point.force) = *number;
    }
    points_.push_back(point);
    if (const auto complaint = misplaced(points_); !complaint.empty())
      reading_.findings.add(file_.at(1), fmt::format("{}: {}", path_, complaint));
  }

  const std::string& path_;
  CsvFile file_;
  Reading& reading_;
  std::vector<std::size_t> columns_;  // in the order of the file
  std::vector<std::string> units_;    // of all their cells; empty: each has its own
  std::vector<contact::ForcePoint> points_;
};

std::vector<contact::ForcePoint> curve_in_study(const std::string& path, const Value& value,
                                                Reading& reading) {
  const Arrays arrays(path, value, {"penetration", "force"}, kCurveExample, reading);
  const auto before = reading.findings.size();
  std::array<std::vector<double>, 2> numbers;
  for (std::size_t i = 0; i < numbers.size(); ++i)
    if (const auto* array = arrays[kCurveColumns[i].name])
      numbers[i] = read_elements(element(join(path, kCurveColumns[i].name), kCurveColumns[i]),
                                 *array->as<Array>(), reading);
  if (reading.findings.size() > before) return {};
  const auto complain = [&](std::string_view what) {
    reading.findings.add(value.place, fmt::format("{}: {}", path, what));
    return std::vector<contact::ForcePoint>{};
  };
  if (numbers[0].size() != numbers[1].size())
    return complain(fmt::format("has {} penetrations and {} forces; a curve has as many of both",
                                numbers[0].size(), numbers[1].size()));
  std::vector<contact::ForcePoint> points;
  for (std::size_t k = 0; k < numbers[0].size(); ++k) {
    points.push_back({numbers[0][k], numbers[1][k]});
    if (const auto complaint = misplaced(points); !complaint.empty())
      return complain(fmt::format("point {}: {}", k + 1, complaint));
  }
  if (const auto complaint = lacking(points); !complaint.empty()) return complain(complaint);
  return points;
}

}  // namespace

std::vector<contact::ForcePoint> read_curve(const std::string& path, const Value& value, Reading& reading) {
  if (value.as<std::string>() != nullptr) return CurveFile(path, value, reading).read();
  if (value.as<Table>() != nullptr) return curve_in_study(path, value, reading);
  reading.complain(path, value, fmt::format("must name a file, \"curve.csv\", with the columns {}", kHeader));
  return {};
}

}  // namespace hilspace::study
