#pragma once
// Place: the name under which a file is to appear, and what stood there when somebody looked.
//
// What may be replaced is decided before anything is computed. So the place remembers what was seen then, and
// the file that is written replaces that and nothing that came later.

#include <filesystem>
#include <optional>

namespace hilspace::results {

/// What stands under a name, told from whatever takes its place or is written into it.
struct Standing {
  unsigned long device = 0, number = 0;  // of the file
  long long size = 0;
  long long seconds = 0, nanoseconds = 0;  // when it was last written

  bool operator==(const Standing&) const = default;
};

class Place {
 public:
  /// Looks now. A link is not followed: it is what stands there.
  Place(std::filesystem::path file);  // NOLINT(google-explicit-constructor): a name will do

  const std::filesystem::path& file() const { return file_; }
  /// Whether something else stands there now than when the place was made. That it is gone is no harm.
  bool is_taken() const;
  /// Brings a whole file there, on the same disk, at once. Returns errno, 0 when it is there, and EEXIST when
  /// the place is taken.
  int receive(const std::filesystem::path& file) const;

 private:
  std::filesystem::path file_;
  std::optional<Standing> before_;
};

/// Where the links under a name lead; the name itself where it is no link. For names that users give. Throws
/// InputError where they lead in a circle.
std::filesystem::path behind_links(std::filesystem::path name);

/// Renames and never replaces, also not what appears at the same instant. Returns errno, 0 when it is done.
int rename_to_free_name(const std::filesystem::path& from, const std::filesystem::path& to);
/// The same where the file system has no such renaming, as NFS.
int link_to_free_name(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace hilspace::results
