#pragma once
// File operations on the disk in use (results/disk/disk.hpp). Failures throw RunError naming the file and the
// reason; absence is a return value, not a failure.

#include <cerrno>
#include <cstddef>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "results/disk/disk.hpp"

namespace hilspace::results::files {

/// Calls the disk, repeatedly while a signal interrupts it.
template <class Call>
auto uninterrupted(Call&& call) {
  auto result = call();
  while (result < 0 && errno == EINTR) result = call();
  return result;
}

/// Throws "FILE: WHAT: the reason" as RunError.
[[noreturn]] void fail(const std::filesystem::path& file, const std::string& what, int error);

/// Open file or folder, closed by its owner.
class Open {
 public:
  Open() = default;
  /// -1 and errno on failure.
  Open(const std::filesystem::path& name, int flags);
  Open(Open&& other) noexcept : file_(std::exchange(other.file_, -1)) {}
  Open& operator=(Open&& other) noexcept {
    std::swap(file_, other.file_);
    return *this;
  }
  ~Open();
  explicit operator bool() const { return file_ >= 0; }
  int get() const { return file_; }
  /// errno, or 0 on success.
  int close();

 private:
  int file_ = -1;
};

/// Reads to the end of the file or to `size` bytes; returns the number of bytes read. -1 and errno on
/// failure.
ssize_t read(int file, void* data, std::size_t size, std::uint64_t offset);
/// Writes everything. Returns errno, or 0 on success.
int write(int file, const void* data, std::size_t size, std::uint64_t offset);

/// The folder that holds, or will hold, a file.
std::filesystem::path directory_of(const std::filesystem::path& file);

bool exists(const std::filesystem::path& name);
bool is_file(const std::filesystem::path& name);
bool is_folder(const std::filesystem::path& name);
bool is_link(const std::filesystem::path& name);

std::string read_text(const std::filesystem::path& file);

/// Entries of a folder as full paths, in any order.
std::vector<std::filesystem::path> list(const std::filesystem::path& folder);

/// Creates a folder that survives a power cut, unless it exists; its parents must exist.
void make_folder(const std::filesystem::path& folder);
/// A file that is already gone is not a failure.
void remove(const std::filesystem::path& file);
/// Removes a folder with all its contents.
void remove_all(const std::filesystem::path& name);

/// Syncs the entries of a folder. Some file systems do not support that and say so; nothing more can be done
/// then. Returns errno, or 0 on success.
int sync_folder(const std::filesystem::path& folder);

}  // namespace hilspace::results::files
