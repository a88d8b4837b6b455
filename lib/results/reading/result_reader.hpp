#pragma once
// A result, trace, table or campaign file, opened to be read piece by piece: memory is independent of the
// number of scenarios.
//
// Nothing is trusted before it is checked: kinds, sizes and dimensions when the file is opened, numbers when
// they are read. Damaged objects are named.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "results/format/contents.hpp"

namespace hilspace::results {

class ResultReader {
 public:
  /// Throws RunError when it is none of these, or damaged in the data read here, which exclude the numbers.
  explicit ResultReader(const std::filesystem::path& file);
  ~ResultReader();
  ResultReader(const ResultReader&) = delete;
  ResultReader& operator=(const ResultReader&) = delete;

  /// Variables and coordinates have sizes, but neither values nor texts.
  const ResultFile& contents() const;
  /// Numbers of a variable starting at `begin`, row-major. Throws RunError when they are damaged, stored
  /// elsewhere and missing, or not valid flags.
  void read(const Variable& variable, std::uint64_t begin, std::span<double> values);
  /// All its numbers.
  std::vector<double> numbers(const Variable& variable);
  std::vector<std::string> texts(const Variable& variable);
  /// Reads all numbers and texts except time histories, and what HDF5 keeps without a checksum (h5/heap_check.hpp), and throws
  /// RunError when they differ from what was written. `go_on(done, total)` is called between pieces; false ends the check early.
  void verify(const std::function<bool(std::uint64_t done, std::uint64_t total)>& go_on);

 private:
  struct Open;
  std::unique_ptr<Open> open_;
};

}  // namespace hilspace::results
