#include "results/part.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "results/context.hpp"
#include "results/cover.hpp"
#include "results/design_space.hpp"
#include "results/part_file.hpp"

namespace hilspace::results {
namespace {

std::vector<metrics::Row> read_rows(const PartReader& reader, Range range) {
  std::vector<metrics::Row> rows(range.size(), metrics::not_run());
  std::vector<double> values(range.size());
  for (const Column& column : all_columns()) {
    if (!reader.has(column)) continue;
    reader.read(column, range.begin, values);
    for (const double value : values)
      if (!column.flags.empty() && !(value >= 0.0 && value < static_cast<double>(column.flags.size())))
        refuse_damaged(reader.info().file, fmt::format("{} holds {}", column.name, value));
    for (std::size_t i = 0; i < values.size(); ++i) column.set(rows[i], values[i]);
  }
  return rows;
}

}  // namespace

void write_part(const std::filesystem::path& file, const study::Study& study, const Block& block) {
  if (block.rows.empty() || block.rows.size() != block.range.size())
    throw std::invalid_argument("write_part: rows do not match the range");
  check_names(study);  // before hours are spent, not when all is merged
  write_whole(file, h5::Format::checked, [&](const h5::File& target, const AtomicFile&) {
    const auto columns = stored_columns(study);
    const auto datasets = create_part(target, study, columns, block.range, block.error);
    for (std::size_t i = 0; i < columns.size(); ++i) h5::write(datasets[i], values(columns[i], block.rows));
  });
}

PartInfo inspect_part(const std::filesystem::path& file) { return PartReader(file).info(); }

Block read_part(const std::filesystem::path& file) {
  const PartReader reader(file);
  const Range range = reader.info().range;
  return {range, read_rows(reader, range), reader.error()};
}

metrics::Summary summary(std::span<const PartInfo> parts) {
  metrics::Summary all;
  for (const PartInfo& part : parts) {
    const PartReader reader(part.file);
    all.error.include(reader.error());
    for (std::uint64_t begin = part.range.begin; begin < part.range.end; begin += kPiece)
      all.include(read_rows(reader, {begin, std::min(begin + kPiece, part.range.end)}), {});
  }
  return all;
}

std::string part_study(const std::filesystem::path& file) { return PartReader(file).study_text(); }

bool join_parts(const study::Study& study, std::span<const PartInfo> parts, const std::filesystem::path& file,
                const std::atomic<bool>& stop) {
  if (parts.empty()) throw std::invalid_argument("join_parts: no parts");
  Range whole = parts.front().range;
  for (const PartInfo& part : parts)
    whole = {std::min(whole.begin, part.range.begin), std::max(whole.end, part.range.end)};
  const auto ordered = in_order(parts, identity(study), whole);
  const auto columns = stored_columns(study);
  const auto error = total_error(ordered);
  remove_leftovers(file);
  return write_unless_stopped(
      file, h5::Format::checked, [&](const h5::File& target, const AtomicFile& output) {
        const auto datasets = create_part(target, study, columns, whole, error);
        for_each_piece(ordered, columns, [&](std::size_t i, Range piece, std::span<const double> numbers) {
          go_on_unless(stop);
          h5::write_box(datasets[i], {piece.begin - whole.begin}, {piece.size()}, numbers);
          output.check();
        });
      });
}

}  // namespace hilspace::results
