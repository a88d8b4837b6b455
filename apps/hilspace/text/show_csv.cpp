// show --csv: output for spreadsheets and scripts without HDF5.

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <string_view>

#include "core/error.hpp"
#include "results/reading/result_file.hpp"
#include "text/progress.hpp"
#include "text/show.hpp"

namespace hilspace::app {
namespace {

using results::ResultFile;
using results::Variable;

/// Buffered lines for the standard output.
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
      buffer_.append(std::string_view("nan"));  // without the sign that a NaN may have
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

/// A variable by scenario, which may depend on some dimensions only.
class CsvColumn {
 public:
  CsvColumn(results::ResultReader& reader, const Variable& variable)
      : reader_(reader), variable_(variable), strides_(reader.contents().shape.size(), 0) {
    const auto& shape = reader.contents().shape;
    std::size_t stride = 1;
    for (std::size_t k = shape.size(); k-- > 0;) {
      const auto& own = variable.dimensions;
      if (std::ranges::find(own, reader.contents().dimension_names[k]) == own.end()) continue;
      strides_[k] = stride;
      stride *= shape[k];
    }
    if (variable.holds_texts)
      texts_ = reader.texts(variable);
    else if (variable.dimensions != reader.contents().dimension_names)
      values_ = reader.numbers(variable);
    else
      is_per_row_ = true;
  }

  /// Must be called before those rows are printed.
  void begin(std::uint64_t row, std::uint64_t rows) {
    if (!is_per_row_) return;
    first_ = row;
    values_.resize(rows);
    reader_.read(variable_, row, values_);
  }

  void print(Lines& lines, std::uint64_t row) const {
    if (is_per_row_) return lines.number(values_[row - first_]);
    const auto& shape = reader_.contents().shape;
    std::size_t at = 0;
    for (std::size_t k = shape.size(); k-- > 0; row /= shape[k]) at += row % shape[k] * strides_[k];
    if (variable_.holds_texts)
      lines.text(texts_[at]);
    else
      lines.number(values_[at]);
  }

 private:
  results::ResultReader& reader_;
  const Variable& variable_;
  std::vector<std::size_t> strides_;  // 0: does not depend on it
  bool is_per_row_ = false;           // has a number for each row; only the current rows are held
  std::uint64_t first_ = 0;
  std::vector<double> values_{};
  std::vector<std::string> texts_{};
};

/// Whether other coordinates share the dimension that this one labels.
bool repeats_keys(const ResultFile& result, const Variable& label) {
  return std::ranges::any_of(result.coordinates, [&](const Variable& other) {
    return other.name != label.name && other.dimensions == label.dimensions;
  });
}

/// Name with unit, as in lists of points: "chaser.mass [kg]".
std::string heading(const Variable& variable, bool units) {
  const bool has = units && !variable.units.empty() && variable.units != "1";
  return has ? fmt::format("{} [{}]", variable.name, variable.units) : variable.name;
}

void print_scenarios(results::ResultReader& reader, bool units) {
  constexpr std::uint64_t kRows = 8192;
  const ResultFile& result = reader.contents();
  ProgressBar progress(::isatty(STDOUT_FILENO) == 1);
  Lines lines;
  std::vector<CsvColumn> columns;
  lines.text("index");
  for (const auto* variables : {&result.coordinates, &result.variables}) {
    for (const Variable& variable : *variables) {
      // A variable without a dimension is constant, and labels duplicate the keys next to them.
      const bool is_label = variable.holds_texts && variable.dimensions == std::vector{variable.name};
      const bool is_fixed = variables == &result.coordinates && variable.dimensions.empty();
      if (!result.is_trace && (is_fixed || (is_label && repeats_keys(result, variable)))) continue;
      lines.text(heading(variable, units));
      columns.emplace_back(reader, variable);
    }
  }
  lines.end();
  std::uint64_t count = 1;
  for (const std::size_t n : result.shape) count *= n;
  for (std::uint64_t begin = 0; begin < count; begin += kRows) {
    const std::uint64_t end = std::min(begin + kRows, count);
    for (CsvColumn& column : columns) column.begin(begin, end - begin);
    for (std::uint64_t row = begin; row < end; ++row) {
      lines.count(row);
      for (const CsvColumn& column : columns) column.print(lines, row);
      lines.end();
    }
    progress.read(end, count);
  }
  progress.finish();
}

/// All have the length of the first one.
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
            fmt::format("{}: the groups have different times and do not fit into one table; "
                        "name one of them, as {}:{}",
                        file.string(), file.string(), result.traces.front().path));
      columns.push_back(std::move(variable));
    }
  }
  print_columns(columns, units);
}

/// The group and its contents.
std::string listed(const results::TraceGroupInfo& group) {
  return group.path + (group.impacts > 0 ? ", " + group.path + "/impacts" : "");
}

}  // namespace

void print_csv(const std::filesystem::path& file, results::ResultReader& reader, bool units) {
  reader.contents().is_trace ? print_samples(file, reader.contents(), units) : print_scenarios(reader, units);
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
