#include "results/disk/files.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <array>
#include <optional>
#include <system_error>

#include "core/error.hpp"

namespace hilspace::results::files {
namespace fs = std::filesystem;
namespace {

/// Empty when the name does not exist.
std::optional<mode_t> kind(const fs::path& name, Disk::Links links) {
  struct stat its {};
  if (disk().look(name, its, links) == 0) return its.st_mode & S_IFMT;
  if (errno != ENOENT && errno != ENOTDIR) fail(name, "cannot be inspected", errno);
  return std::nullopt;
}

bool cannot_sync_folders(int error) {
  return error == EINVAL || error == EOPNOTSUPP || error == ENOSYS || error == EBADF || error == EROFS;
}

}  // namespace

void fail(const fs::path& file, const std::string& what, int error) {
  throw RunError(fmt::format("{}: {}: {}", file.string(), what, std::generic_category().message(error)));
}

Open::Open(const fs::path& name, int flags)
    : file_(uninterrupted([&] { return disk().open(name, flags); })) {}

Open::~Open() {
  if (file_ >= 0) disk().close(file_);
}

int Open::close() {
  // Even after EINTR the descriptor is closed.
  return disk().close(std::exchange(file_, -1)) == 0 || errno == EINTR ? 0 : errno;
}

ssize_t read(int file, void* data, std::size_t size, std::uint64_t offset) {
  std::size_t done = 0;
  while (done < size) {
    const ssize_t more = uninterrupted(
        [&] { return disk().read(file, static_cast<char*>(data) + done, size - done, offset + done); });
    if (more < 0) return -1;
    if (more == 0) break;
    done += static_cast<std::size_t>(more);
  }
  return static_cast<ssize_t>(done);
}

int write(int file, const void* data, std::size_t size, std::uint64_t offset) {
  for (std::size_t done = 0; done < size;) {
    const ssize_t more = uninterrupted([&] {
      return disk().write(file, static_cast<const char*>(data) + done, size - done, offset + done);
    });
    if (more < 0) return errno;
    done += static_cast<std::size_t>(more);
  }
  return 0;
}

fs::path directory_of(const fs::path& file) {
  return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

bool exists(const fs::path& name) { return kind(name, Disk::Links::followed).has_value(); }
bool is_file(const fs::path& name) { return kind(name, Disk::Links::followed) == S_IFREG; }
bool is_folder(const fs::path& name) { return kind(name, Disk::Links::followed) == S_IFDIR; }
bool is_link(const fs::path& name) { return kind(name, Disk::Links::kept) == S_IFLNK; }

std::string read_text(const fs::path& file) {
  const Open open(file, O_RDONLY);
  if (!open) fail(file, "cannot be read", errno);
  std::string text;
  std::array<char, 65536> piece{};
  for (;;) {
    const ssize_t size = read(open.get(), piece.data(), piece.size(), text.size());
    if (size < 0) fail(file, "cannot be read", errno);
    if (size == 0) return text;
    text.append(piece.data(), static_cast<std::size_t>(size));
  }
}

std::vector<fs::path> list(const fs::path& folder) {
  std::vector<std::string> names;
  if (disk().list(folder, names) != 0) fail(folder, "cannot be read", errno);
  std::vector<fs::path> files;
  for (const auto& name : names) files.push_back(folder / name);
  return files;
}

void make_folder(const fs::path& folder) {
  if (disk().make_folder(folder) != 0 && (errno != EEXIST || !is_folder(folder)))
    fail(folder, "cannot be created", errno);
  // Synced even if it existed: its creator may have been killed before it was safe.
  if (const int error = sync_folder(directory_of(folder)); error != 0)
    fail(folder, "cannot be created", error);
}

void remove(const fs::path& file) {
  if (disk().unlink(file) != 0 && errno != ENOENT) fail(file, "cannot be removed", errno);
}

void remove_all(const fs::path& name) {
  if (kind(name, Disk::Links::kept) != S_IFDIR) return files::remove(name);
  for (const auto& file : list(name)) files::remove_all(file);
  if (disk().remove_folder(name) != 0 && errno != ENOENT) fail(name, "cannot be removed", errno);
}

int sync_folder(const fs::path& folder) {
  const Open open(folder, O_RDONLY | O_DIRECTORY);
  if (!open) return errno == EACCES ? 0 : errno;  // names may be created in there, but not listed
  if (uninterrupted([&] { return disk().sync(open.get()); }) == 0 || cannot_sync_folders(errno)) return 0;
  return errno;
}

}  // namespace hilspace::results::files
