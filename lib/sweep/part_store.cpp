#include "sweep/part_store.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>

#include "core/error.hpp"

namespace hilspace::sweep {
namespace fs = std::filesystem;
namespace {

constexpr const char* kPartSuffix = ".part.h5";

/// Whether the locked file is still the one of that name, and not one that its last owner deleted meanwhile.
bool is_still(int descriptor, const fs::path& file) {
  struct stat opened {
  }, named{};
  return ::fstat(descriptor, &opened) == 0 && ::stat(file.c_str(), &named) == 0 &&
         opened.st_ino == named.st_ino;
}

int locked(const fs::path& file) {
  std::error_code failed;
  fs::create_directory(file.parent_path(), failed);
  if (failed)
    throw RunError(fmt::format("{}: cannot be made: {}", file.parent_path().string(), failed.message()));
  const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (descriptor < 0)
    throw RunError(fmt::format("{}: cannot be opened: {}", file.string(), std::strerror(errno)));
  if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    const int why = errno;
    ::close(descriptor);
    if (why != EWOULDBLOCK)
      throw RunError(fmt::format("{}: cannot be locked: {}", file.string(), std::strerror(why)));
    throw RunError(fmt::format("{}: another run is writing to this output; wait for it, or give another -o",
                               file.parent_path().string()));
  }
  if (is_still(descriptor, file)) return descriptor;
  ::close(descriptor);
  return locked(file);
}

/// What writers that were killed left; under the lock there is no other writer.
void remove_leftovers(const fs::path& folder) {
  std::vector<fs::path> leftovers;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".tmp") leftovers.push_back(entry.path());
  for (const auto& file : leftovers) fs::remove(file);
}

}  // namespace

fs::path PartStore::folder_of(const fs::path& output) { return output.string() + ".parts"; }

std::vector<fs::path> PartStore::files_in(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().string().ends_with(kPartSuffix)) files.push_back(entry.path());
  std::ranges::sort(files);  // their names begin with the range
  return files;
}

PartStore::PartStore(const Output& output, const study::Study& study, bool fresh)
    : folder_(folder_of(output.file())), study_(study), range_(output.range()) {
  lock_ = locked(folder_ / "lock");
  try {
    remove_leftovers(folder_);
    for (const auto& file : files_in(folder_)) {
      if (fresh)
        fs::remove(file);
      else
        take(file);
    }
  } catch (...) {
    ::close(lock_);
    throw;
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
  // A store without parts leaves nothing behind. It goes while it is still locked, so that nobody can have
  // taken it over meanwhile.
  if (std::ranges::none_of(parts_, [this](const auto& part) { return is_own(part); })) {
    std::error_code ignored;
    fs::remove(folder_ / "lock", ignored);
    fs::remove(folder_, ignored);
  }
  ::close(lock_);
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
