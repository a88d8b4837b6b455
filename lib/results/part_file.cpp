#include "results/part_file.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "results/context.hpp"
#include "results/h5_attribute.hpp"
#include "results/header.hpp"

namespace hilspace::results {
namespace {

PartInfo read_info(hid_t file, const std::filesystem::path& path, FileKind kind) {
  return reading(path, [&] {
    PartInfo info{path, {}, read_header(file, path, {kind}).identity, kind == FileKind::result};
    if (info.is_result) {
      info.range.end = h5::size(h5::open_dataset(file, "outcome"));
      return info;
    }
    const auto begin = h5::integer_attribute(file, "begin");
    const auto end = h5::integer_attribute(file, "end");
    if (!begin || !end || *begin < 0 || *end <= *begin) refuse_damaged(path, "it does not say what it holds");
    info.range = {static_cast<std::uint64_t>(*begin), static_cast<std::uint64_t>(*end)};
    return info;
  });
}

h5::Id open_column(hid_t file, const PartInfo& info, const Column& column) {
  if (!h5::exists(file, column.name)) refuse_damaged(info.file, fmt::format("{} is missing", column.name));
  h5::Id dataset = h5::open_dataset(file, column.name);
  if (h5::shape(dataset) != h5::Shape{info.range.size()})
    refuse_damaged(info.file, fmt::format("{} has the wrong size", column.name));
  return dataset;
}

}  // namespace

PartReader::PartReader(const std::filesystem::path& file, FileKind kind)
    : file_(open_file(file)), info_(read_info(file_, file, kind)) {}

bool PartReader::has(const Column& column) const {
  return reading(info_.file, [&] { return h5::exists(file_, column.name); });
}

metrics::NumericalError PartReader::error() const {
  return reading(info_.file, [&] {
    metrics::NumericalError error;
    const auto scenarios = h5::integer_attribute(file_, "error_scenarios");
    if (!scenarios || *scenarios < 0) refuse_damaged(info_.file, "attribute 'error_scenarios' is missing");
    error.scenarios = static_cast<std::size_t>(*scenarios);
    for (const Column& column : all_columns()) {
      if (column.source != Column::Source::metric || !has(column)) continue;
      const auto value = h5::number_attribute(open_column(file_, info_, column), "numerical_error");
      if (!value)
        refuse_damaged(info_.file, fmt::format("the numerical error of {} is missing", column.name));
      error.values[column.metric] = *value;
    }
    return error;
  });
}

std::string PartReader::study_text() const {
  return reading(info_.file, [&] {
    const auto text = h5::text_attribute(file_, "study");
    if (!text) refuse_damaged(info_.file, "attribute 'study' is missing");
    return *text;
  });
}

void PartReader::read(const Column& column, std::uint64_t begin, std::span<double> values) const {
  reading(info_.file,
          [&] { h5::read_from(open_column(file_, info_, column), begin - info_.range.begin, values); });
  if (column.flags.empty()) return;
  for (const double value : values)
    if (!(value >= 0.0 && value < static_cast<double>(column.flags.size())))
      refuse_damaged(info_.file, fmt::format("{} holds {}", column.name, value));
}

bool PartReader::for_each_piece(std::span<const Column> columns, const TakePiece& take) const {
  constexpr std::uint64_t kPiece = 65536;  // scenarios
  std::vector<double> values;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    for (std::uint64_t begin = info_.range.begin; begin < info_.range.end; begin += kPiece) {
      const Range piece{begin, std::min(begin + kPiece, info_.range.end)};
      values.resize(piece.size());
      read(columns[i], begin, values);
      if (!take(i, piece, values)) return false;
    }
  }
  return true;
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
