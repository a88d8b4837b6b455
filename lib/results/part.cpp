#include "results/part.hpp"

#include <algorithm>
#include <stdexcept>

#include "results/context.hpp"
#include "results/cover.hpp"
#include "results/design_space.hpp"
#include "results/part_file.hpp"

namespace hilspace::results {

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
  Block block{reader.info().range, {}, reader.error()};
  block.rows.assign(block.range.size(), metrics::not_run());
  std::vector<double> values(block.range.size());
  for (const Column& column : all_columns()) {
    if (!reader.has(column)) continue;
    reader.read(column, block.range.begin, values);
    for (std::size_t i = 0; i < values.size(); ++i) column.set(block.rows[i], values[i]);
  }
  return block;
}

std::string part_study(const std::filesystem::path& file) { return PartReader(file).study_text(); }

void join_parts(const study::Study& study, std::span<const PartInfo> parts,
                const std::filesystem::path& file) {
  if (parts.empty()) throw std::invalid_argument("join_parts: no parts");
  Range whole = parts.front().range;
  for (const PartInfo& part : parts)
    whole = {std::min(whole.begin, part.range.begin), std::max(whole.end, part.range.end)};
  const auto ordered = in_order(parts, identity(study), whole);
  const auto columns = stored_columns(study);
  const auto error = total_error(ordered);
  write_whole(file, h5::Format::checked, [&](const h5::File& target, const AtomicFile& output) {
    const auto datasets = create_part(target, study, columns, whole, error);
    for_each_piece(ordered, columns, [&](std::size_t i, Range piece, std::span<const double> numbers) {
      h5::write_box(datasets[i], {piece.begin - whole.begin}, {piece.size()}, numbers);
      output.check();
    });
  });
}

}  // namespace hilspace::results
