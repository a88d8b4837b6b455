#pragma once
// Virtual results: everything a result has, but for the numbers, which stay in its parts. HDF5 calls that
// virtual datasets; every reader of HDF5 from 1.10 on sees through them.
//
//   /sources/file         names of the parts, as seen from the folder of the result
//   /sources/begin, end   their scenarios begin ... end - 1; begin is the coordinate
//   /sources/digest       of the digests of all its numbers, so that another part is not taken for it
//
// What a part does not give, because it is gone or the process has too many files open, HDF5 reads as missing
// and calls it no error. So here the numbers come from the parts themselves, one after the other, and a part
// that is not what it was is named.

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

/// HDF5 opens all parts of a variable at a time, and most systems give a process 1024 files.
inline constexpr std::size_t kMostSources = 500;

/// How the variable of this shape in the result `file` that is the column `row` of `rows` in the parts is put
/// together. Throws InputError when it cannot be:
/// no axes, or too many parts.
std::vector<h5::VirtualSource> mapped_sources(std::span<const std::uint64_t> shape,
                                              std::span<const PartInfo> parts,
                                              const std::filesystem::path& file, std::size_t row,
                                              std::size_t rows);

/// Writes the group /sources into the result `path`.
void write_sources(Schema& schema, hid_t file, std::span<const PartInfo> parts,
                   const std::filesystem::path& path);

inline constexpr const char* kSources = "sources";

/// Where the numbers of a virtual result are.
class Sources {
 public:
  /// Of an open result; none where it holds its numbers itself. Throws RunError when they leave gaps.
  Sources(hid_t file, const std::filesystem::path& path, const Header& header);
  bool empty() const { return all_.empty(); }
  std::uint64_t scenarios() const { return all_.empty() ? 0 : all_.back().range.end; }

  /// Looks whether the parts are there. Throws RunError that names one which is missing or another one.
  void check() const;
  /// The numbers of one variable from a scenario on. Throws RunError that names a part which is missing,
  /// damaged or another one.
  void read(const Variable& variable, std::uint64_t begin, std::span<double> values);

 private:
  struct Source {
    std::filesystem::path file;
    Range range;
    std::string digest;                           // empty: of before there were digests
    std::map<std::string, DigestCheck> checks{};  // of its columns
  };
  PartReader open(const Source& source) const;
  [[noreturn]] void refuse_part(const Source& source, const std::string& what) const;

  std::filesystem::path path_;
  Identity expected_;
  std::vector<Source> all_;
  std::optional<PartReader> part_;  // the one read last
};

}  // namespace hilspace::results
