#include "results/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

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

namespace hilspace::results {
namespace {

std::string why(const std::filesystem::path& file, int error) {
  const bool full = error == ENOSPC || error == EDQUOT || error == EFBIG;
  return fmt::format(
      "{}: cannot be written: {}; {}", file.string(), std::generic_category().message(error),
      full ? "make room there and run the same command again" : "choose a place where files can be written");
}

/// A rename is safe from a power cut only once its directory is on disk too. Some file systems cannot do
/// that and say so; there is nothing more to be done then.
void sync_directory(const std::filesystem::path& directory) {
  const int id = ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (id < 0) return;
  ::fsync(id);
  ::close(id);
}

constexpr std::string_view kSuffix = ".tmp";

struct Writer {
  std::string_view host;
  pid_t process = 0;
};

/// Of "HOST.PROCESS.COUNT.tmp", what a temporary's name has behind its target's.
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
  if (!last_number()) return std::nullopt;  // its count
  const auto process = last_number();
  return process ? std::optional(Writer{name, *process}) : std::nullopt;
}

}  // namespace

std::filesystem::path directory_of(const std::filesystem::path& file) {
  return file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
}

std::string host_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? std::string(name.data()) : "unknown";
}

AtomicFile::AtomicFile(const Place& place) : AtomicFile(place, directory_of(place.file())) {}

AtomicFile::AtomicFile(Place place, const std::filesystem::path& directory) : place_(std::move(place)) {
  const auto own = directory_of(target());
  open_temporary(are_on_one_disk(directory, own) ? directory : own);
}

AtomicFile::AtomicFile(const std::filesystem::path& target, InPlace)
    : place_(target), temporary_(target), committed_(true) {
  file_ = ::open(temporary_.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (file_ < 0) throw RunError(why(target, errno));
}

/// Two processes that write the same target (a job queued twice) must not share a temporary, and nobody may
/// have put a link in its place. So it is a file that was not there before.
void AtomicFile::open_temporary(const std::filesystem::path& directory) {
  static std::atomic<unsigned> count{0};
  constexpr int kTries = 100;
  for (int tries = 0; file_ < 0 && (tries == 0 || (errno == EEXIST && tries < kTries)); ++tries) {
    temporary_ = directory / target().filename();
    temporary_ += fmt::format(".{}.{}.{}{}", host_name(), ::getpid(), ++count, kSuffix);
    file_ = ::open(temporary_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
  }
  if (file_ < 0) throw RunError(why(target(), errno));
}

AtomicFile::~AtomicFile() {
  if (file_ >= 0) ::close(file_);
  if (!committed_) ::unlink(temporary_.c_str());
}

void AtomicFile::write(std::uint64_t offset, const void* data, std::size_t size) noexcept {
  const char* from = static_cast<const char*>(data);
  while (size > 0 && error_ == 0) {
    const ssize_t done = ::pwrite(file_, from, size, static_cast<off_t>(offset));
    if (done < 0) {
      if (errno != EINTR) fail(errno);
      continue;
    }
    from += done;
    size -= static_cast<std::size_t>(done);
    offset += static_cast<std::uint64_t>(done);
  }
}

void AtomicFile::read(std::uint64_t offset, void* data, std::size_t size) noexcept {
  char* to = static_cast<char*>(data);
  while (size > 0) {
    const ssize_t done = ::pread(file_, to, size, static_cast<off_t>(offset));
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) fail(errno);
    if (done <= 0) break;
    to += done;
    size -= static_cast<std::size_t>(done);
    offset += static_cast<std::uint64_t>(done);
  }
  std::memset(to, 0, size);
}

void AtomicFile::resize(std::uint64_t size) noexcept {
  if (error_ == 0 && ::ftruncate(file_, static_cast<off_t>(size)) != 0) fail(errno);
}

void AtomicFile::begin_sync() noexcept {
  // Whether it does shows in commit().
  ::sync_file_range(file_, 0, 0, SYNC_FILE_RANGE_WRITE);
}

void AtomicFile::check() const {
  if (error_ != 0) throw RunError(why(target(), error_));
}

void AtomicFile::commit(Next next, const Look& look) {
  if (error_ == 0 && ::fsync(file_) != 0) fail(errno);
  // Memory that was just freed is much quicker to write into than ever more of it.
  if (next == Next::keep) ::posix_fadvise(file_, 0, 0, POSIX_FADV_DONTNEED);
  if (::close(std::exchange(file_, -1)) != 0) fail(errno);
  check();
  if (look) look(temporary_);
  if (!committed_) appear();
  committed_ = true;
  sync_directory(directory_of(target()));
}

void AtomicFile::appear() {
  const int error = place_.receive(temporary_);
  if (error == EEXIST)
    throw RunError(
        fmt::format("{}: somebody wrote it meanwhile, and it is kept; move it away and run the same command "
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
  std::vector<std::filesystem::path> leftovers;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(directory_of(target), ignored)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(prefix) || !entry.is_regular_file(ignored) || entry.is_symlink(ignored)) continue;
    const auto writer = writer_of(std::string_view(name).substr(prefix.size()));
    if (!writer) continue;
    const bool is_dead = writer->host == host_name() && ::kill(writer->process, 0) != 0 && errno == ESRCH;
    if (is_dead || writers == Writers::none) leftovers.push_back(entry.path());
  }
  for (const auto& file : leftovers) std::filesystem::remove(file, ignored);
}

}  // namespace hilspace::results
