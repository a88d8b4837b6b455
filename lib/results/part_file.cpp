#include "results/part_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <sstream>

#include "results/context.hpp"
#include "results/error_file.hpp"
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
  reading(info_.file, [&] {
    h5::read_box(numbers_, {0, both.begin - info_.range.begin}, {columns_.size(), both.size()}, rows);
    if (both.begin == info_.range.begin) block.error.include(read_error(file_, numbers_, block.columns()));
  });
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const Column& column = block.columns()[i];
    const auto row = std::span(rows).subspan(i * both.size(), both.size());
    check_flags(info_, column.name, column.flags.size(), row);
    std::ranges::copy(row, block.numbers(i).subspan(both.begin - block.range().begin).begin());
  }
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

}  // namespace hilspace::results
