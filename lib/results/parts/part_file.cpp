#include "results/parts/part_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <sstream>

#include "results/format/stored_error.hpp"
#include "results/h5/attribute.hpp"
#include "results/h5/context.hpp"

namespace hilspace::results {
namespace {

Header read_part_header(hid_t file, const std::filesystem::path& path) {
  return reading(path, [&] { return read_header(file, path, {FileKind::part}); });
}

PartInfo read_part_info(hid_t file, const std::filesystem::path& path, const Header& header) {
  return reading(path, [&] {
    PartInfo info{path, {}, header.identity};
    const auto begin = h5::integer_attribute(file, "begin");
    const auto end = h5::integer_attribute(file, "end");
    if (!begin || !end || *begin < 0 || *end <= *begin)
      refuse_damaged(path, "it does not state its scenarios");
    info.range = {static_cast<std::uint64_t>(*begin), static_cast<std::uint64_t>(*end)};
    info.scenarios = static_cast<std::uint64_t>(
        std::max(h5::integer_attribute(file, "scenarios").value_or(0), std::int64_t{0}));
    const htri_t study = H5Aexists(file, "study");
    h5::check(study);
    info.has_study = study > 0;
    return info;
  });
}

h5::Handle open_numbers(hid_t file, const PartInfo& info) {
  return reading(info.file, [&] { return h5::open_numbers(file, kNumbers); });
}

constexpr const char* kDigests = "digests";

std::vector<std::string> words_of(hid_t object, const char* attribute) {
  std::istringstream text(h5::text_attribute(object, attribute).value_or(""));
  return {std::istream_iterator<std::string>(text), {}};
}

std::vector<std::string> read_columns(hid_t numbers, const PartInfo& info) {
  return reading(info.file, [&] {
    std::vector<std::string> columns = words_of(numbers, "columns");
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
    if (!(value >= 0.0 && value < static_cast<double>(flags) && value == std::floor(value)))
      refuse_damaged(info.file, fmt::format("{} holds {}", column, value));
}

PartReader::PartReader(const std::filesystem::path& file)
    : file_(open_file(file)),
      header_(read_part_header(file_, file)),
      info_(read_part_info(file_, file, header_)),
      numbers_(open_numbers(file_, info_)),
      columns_(read_columns(numbers_, info_)) {
  if (header_.format >= kFirstCheckedFormat) {
    info_.digests = reading(file, [&] { return words_of(numbers_, kDigests); });
    if (info_.digests.size() != columns_.size()) refuse_damaged(file, "digests of its numbers are missing");
  }
  for (const std::string& column : columns_) checks_.push_back(check_of(column));
}

std::string PartReader::study_text() const {
  return reading(info_.file, [&] { return read_study(file_, info_.file, header_); });
}

void PartReader::read(const std::string& column, std::size_t flags, std::uint64_t first,
                      std::span<double> values) const {
  reading(info_.file, [&] {
    naming(column, [&] { h5::read_box(numbers_, {row_of(column), first}, {1, values.size()}, values); });
  });
  check_flags(info_, column, flags, values);
}

void PartReader::read(Block& block) {
  if (!std::ranges::equal(block.columns(), columns_, {}, &Column::name))
    refuse_damaged(info_.file, "it has other columns");
  const Range both{std::max(info_.range.begin, block.range().begin),
                   std::min(info_.range.end, block.range().end)};
  std::vector<double> rows(columns_.size() * both.size());
  reading(info_.file, [&] {
    naming(kNumbers, [&] {
      h5::read_box(numbers_, {0, both.begin - info_.range.begin}, {columns_.size(), both.size()}, rows);
    });
    if (both.begin == info_.range.begin) block.error.include(read_error(file_, numbers_, block.columns()));
  });
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const Column& column = block.columns()[i];
    const auto row = std::span(rows).subspan(i * both.size(), both.size());
    check_flags(info_, column.name, column.flags.size(), row);
    reading(info_.file, [&] { naming(column.name, [&] { checks_[i].take(both.begin, row); }); });
    std::ranges::copy(row, block.numbers(i).subspan(both.begin - block.range().begin).begin());
  }
}

std::size_t PartReader::row_of(const std::string& column) const {
  const auto found = std::ranges::find(columns_, column);
  if (found == columns_.end()) refuse_damaged(info_.file, fmt::format("{} is missing", column));
  return static_cast<std::size_t>(found - columns_.begin());
}

DigestCheck PartReader::check_of(const std::string& column) const {
  return {info_.digests.empty() ? std::nullopt : std::optional(info_.digests[row_of(column)]),
          info_.range.begin, info_.range.end};
}

void write_digests(hid_t numbers, std::span<const Digest> digests) {
  std::string text;
  for (const Digest& digest : digests) text += (text.empty() ? "" : " ") + digest.text();
  h5::write_attribute(numbers, kDigests, text);
}

h5::Handle create_part(hid_t file, const study::Study& study, std::span<const Column> columns, Range range) {
  write_header(file, FileKind::part, study, range.begin == 0);
  h5::write_attribute(file, "scenarios", static_cast<std::int64_t>(study::scenario_count(study)));
  h5::write_attribute(file, "begin", static_cast<std::int64_t>(range.begin));
  h5::write_attribute(file, "end", static_cast<std::int64_t>(range.end));
  h5::Handle numbers =
      h5::create_rows(file, kNumbers, columns.size(), range.size(), number_type(study.output.precision));
  std::string names;
  for (const Column& column : columns) names += (names.empty() ? "" : " ") + column.name;
  h5::write_attribute(numbers, "columns", names);
  return numbers;
}

}  // namespace hilspace::results
