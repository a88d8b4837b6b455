// show --csv: what a spreadsheet or a script without HDF5 wants.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <string_view>

#include "core/error.hpp"
#include "show.hpp"

namespace hilspace::app {
namespace {

using results::ResultFile;
using results::Variable;

/// Lines on their way to the standard output.
class Lines {
 public:
  ~Lines() { flush(); }
  Lines() = default;
  Lines(const Lines&) = delete;
  Lines& operator=(const Lines&) = delete;

  void text(std::string_view field) {
    separate();
    if (field.find_first_of(",\"\r\n") == std::string_view::npos) {
      buffer_.append(field);
      return;
    }
    buffer_.push_back('"');
    for (const char c : field) {
      if (c == '"') buffer_.push_back('"');
      buffer_.push_back(c);
    }
    buffer_.push_back('"');
  }
  void number(double value) {
    separate();
    if (std::isnan(value))
      buffer_.append(std::string_view("nan"));  // without the sign that a NaN may carry
    else
      fmt::format_to(std::back_inserter(buffer_), "{}", value);
  }
  void count(std::size_t value) {
    separate();
    fmt::format_to(std::back_inserter(buffer_), "{}", value);
  }
  void end() {
    buffer_.push_back('\n');
    first_ = true;
    if (buffer_.size() > 1 << 16) flush();
  }

 private:
  void separate() {
    if (!first_) buffer_.push_back(',');
    first_ = false;
  }
  void flush() {
    std::fwrite(buffer_.data(), 1, buffer_.size(), stdout);
    buffer_.clear();
  }
  fmt::memory_buffer buffer_;
  bool first_ = true;
};

/// A variable seen from the scenarios: it may depend on some dimensions only.
class CsvColumn {
 public:
  CsvColumn(const ResultFile& result, const Variable& variable)
      : variable_(variable), shape_(result.shape), strides_(result.shape.size(), 0) {
    std::size_t stride = 1;
    for (std::size_t k = shape_.size(); k-- > 0;) {
      const auto& own = variable.dimensions;
      if (std::ranges::find(own, result.dimension_names[k]) == own.end()) continue;
      strides_[k] = stride;
      stride *= shape_[k];
    }
  }

  void print(Lines& lines, std::size_t index) const {
    std::size_t at = 0;
    for (std::size_t k = shape_.size(); k-- > 0; index /= shape_[k]) at += index % shape_[k] * strides_[k];
    if (!variable_.texts.empty())
      lines.text(variable_.texts[at]);
    else
      lines.number(variable_.values[at]);
  }

 private:
  const Variable& variable_;
  const std::vector<std::size_t>& shape_;
  std::vector<std::size_t> strides_;  // 0: does not depend on it
};

/// Whether other coordinates lie on the dimension that this one labels.
bool repeats_keys(const ResultFile& result, const Variable& label) {
  return std::ranges::any_of(result.coordinates, [&](const Variable& other) {
    return other.name != label.name && other.dimensions == label.dimensions;
  });
}

/// With its unit, as lists of points are read: "chaser.mass [kg]".
std::string heading(const Variable& variable, bool units) {
  const bool has = units && !variable.units.empty() && variable.units != "1";
  return has ? fmt::format("{} [{}]", variable.name, variable.units) : variable.name;
}

void print_scenarios(const ResultFile& result, bool units) {
  Lines lines;
  std::vector<CsvColumn> columns;
  lines.text("index");
  for (const auto* variables : {&result.coordinates, &result.variables}) {
    for (const Variable& variable : *variables) {
      // What no axis varies is the same in every row, and labels repeat what the keys beside them say.
      const bool is_label = !variable.texts.empty() && variable.dimensions == std::vector{variable.name};
      const bool is_fixed = variables == &result.coordinates && variable.dimensions.empty();
      if (!result.is_trace && (is_fixed || (is_label && repeats_keys(result, variable)))) continue;
      lines.text(heading(variable, units));
      columns.emplace_back(result, variable);
    }
  }
  lines.end();
  std::size_t count = 1;
  for (const std::size_t n : result.shape) count *= n;
  for (std::size_t i = 0; i < count; ++i) {
    lines.count(i);
    for (const CsvColumn& column : columns) column.print(lines, i);
    lines.end();
  }
}

/// All as long as the first one.
void print_columns(const std::vector<Variable>& columns, bool units) {
  if (columns.empty()) return;
  Lines lines;
  for (const Variable& column : columns) lines.text(heading(column, units));
  lines.end();
  for (std::size_t i = 0; i < columns.front().values.size(); ++i) {
    for (const Variable& column : columns) lines.number(column.values[i]);
    lines.end();
  }
}

void print_samples(const std::filesystem::path& file, const ResultFile& result, bool units) {
  std::vector<Variable> columns;  // `time` once, then the channels of all groups
  for (const auto& group : result.traces) {
    for (Variable& variable : results::read_trace_group(file, group.path)) {
      if (variable.name != "time")
        variable.name = group.path + "." + variable.name;
      else if (columns.empty())
        variable.name = "time";
      else if (variable.values == columns.front().values)
        continue;
      else
        throw RunError(
            fmt::format("{}: the groups have different times, which one table cannot hold; "
                        "name one of them, as {}:{}",
                        file.string(), file.string(), result.traces.front().path));
      columns.push_back(std::move(variable));
    }
  }
  print_columns(columns, units);
}

/// The group and what it lists.
std::string listed(const results::TraceGroup& group) {
  return group.path + (group.impacts > 0 ? ", " + group.path + "/impacts" : "");
}

}  // namespace

void print_csv(const std::filesystem::path& file, const ResultFile& result, bool units) {
  result.is_trace ? print_samples(file, result, units) : print_scenarios(result, units);
}

void print_group_csv(const std::filesystem::path& file, const std::string& group, bool units) {
  std::vector<std::string> known;
  for (const auto& trace : results::inspect_traces(file).traces) {
    const bool has_impacts = trace.impacts > 0 && group == trace.path + "/impacts";
    if (group == trace.path || has_impacts)
      return print_columns(results::read_trace_group(file, group), units);
    known.push_back(listed(trace));
  }
  throw InputError(fmt::format("{}: has no group '{}'; it has {}", file.string(), group,
                               known.empty() ? "none" : fmt::format("{}", fmt::join(known, ", "))));
}

}  // namespace hilspace::app
