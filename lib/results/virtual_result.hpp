#pragma once
// Virtual results: everything a result has, but for the numbers, which stay in its parts. HDF5 calls that
// virtual datasets; every reader of HDF5 from 1.10 on sees through them.
//
//   /sources/file         names of the parts, as seen from the folder of the result
//   /sources/begin, end   their scenarios begin ... end - 1; begin is the coordinate
//
// What a part does not give, because it is gone or the process has too many files open, HDF5 reads as missing
// and calls it no error. So here the numbers come from the parts themselves, one after the other, and a part
// that is not what it was is named.

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "results/h5.hpp"
#include "results/part.hpp"
#include "results/result_file.hpp"
#include "results/schema.hpp"

namespace hilspace::results {

/// HDF5 opens all parts of a variable at a time, and most systems give a process 1024 files.
inline constexpr std::size_t kMostSources = 500;

/// How the variable of this shape in the result `file` that is the column `row` of `rows` in the parts is put
/// together. Throws InputError when it cannot be:
/// no axes, or too many parts.
std::vector<h5::Source> mapped_sources(std::span<const std::uint64_t> shape, std::span<const PartInfo> parts,
                                       const std::filesystem::path& file, std::size_t row, std::size_t rows);

/// Writes the group /sources into the result `path`.
void write_sources(Schema& schema, hid_t file, std::span<const PartInfo> parts,
                   const std::filesystem::path& path);

/// Where the numbers of an open result are; nothing where it holds them itself.
struct Source {
  std::filesystem::path file;
  Range range;
};
std::vector<Source> read_sources(hid_t file, const std::filesystem::path& path);

/// Fills these variables; without any, looks whether the parts are there. Throws RunError that names a part
/// which is missing, damaged or another one.
void read_from_sources(std::span<const Source> sources, const Identity& expected,
                       std::span<Variable* const> variables, const std::filesystem::path& path);

}  // namespace hilspace::results
