#include "results/parts/result_rows.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "results/format/header.hpp"
#include "results/format/stored_error.hpp"
#include "results/h5/context.hpp"
#include "results/parts/part_file.hpp"
#include "results/parts/virtual_result.hpp"

namespace hilspace::results {
namespace {

PartInfo read_result_info(hid_t file, const std::filesystem::path& path) {
  return reading(path, [&] {
    PartInfo info{path, {}, read_header(file, path, {FileKind::result}).identity, true};
    if (h5::exists(file, kSources))
      refuse(path, "is a virtual result, whose numbers are in its parts",
             "merge these without --virtual first");
    info.range.end = info.scenarios = h5::size(h5::open_numbers(file, "outcome"));
    info.has_study = true;
    return info;
  });
}

h5::Handle open_column(hid_t file, const PartInfo& info, const Column& column) {
  if (!h5::exists(file, column.name)) refuse_damaged(info.file, fmt::format("{} is missing", column.name));
  h5::Handle dataset = h5::open_numbers(file, column.name);
  if (h5::shape(dataset) != h5::Shape{info.range.size()})
    refuse_damaged(info.file, fmt::format("{} has the wrong size", column.name));
  return dataset;
}

}  // namespace

ResultRows::ResultRows(const std::filesystem::path& file)
    : file_(open_file(file)), info_(read_result_info(file_, file)) {}

void ResultRows::read(Block& block) {
  const Range both{std::max(info_.range.begin, block.range().begin),
                   std::min(info_.range.end, block.range().end)};
  reading(info_.file, [&] {
    for (std::size_t i = 0; i < block.columns().size(); ++i) {
      const Column& column = block.columns()[i];
      const h5::Handle dataset = open_column(file_, info_, column);
      const auto numbers = block.numbers(i).subspan(both.begin - block.range().begin, both.size());
      auto& check = checks_.try_emplace(column.name, digest_in(dataset), info_.range.begin, info_.range.end)
                        .first->second;
      naming(column.name, [&] {
        h5::read_from(dataset, both.begin, numbers);
        check.take(both.begin, numbers);
      });
      check_flags(info_, column.name, column.flags.size(), numbers);
    }
    if (both.begin == info_.range.begin) block.error.include(read_error(file_, block.columns()));
  });
}

}  // namespace hilspace::results
