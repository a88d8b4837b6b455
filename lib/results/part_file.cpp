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

h5::Id open_column(hid_t file, const PartInfo& info, const Column& column) {
  if (!h5::exists(file, column.name)) refuse_damaged(info.file, fmt::format("{} is missing", column.name));
  h5::Id dataset = h5::open_dataset(file, column.name);
  if (h5::shape(dataset) != h5::Shape{info.range.size()})
    refuse_damaged(info.file, fmt::format("{} has the wrong size", column.name));
  return dataset;
}

}  // namespace

PartReader::PartReader(const std::filesystem::path& file)
    : file_(open_file(file)), info_(read_info(file_, file)) {}

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
}

metrics::NumericalError total_error(std::span<const PartInfo> parts) {
  metrics::NumericalError error;
  for (const PartInfo& part : parts) error.include(PartReader(part.file).error());
  return error;
}

void for_each_piece(std::span<const PartInfo> parts, std::span<const Column> columns, const TakePiece& take) {
  std::vector<double> values;
  for (const PartInfo& part : parts) {
    const PartReader reader(part.file);
    if (reader.info().range != part.range) refuse(part.file, "changed while it was merged", "merge again");
    for (std::size_t i = 0; i < columns.size(); ++i) {
      for (std::uint64_t begin = part.range.begin; begin < part.range.end; begin += kPiece) {
        const Range piece{begin, std::min(begin + kPiece, part.range.end)};
        values.resize(piece.size());
        reader.read(columns[i], begin, values);
        take(i, piece, values);
      }
    }
  }
}

std::vector<h5::Id> create_part(hid_t file, const study::Study& study, std::span<const Column> columns,
                                Range range, const metrics::NumericalError& error) {
  write_header(file, FileKind::part, study);
  h5::write_attribute(file, "begin", static_cast<std::int64_t>(range.begin));
  h5::write_attribute(file, "end", static_cast<std::int64_t>(range.end));
  h5::write_attribute(file, "error_scenarios", static_cast<std::int64_t>(error.scenarios));
  std::vector<h5::Id> datasets;
  for (const Column& column : columns) {
    const auto type = column.flags.empty() ? h5::Type::float64 : h5::Type::int8;
    datasets.push_back(h5::create_checked_dataset(file, column.name, type, range.size()));
    if (column.source == Column::Source::metric)
      h5::write_attribute(datasets.back(), "numerical_error", error.values[column.metric]);
  }
  return datasets;
}

}  // namespace hilspace::results
