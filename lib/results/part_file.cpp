#include "results/part_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <sstream>

#include "results/context.hpp"
#include "results/h5_attribute.hpp"
#include "results/header.hpp"

namespace hilspace::results {
namespace {

PartInfo read_part_info(hid_t file, const std::filesystem::path& path) {
  return reading(path, [&] {
    PartInfo info{path, {}, read_header(file, path, {FileKind::part}).identity};
    const auto begin = h5::integer_attribute(file, "begin");
    const auto end = h5::integer_attribute(file, "end");
    if (!begin || !end || *begin < 0 || *end <= *begin) refuse_damaged(path, "it does not say what it holds");
    info.range = {static_cast<std::uint64_t>(*begin), static_cast<std::uint64_t>(*end)};
    return info;
  });
}

h5::Id open_numbers(hid_t file, const PartInfo& info) {
  return reading(info.file, [&] { return h5::open_dataset(file, kNumbers); });
}

std::vector<std::string> read_columns(hid_t numbers, const PartInfo& info) {
  return reading(info.file, [&] {
    std::istringstream text(h5::text_attribute(numbers, "columns").value_or(""));
    std::vector<std::string> columns{std::istream_iterator<std::string>(text), {}};
    if (columns.empty() || h5::shape(numbers) != h5::Shape{columns.size(), info.range.size()})
      refuse_damaged(info.file, "its numbers have the wrong size");
    return columns;
  });
}

std::size_t error_scenarios(hid_t file, const PartInfo& info) {
  const auto scenarios = h5::integer_attribute(file, "error_scenarios");
  if (!scenarios || *scenarios < 0) refuse_damaged(info.file, "attribute 'error_scenarios' is missing");
  return static_cast<std::size_t>(*scenarios);
}

}  // namespace

void check_flags(const PartInfo& info, const std::string& column, std::size_t flags,
                 std::span<const double> values) {
  if (flags == 0) return;
  for (const double value : values)
    if (!(value >= 0.0 && value < static_cast<double>(flags)))
      refuse_damaged(info.file, fmt::format("{} holds {}", column, value));
}

PartReader::PartReader(const std::filesystem::path& file)
    : file_(open_file(file)),
      info_(read_part_info(file_, file)),
      numbers_(open_numbers(file_, info_)),
      columns_(read_columns(numbers_, info_)) {}

std::string PartReader::study_text() const {
  return reading(info_.file, [&] {
    const auto text = h5::text_attribute(file_, "study");
    if (!text) refuse_damaged(info_.file, "attribute 'study' is missing");
    return *text;
  });
}

void PartReader::read(const std::string& column, std::size_t flags, std::span<double> values) const {
  const auto found = std::ranges::find(columns_, column);
  if (found == columns_.end()) refuse_damaged(info_.file, fmt::format("{} is missing", column));
  const auto row = static_cast<hsize_t>(found - columns_.begin());
  reading(info_.file, [&] { h5::read_box(numbers_, {row, 0}, {1, values.size()}, values); });
  check_flags(info_, column, flags, values);
}

void PartReader::read(Block& block) const {
  if (!std::ranges::equal(block.columns(), columns_, {}, &Column::name))
    refuse_damaged(info_.file, "it has other columns");
  const Range both{std::max(info_.range.begin, block.range().begin),
                   std::min(info_.range.end, block.range().end)};
  std::vector<double> rows(columns_.size() * both.size());
  metrics::NumericalError error;
  std::vector<double> errors;
  reading(info_.file, [&] {
    h5::read_box(numbers_, {0, both.begin - info_.range.begin}, {columns_.size(), both.size()}, rows);
    if (both.begin != info_.range.begin) return;
    error.scenarios = error_scenarios(file_, info_);
    errors = h5::number_attributes(numbers_, "numerical_error");
    if (errors.size() != columns_.size()) refuse_damaged(info_.file, "numerical errors are missing");
  });
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const Column& column = block.columns()[i];
    const auto row = std::span(rows).subspan(i * both.size(), both.size());
    check_flags(info_, column.name, column.flags.size(), row);
    std::ranges::copy(row, block.numbers(i).subspan(both.begin - block.range().begin).begin());
    if (column.source == Column::Source::metric && !errors.empty()) error.values[column.metric] = errors[i];
  }
  block.error.include(error);
}

h5::Id create_part(hid_t file, const study::Study& study, std::span<const Column> columns, Range range) {
  write_header(file, FileKind::part, study);
  h5::write_attribute(file, "begin", static_cast<std::int64_t>(range.begin));
  h5::write_attribute(file, "end", static_cast<std::int64_t>(range.end));
  h5::Id numbers = h5::create_checked_dataset(file, kNumbers, columns.size(), range.size());
  std::string names;
  for (const Column& column : columns) names += (names.empty() ? "" : " ") + column.name;
  h5::write_attribute(numbers, "columns", names);
  return numbers;
}

void write_error(hid_t file, hid_t numbers, std::span<const Column> columns,
                 const metrics::NumericalError& error) {
  h5::write_attribute(file, "error_scenarios", static_cast<std::int64_t>(error.scenarios));
  std::vector<double> values;
  for (const Column& column : columns)
    values.push_back(column.source == Column::Source::metric ? error.values[column.metric]
                                                             : std::numeric_limits<double>::quiet_NaN());
  h5::write_attribute(numbers, "numerical_error", std::span<const double>(values));
}

void write_error(hid_t file, std::span<const h5::Id> datasets, std::span<const Column> columns,
                 const metrics::NumericalError& error) {
  h5::write_attribute(file, "error_scenarios", static_cast<std::int64_t>(error.scenarios));
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (columns[i].source == Column::Source::metric)
      h5::write_attribute(datasets[i], "numerical_error", error.values[columns[i].metric]);
}

}  // namespace hilspace::results
