#pragma once
// A part opened for reading, and the skeleton of a part to be filled: shared by write, read, join and merge.

#include <span>
#include <vector>

#include "results/format/column.hpp"
#include "results/format/header.hpp"
#include "results/h5/checked_numbers.hpp"
#include "results/h5/dataset.hpp"
#include "results/parts/block.hpp"
#include "results/parts/part_info.hpp"

namespace hilspace::results {

class PartReader {
 public:
  explicit PartReader(const std::filesystem::path& file);
  const PartInfo& info() const { return info_; }
  const std::vector<std::string>& columns() const { return columns_; }
  std::string study_text() const;
  /// One column, starting at scenario `first` of the part; for flags, the number of their names (0: numbers).
  void read(const std::string& column, std::size_t flags, std::uint64_t first,
            std::span<double> values) const;
  /// Copies the numbers of the common scenarios into the block, which has these columns; the numerical error
  /// of the whole part comes with its first scenario.
  void read(Block& block);
  /// Digests that the numbers of the columns must match.
  DigestCheck check_of(const std::string& column) const;

 private:
  std::size_t row_of(const std::string& column) const;

  h5::File file_;
  Header header_;
  PartInfo info_;
  h5::Handle numbers_;
  std::vector<std::string> columns_;
  std::vector<DigestCheck> checks_{};  // of the columns, as copied into blocks
};

/// Throws RunError if a column of that many flags (0: numbers) holds something else.
void check_flags(const PartInfo& info, const std::string& column, std::size_t flags,
                 std::span<const double> values);

/// Digests of the columns, with scenarios as places.
void write_digests(hid_t numbers, std::span<const Digest> digests);

/// The single dataset of a part, with one row per column: thousands of small parts open and read much faster
/// than with one dataset per column.
inline constexpr const char* kNumbers = "numbers";

/// Creates the header and the dataset; the caller writes the numbers.
h5::Handle create_part(hid_t file, const study::Study& study, std::span<const Column> columns, Range range);

}  // namespace hilspace::results
