#pragma once
// A part opened for reading, and the skeleton of one to be filled: what write, read, join and merge share.
// A result of one dimension reads as a part as well.

#include <functional>
#include <span>
#include <vector>

#include "results/column.hpp"
#include "results/h5.hpp"
#include "results/header.hpp"
#include "results/part.hpp"

namespace hilspace::results {

class PartReader {
 public:
  /// A part, or a result that stands for one.
  explicit PartReader(const std::filesystem::path& file, FileKind kind = FileKind::part);
  const PartInfo& info() const { return info_; }
  bool has(const Column& column) const;
  metrics::NumericalError error() const;
  std::string study_text() const;
  /// Numbers of the scenarios begin, begin + 1, ... of the whole study.
  void read(const Column& column, std::uint64_t begin, std::span<double> values) const;
  /// Hands all numbers to `take(column, range, values)`, a limited number at a time, until it returns false.
  using TakePiece = std::function<bool(std::size_t column, Range range, std::span<const double> values)>;
  bool for_each_piece(std::span<const Column> columns, const TakePiece& take) const;

 private:
  h5::File file_;
  PartInfo info_;
};

/// Creates the header and one dataset per column, to be written by the caller.
std::vector<h5::Id> create_part(hid_t file, const study::Study& study, std::span<const Column> columns,
                                Range range);

/// Writes the numerical error to the columns of a part or a result, and on how many scenarios it rests.
void write_error(hid_t file, std::span<const h5::Id> datasets, std::span<const Column> columns,
                 const metrics::NumericalError& error);

}  // namespace hilspace::results
