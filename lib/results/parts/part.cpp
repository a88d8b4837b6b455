#include "results/parts/part.hpp"

#include <algorithm>
#include <stdexcept>

#include "results/format/design_variables.hpp"
#include "results/format/stored_error.hpp"
#include "results/h5/context.hpp"
#include "results/parts/part_file.hpp"
#include "results/parts/result_rows.hpp"

namespace hilspace::results {
namespace {

std::vector<Column> columns_in(const PartReader& reader) {
  auto columns = all_columns();
  std::erase_if(columns, [&](const Column& column) {
    return std::ranges::find(reader.columns(), column.name) == reader.columns().end();
  });
  return columns;
}

}  // namespace

void write_part(const std::filesystem::path& file, const study::Study& study, const Block& block) {
  if (block.range().size() == 0) throw std::invalid_argument("write_part: no scenarios");
  check_names(study);  // before hours are spent, not at assembly
  write_whole(
      file,
      [&](const h5::File& target) {
        const h5::Handle numbers = create_part(target, study, block.columns(), block.range());
        h5::write(numbers, block.all());
        std::vector<Digest> digests(block.columns().size());
        for (std::size_t i = 0; i < digests.size(); ++i)
          digests[i].add(block.range().begin, block.numbers(i));
        write_digests(numbers, digests);
        write_error(target, numbers, block.columns(), block.error);
      },
      AtomicFile::Next::keep);
}

PartInfo inspect_part(const std::filesystem::path& file) { return PartReader(file).info(); }

PartInfo result_as_part(const std::filesystem::path& file) { return ResultRows(file).info(); }

Block read_part(const std::filesystem::path& file) {
  PartReader reader(file);
  Block block(columns_in(reader), reader.info().range);
  reader.read(block);
  return block;
}

std::string part_study(const std::filesystem::path& file) { return PartReader(file).study_text(); }

}  // namespace hilspace::results
