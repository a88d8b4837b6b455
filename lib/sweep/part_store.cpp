#include "sweep/part_store.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cinttypes>
#include <cstdio>
#include <system_error>

#include "core/error.hpp"
#include "results/atomic_file.hpp"

namespace hilspace::sweep {
namespace fs = std::filesystem;
namespace {

constexpr const char* kPartSuffix = ".part.h5";

/// What writers that were killed left; under the lock there is no other writer. Nothing else goes: not what
/// has another name, and no links or folders.
void remove_leftovers(const fs::path& folder) {
  std::vector<fs::path> leftovers;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.symlink_status().type() == fs::file_type::regular &&
        (results::is_temporary(entry.path()) || RunLock::is_draft(entry.path())))
      leftovers.push_back(entry.path());
  for (const auto& file : leftovers) fs::remove(file);
}

}  // namespace

fs::path PartStore::folder_of(const fs::path& output) { return output.string() + ".parts"; }

std::vector<fs::path> PartStore::files_in(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().string().ends_with(kPartSuffix) || chunk_number(entry.path()) > 0)
      files.push_back(entry.path());
  std::ranges::sort(files);  // their names begin with the range, or are numbers of chunks
  return files;
}

std::uint64_t PartStore::chunk_number(const fs::path& file) {
  const std::string stem = file.stem().string();
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(stem.data(), stem.data() + stem.size(), number);
  const bool is_number = error == std::errc() && end == stem.data() + stem.size();
  return is_number && file.extension() == ".h5" ? number : 0;
}

std::uint64_t PartStore::recorded(const fs::path& output) {
  std::error_code none;
  std::uint64_t scenarios = 0;
  for (const auto& entry : fs::directory_iterator(folder_of(output), none)) {
    const std::string name = entry.path().filename().string();
    std::uint64_t begin = 0, end = 0;
    if (name.ends_with(kPartSuffix) && std::sscanf(name.c_str(), "%" SCNu64 "-%" SCNu64, &begin, &end) == 2 &&
        end > begin)
      scenarios += end - begin;
  }
  return scenarios;
}

PartStore::PartStore(const Output& output, const study::Study& study, bool fresh)
    : folder_(folder_of(output.file())),
      study_(study),
      range_(output.range()),
      lock_(std::in_place, folder_) {
  remove_leftovers(folder_);
  results::remove_leftovers(output.file(), results::Writers::none);  // where the parts are on another disk
  for (const auto& file : files_in(folder_)) {
    if (fresh)
      fs::remove(file);
    else
      take(file);
  }
  std::ranges::sort(parts_, {}, [](const auto& part) { return part.range.begin; });
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
  // A store without parts leaves nothing behind; but somebody may have begun to use it meanwhile.
  std::error_code in_use;
  if (std::ranges::none_of(parts_, [this](const auto& part) { return is_own(part); }))
    fs::remove(folder_, in_use);
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
    if (is_own(part)) fs::remove(part.file);
  parts_.clear();
}

}  // namespace hilspace::sweep
