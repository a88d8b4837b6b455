#pragma once
// Virtual results: complete results whose numbers stay in the parts. HDF5 calls these virtual datasets; every
// HDF5 reader since 1.10 follows them.
//
//   /sources/file         names of the parts, relative to the folder of the result
//   /sources/begin, end   their scenarios begin ... end - 1; begin is the coordinate
//   /sources/digest       digest of the digests of all its numbers, to recognise a replaced part
//
// If a part is gone, or the process has too many open files, HDF5 reads its numbers as missing and reports no
// error. So the numbers are read here from the parts themselves, one after the other, and a changed part is
// named.

#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "results/format/contents.hpp"
#include "results/format/schema.hpp"
#include "results/h5/dataset.hpp"
#include "results/parts/part_file.hpp"

namespace hilspace::results {

/// HDF5 opens all parts of a variable at a time, and most systems limit a process to 1024 files.
inline constexpr std::size_t kMostSources = 500;

/// Sources of the variable of this shape in the result `file`, stored as column `row` of `rows` in the parts.
/// Throws InputError when it cannot be assembled: no axes, or too many parts.
std::vector<h5::VirtualSource> mapped_sources(std::span<const std::uint64_t> shape,
                                              std::span<const PartInfo> parts,
                                              const std::filesystem::path& file, std::size_t row,
                                              std::size_t rows);

/// Writes the group /sources into the result `path`.
void write_sources(Schema& schema, hid_t file, std::span<const PartInfo> parts,
                   const std::filesystem::path& path);

inline constexpr const char* kSources = "sources";

/// Locations of the numbers of a virtual result.
class Sources {
 public:
  /// Sources of an open result; empty if it holds its numbers itself. Throws RunError if they leave gaps.
  Sources(hid_t file, const std::filesystem::path& path, const Header& header);
  bool empty() const { return all_.empty(); }
  std::uint64_t scenarios() const { return all_.empty() ? 0 : all_.back().range.end; }

  /// Checks that the parts exist. Throws RunError naming one that is missing or was replaced.
  void check() const;
  /// The numbers of one variable starting at a scenario. Throws RunError naming a part that is missing,
  /// damaged or replaced.
  void read(const Variable& variable, std::uint64_t begin, std::span<double> values);

 private:
  struct Source {
    std::filesystem::path file;
    Range range;
    std::string digest;                           // empty: older than digests
    std::map<std::string, DigestCheck> checks{};  // of its columns
  };
  PartReader open(const Source& source) const;
  [[noreturn]] void refuse_part(const Source& source, const std::string& what) const;

  std::filesystem::path path_;
  Identity expected_;
  std::vector<Source> all_;
  std::optional<PartReader> part_;  // most recently read
};

}  // namespace hilspace::results
