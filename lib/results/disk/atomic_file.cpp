#include "results/disk/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "results/disk/provenance.hpp"

namespace hilspace::results {
namespace {

std::string why(const std::filesystem::path& file, int error) {
  const bool full = error == ENOSPC || error == EDQUOT || error == EFBIG;
  return fmt::format(
      "{}: cannot be written: {}; {}", file.string(), std::generic_category().message(error),
      full ? "make room there and run the same command again" : "choose a place where files can be written");
}

constexpr std::string_view kSuffix = ".tmp";

struct Writer {
  std::string_view host;
  pid_t process = 0;
};

/// Parses "HOST.PROCESS.COUNT.tmp", the suffix of a temporary name after its target's.
std::optional<Writer> writer_of(std::string_view name) {
  if (!name.ends_with(kSuffix)) return std::nullopt;
  name.remove_suffix(kSuffix.size());
  const auto last_number = [&]() -> std::optional<pid_t> {
    const auto dot = name.rfind('.');
    if (dot == std::string_view::npos) return std::nullopt;
    const std::string_view digits = name.substr(dot + 1);
    name = name.substr(0, dot);
    pid_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc() || end != digits.data() + digits.size() || number <= 0) return std::nullopt;
    return number;
  };
  if (!last_number()) return std::nullopt;  // the count
  const auto process = last_number();
  return process ? std::optional(Writer{name, *process}) : std::nullopt;
}

}  // namespace

AtomicFile::AtomicFile(const Place& place) : AtomicFile(place, files::directory_of(place.file())) {}

AtomicFile::AtomicFile(Place place, const std::filesystem::path& directory) : place_(std::move(place)) {
  const auto own = files::directory_of(target());
  open_temporary(disk().are_on_one_disk(directory, own) ? directory : own);
}

AtomicFile::AtomicFile(const std::filesystem::path& target, InPlace)
    : place_(target), temporary_(target), committed_(true) {
  file_ = files::Open(temporary_, O_RDWR | O_CREAT | O_TRUNC | O_NOFOLLOW);
  if (!file_) throw RunError(why(target, errno));
}

/// Two processes that write the same target (a job queued twice) must not share a temporary, and a link must
/// not have been planted in its place. So the temporary is always a newly created file.
void AtomicFile::open_temporary(const std::filesystem::path& directory) {
  static std::atomic<unsigned> count{0};
  constexpr int kTries = 100;
  for (int tries = 0; !file_ && (tries == 0 || (errno == EEXIST && tries < kTries)); ++tries) {
    temporary_ = directory / target().filename();
    temporary_ += fmt::format(".{}.{}.{}{}", host_name(), ::getpid(), ++count, kSuffix);
    file_ = files::Open(temporary_, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW);
  }
  if (!file_) throw RunError(why(target(), errno));
}

AtomicFile::~AtomicFile() {
  if (file_) file_.close();
  if (!committed_) disk().unlink(temporary_);
}

void AtomicFile::write(std::uint64_t offset, const void* data, std::size_t size) noexcept {
  if (error_ == 0) fail(files::write(file_.get(), data, size, offset));
}

void AtomicFile::read(std::uint64_t offset, void* data, std::size_t size) noexcept {
  const ssize_t done = files::read(file_.get(), data, size, offset);
  if (done < 0) fail(errno);
  const auto whole = static_cast<std::size_t>(std::max<ssize_t>(done, 0));
  std::memset(static_cast<char*>(data) + whole, 0, size - whole);
}

void AtomicFile::resize(std::uint64_t size) noexcept {
  if (error_ == 0 && files::uninterrupted([&] { return disk().resize(file_.get(), size); }) != 0) fail(errno);
}

void AtomicFile::begin_sync() noexcept {
  disk().hint(file_.get(), Disk::Hint::write_soon);  // a failure shows in commit()
}

void AtomicFile::check() const {
  if (error_ != 0) throw RunError(why(target(), error_));
}

void AtomicFile::commit(Next next, const Look& look) {
  if (error_ == 0 && files::uninterrupted([&] { return disk().sync(file_.get()); }) != 0) fail(errno);
  // Reusing recently freed memory is much faster than touching new pages.
  if (next == Next::keep) disk().hint(file_.get(), Disk::Hint::not_needed);
  fail(file_.close());
  check();
  if (look) look(temporary_);
  if (!committed_) appear();
  committed_ = true;
  // A rename survives a power cut only once its directory has been synced too.
  fail(files::sync_folder(files::directory_of(target())));
  check();
}

void AtomicFile::appear() {
  const int error = place_.receive(temporary_);
  if (error == EEXIST)
    throw RunError(fmt::format(
        "{}: another process wrote it meanwhile, and it is kept; move it away and run the same command "
        "again, or name another -o",
        target().string()));
  if (error != 0) fail(error);
  check();
}

bool is_temporary(const std::filesystem::path& name) {
  return writer_of(name.filename().native()).has_value();
}

void remove_leftovers(const std::filesystem::path& target, Writers writers) {
  const std::string prefix = target.filename().string() + ".";
  std::vector<std::string> names;
  disk().list(files::directory_of(target),
              names);  // a leftover is harmless, and a broken folder is reported elsewhere
  for (const std::string& name : names) {
    if (!name.starts_with(prefix)) continue;
    const auto writer = writer_of(std::string_view(name).substr(prefix.size()));
    if (!writer) continue;
    const bool is_dead = writer->host == host_name() && ::kill(writer->process, 0) != 0 && errno == ESRCH;
    if (!is_dead && writers == Writers::any) continue;
    struct stat its {};
    const auto file = files::directory_of(target) / name;
    if (disk().look(file, its, Disk::Links::kept) == 0 && S_ISREG(its.st_mode)) disk().unlink(file);
  }
}

}  // namespace hilspace::results
