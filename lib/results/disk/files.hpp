#pragma once
// Questions about names, and what is done to them, on the disk in use (results/disk/disk.hpp). What fails throws
// RunError that names file and reason; that something is not there is an answer.

#include <cerrno>
#include <cstddef>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "results/disk/disk.hpp"

namespace hilspace::results::files {

/// A call of the disk, again as long as a signal interrupts it.
template <class Call>
auto uninterrupted(Call&& call) {
  auto result = call();
  while (result < 0 && errno == EINTR) result = call();
  return result;
}

/// "FILE: WHAT: the reason" as RunError.
[[noreturn]] void fail(const std::filesystem::path& file, const std::string& what, int error);

/// An open file or folder, closed with its owner.
class Open {
 public:
  Open() = default;
  /// -1 and errno when it fails.
  Open(const std::filesystem::path& name, int flags);
  Open(Open&& other) noexcept : file_(std::exchange(other.file_, -1)) {}
  Open& operator=(Open&& other) noexcept {
    std::swap(file_, other.file_);
    return *this;
  }
  ~Open();
  explicit operator bool() const { return file_ >= 0; }
  int get() const { return file_; }
  /// errno, 0 when it is closed.
  int close();

 private:
  int file_ = -1;
};

/// Reads until there is no more, or `size` is reached; how much. -1 and errno when it fails.
ssize_t read(int file, void* data, std::size_t size, std::uint64_t offset);
/// Writes all of it. Returns errno, 0 when it is written.
int write(int file, const void* data, std::size_t size, std::uint64_t offset);

/// The folder that a file is in, or will be.
std::filesystem::path directory_of(const std::filesystem::path& file);

bool exists(const std::filesystem::path& name);
bool is_file(const std::filesystem::path& name);
bool is_folder(const std::filesystem::path& name);
bool is_link(const std::filesystem::path& name);

std::string read_text(const std::filesystem::path& file);

/// What is in a folder, whole names, in any order.
std::vector<std::filesystem::path> list(const std::filesystem::path& folder);

/// Makes a folder that outlasts a power cut, unless it is there; those above it have to be.
void make_folder(const std::filesystem::path& folder);
/// That it is gone already is no failure.
void remove(const std::filesystem::path& file);
/// A folder with all that is in it.
void remove_all(const std::filesystem::path& name);

/// Brings the names in a folder to the disk. Some file systems cannot do that and say so; there is nothing
/// more to be done then. Returns errno, 0 otherwise.
int sync_folder(const std::filesystem::path& folder);

}  // namespace hilspace::results::files
