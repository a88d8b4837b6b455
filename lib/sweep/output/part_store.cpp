#include "sweep/output/part_store.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cinttypes>
#include <cstdio>
#include <limits>
#include <utility>

#include "core/error.hpp"
#include "results/disk/atomic_file.hpp"
#include "results/disk/files.hpp"

namespace hilspace::sweep {
namespace fs = std::filesystem;
namespace files = results::files;
namespace {

constexpr const char* kPartSuffix = ".part.h5";

/// Leftovers of killed writers; under the lock there is no other writer. Nothing else is removed: no other
/// names, no links or folders.
void remove_leftovers(const fs::path& folder) {
  for (const auto& file : files::list(folder))
    if ((results::is_temporary(file) || RunLock::is_draft(file)) && files::is_file(file) &&
        !files::is_link(file))
      files::remove(file);
}

}  // namespace

fs::path PartStore::folder_of(const fs::path& output) { return output.string() + ".parts"; }

std::vector<fs::path> PartStore::files_in(const fs::path& folder) {
  std::vector<fs::path> found = files::list(folder);
  std::erase_if(found, [](const fs::path& file) {
    return !file.string().ends_with(kPartSuffix) && chunk_number(file) == 0;
  });
  std::ranges::sort(found);  // names begin with the range, or are chunk numbers
  return found;
}

std::uint64_t PartStore::chunk_number(const fs::path& file) {
  const std::string stem = file.stem().string();
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(stem.data(), stem.data() + stem.size(), number);
  const bool is_number = error == std::errc() && end == stem.data() + stem.size();
  return is_number && file.extension() == ".h5" ? number : 0;
}

std::uint64_t PartStore::recorded(const fs::path& output) {
  std::uint64_t scenarios = 0, at = 0;
  std::vector<std::string> names;
  results::disk().list(folder_of(output), names);  // the folder may not exist
  std::ranges::sort(names);
  for (const std::string& name : names) {
    std::uint64_t begin = 0, end = 0;
    if (!name.ends_with(kPartSuffix) ||
        std::sscanf(name.c_str(), "%" SCNu64 "-%" SCNu64, &begin, &end) != 2 || end <= begin)
      continue;
    begin = std::max(begin, at);  // parts may overlap
    scenarios += end > begin ? end - begin : 0;
    at = std::max(at, end);
  }
  return scenarios;
}

PartStore::PartStore(const OutputFile& output, const study::Study& study, bool fresh,
                     const std::optional<results::Identity>& superseded)
    : folder_(folder_of(output.file())),
      study_(study),
      range_(output.range()),
      lock_(std::in_place, folder_) {
  remove_leftovers(folder_);
  results::remove_leftovers(output.file(), results::Writers::none);  // if the parts are on another disk
  for (const auto& file : files_in(folder_)) {
    if (fresh || (superseded && results::inspect_part(file).identity == *superseded))
      files::remove(file);
    else
      take(file);
  }
  remove_doubles();
}

void PartStore::remove_doubles() {
  std::ranges::sort(parts_, {}, [](const auto& part) {
    return std::pair(part.range.begin, std::numeric_limits<std::uint64_t>::max() - part.range.end);
  });
  std::uint64_t at = range_.begin;
  std::erase_if(parts_, [&](const auto& part) {
    if (part.range.begin < at) {
      files::remove(part.file);
      return true;
    }
    at = part.range.end;
    return false;
  });
}

void PartStore::take(const fs::path& file) {
  results::PartInfo part = results::inspect_part(file);
  const bool is_mine = part.identity == results::identity(study_);
  if (!is_mine || part.range.begin < range_.begin || part.range.end > range_.end)
    throw InputError(
        fmt::format("{}: holds scenarios of another {}; --fresh starts over, another -o keeps them",
                    folder_.string(), is_mine ? "shard" : "study or program revision"));
  parts_.push_back(std::move(part));
}

PartStore::~PartStore() {
  lock_.reset();
  // Removes an empty store, unless another run has begun to use it meanwhile.
  if (std::ranges::none_of(parts_, [this](const auto& part) { return is_own(part); }))
    results::disk().remove_folder(folder_);
}

std::vector<results::Range> PartStore::missing() const {
  std::vector<results::Range> gaps;
  std::uint64_t at = range_.begin;
  for (const auto& part : parts_) {
    if (part.range.begin > at) gaps.push_back({at, part.range.begin});
    at = std::max(at, part.range.end);
  }
  if (at < range_.end) gaps.push_back({at, range_.end});
  return gaps;
}

void PartStore::add(const results::Block& block) {
  check_lock();
  const fs::path file =
      folder_ / fmt::format("{:013}-{:013}{}", block.range().begin, block.range().end, kPartSuffix);
  results::write_part(file, study_, block);
  insert({file, block.range(), results::identity(study_)});
}

void PartStore::add_elsewhere(results::PartInfo part) {
  const auto gaps = missing();
  if (std::ranges::any_of(gaps, [&](results::Range gap) {
        return gap.begin <= part.range.begin && part.range.end <= gap.end;
      }))
    insert(std::move(part));
}

void PartStore::insert(results::PartInfo part) {
  const auto place = std::ranges::upper_bound(parts_, part.range.begin, {},
                                              [](const auto& other) { return other.range.begin; });
  parts_.insert(place, std::move(part));
}

void PartStore::remove() {
  for (const auto& part : parts_)
    if (is_own(part)) files::remove(part.file);
  parts_.clear();
}

}  // namespace hilspace::sweep
