#include "results/part_file.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "results/context.hpp"
#include "results/h5_attribute.hpp"
#include "results/header.hpp"

namespace hilspace::results {
namespace {

PartInfo read_info(hid_t file, const std::filesystem::path& path) {
  return reading(path, [&] {
    PartInfo info{path, {}, read_header(file, path, {FileKind::part}).identity};
    const auto begin = h5::integer_attribute(file, "begin");
    const auto end = h5::integer_attribute(file, "end");
    if (!begin || !end || *begin < 0 || *end <= *begin) refuse_damaged(path, "it does not say what it holds");
    info.range = {static_cast<std::uint64_t>(*begin), static_cast<std::uint64_t>(*end)};
    return info;
  });
}

h5::Id open_column(hid_t file, const PartInfo& info, const std::string& column) {
  try {
    h5::Id dataset = h5::open_dataset(file, column);
    if (h5::size(dataset) != info.range.size())
      refuse_damaged(info.file, fmt::format("{} has the wrong size", column));
    return dataset;
  } catch (const h5::Error&) {  // asked for only then: thousands of small parts are opened column by column
    if (!h5::exists(file, column)) refuse_damaged(info.file, fmt::format("{} is missing", column));
    throw;
  }
}

std::size_t error_scenarios(hid_t file, const PartInfo& info) {
  const auto scenarios = h5::integer_attribute(file, "error_scenarios");
  if (!scenarios || *scenarios < 0) refuse_damaged(info.file, "attribute 'error_scenarios' is missing");
  return static_cast<std::size_t>(*scenarios);
}

void check_flags(const PartInfo& info, const std::string& column, std::size_t flags,
                 std::span<const double> values) {
  if (flags == 0) return;
  for (const double value : values)
    if (!(value >= 0.0 && value < static_cast<double>(flags)))
      refuse_damaged(info.file, fmt::format("{} holds {}", column, value));
}

}  // namespace

PartReader::PartReader(const std::filesystem::path& file)
    : file_(open_file(file)), info_(read_info(file_, file)) {}

bool PartReader::has(const Column& column) const {
  return reading(info_.file, [&] { return h5::exists(file_, column.name); });
}

std::string PartReader::study_text() const {
  return reading(info_.file, [&] {
    const auto text = h5::text_attribute(file_, "study");
    if (!text) refuse_damaged(info_.file, "attribute 'study' is missing");
    return *text;
  });
}

void PartReader::read(const std::string& column, std::size_t flags, std::span<double> values) const {
  reading(info_.file, [&] { h5::read_from(open_column(file_, info_, column), 0, values); });
  check_flags(info_, column, flags, values);
}

void PartReader::read(Block& block) const {
  const Range both{std::max(info_.range.begin, block.range().begin),
                   std::min(info_.range.end, block.range().end)};
  const bool begins = both.begin == info_.range.begin;
  metrics::NumericalError error;
  reading(info_.file, [&] {
    if (begins) error.scenarios = error_scenarios(file_, info_);
    // Each column is opened once: with thousands of small parts that is what merging takes its time for.
    for (std::size_t i = 0; i < block.columns().size(); ++i) {
      const Column& column = block.columns()[i];
      const h5::Id dataset = open_column(file_, info_, column.name);
      const auto numbers = block.numbers(i).subspan(both.begin - block.range().begin, both.size());
      h5::read_from(dataset, both.begin - info_.range.begin, numbers);
      check_flags(info_, column.name, column.flags.size(), numbers);
      if (begins && column.source == Column::Source::metric)
        error.values[column.metric] = h5::required_number(dataset, "numerical_error");
    }
  });
  block.error.include(error);
}

std::vector<h5::Id> create_part(hid_t file, const study::Study& study, std::span<const Column> columns,
                                Range range) {
  write_header(file, FileKind::part, study);
  h5::write_attribute(file, "begin", static_cast<std::int64_t>(range.begin));
  h5::write_attribute(file, "end", static_cast<std::int64_t>(range.end));
  std::vector<h5::Id> datasets;
  for (const Column& column : columns) {
    const auto type = column.flags.empty() ? h5::Type::float64 : h5::Type::int8;
    datasets.push_back(h5::create_checked_dataset(file, column.name, type, range.size()));
  }
  return datasets;
}

void write_error(hid_t file, std::span<const h5::Id> datasets, std::span<const Column> columns,
                 const metrics::NumericalError& error) {
  h5::write_attribute(file, "error_scenarios", static_cast<std::int64_t>(error.scenarios));
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (columns[i].source == Column::Source::metric)
      h5::write_attribute(datasets[i], "numerical_error", error.values[columns[i].metric]);
}

}  // namespace hilspace::results
