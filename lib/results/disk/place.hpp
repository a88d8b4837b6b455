#pragma once
// Place: the name under which a file is to appear, and what was found there when it was inspected.
//
// Whether a file may be replaced is decided before anything is computed. So the place remembers what it
// found, and the new file replaces exactly that and nothing that appeared later.

#include <filesystem>
#include <optional>

namespace hilspace::results {

/// Identity of a file under a name, to detect a replacement or a later write.
struct Standing {
  unsigned long device = 0, number = 0;  // of the file
  long long size = 0;
  long long seconds = 0, nanoseconds = 0;  // time of the last write

  bool operator==(const Standing&) const = default;
};

class Place {
 public:
  /// Inspects the name now. A link is not followed; it is itself the file found.
  Place(std::filesystem::path file);  // NOLINT(google-explicit-constructor): convertible from a name

  const std::filesystem::path& file() const { return file_; }
  /// Whether the name now holds something else than when the place was made. A file that is gone is harmless.
  bool is_taken() const;
  /// Moves a complete file there atomically, on the same disk. Returns errno, 0 on success, and EEXIST when
  /// the place is taken.
  int receive(const std::filesystem::path& file) const;

 private:
  std::filesystem::path file_;
  std::optional<Standing> before_;
};

/// Target of a chain of links; the name itself if it is not a link. For names given by users. Throws
/// InputError on a cycle of links.
std::filesystem::path behind_links(std::filesystem::path name);

/// Renames without ever replacing, not even a file that appears at the same instant. Returns errno, or 0 on
/// success.
int rename_to_free_name(const std::filesystem::path& from, const std::filesystem::path& to);
/// The same for file systems without such a rename, such as NFS.
int link_to_free_name(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace hilspace::results
