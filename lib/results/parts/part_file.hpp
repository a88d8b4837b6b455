#pragma once
// A part opened for reading, and the skeleton of one to be filled: what write, read, join and merge share.

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
  /// One column of the scenarios from the `first` of the part on; of flags, how many names they have (0:
  /// numbers).
  void read(const std::string& column, std::size_t flags, std::uint64_t first,
            std::span<double> values) const;
  /// The numbers of the scenarios that both have, into the block, which has these columns; with the first of
  /// them comes the numerical error of all.
  void read(Block& block);
  /// What the numbers of a column have to agree with.
  DigestCheck check_of(const std::string& column) const;

 private:
  std::size_t row_of(const std::string& column) const;

  h5::File file_;
  Header header_;
  PartInfo info_;
  h5::Handle numbers_;
  std::vector<std::string> columns_;
  std::vector<DigestCheck> checks_{};  // of the columns, as they go into blocks
};

/// Throws RunError where a column of so many flags (0: numbers) holds something else.
void check_flags(const PartInfo& info, const std::string& column, std::size_t flags,
                 std::span<const double> values);

/// The digests of the columns, whose places are the scenarios.
void write_digests(hid_t numbers, std::span<const Digest> digests);

/// The one dataset of a part, in which each column is a row: thousands of small parts are opened and read
/// much faster than if each column were a dataset.
inline constexpr const char* kNumbers = "numbers";

/// Creates the header and the dataset, to be written by the caller.
h5::Handle create_part(hid_t file, const study::Study& study, std::span<const Column> columns, Range range);

}  // namespace hilspace::results
