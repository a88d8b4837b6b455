#pragma once
// A part opened for reading, and the skeleton of one to be filled: what write, read, join and merge share.

#include <functional>
#include <span>
#include <vector>

#include "results/column.hpp"
#include "results/h5.hpp"
#include "results/part.hpp"

namespace hilspace::results {

class PartReader {
 public:
  explicit PartReader(const std::filesystem::path& file);
  const PartInfo& info() const { return info_; }
  bool has(const Column& column) const;
  metrics::NumericalError error() const;
  std::string study_text() const;
  /// Numbers of the scenarios begin, begin + 1, ... of the whole study.
  void read(const Column& column, std::uint64_t begin, std::span<double> values) const;

 private:
  h5::File file_;
  PartInfo info_;
};

/// Scenarios that are read at a time.
inline constexpr std::uint64_t kPiece = 65536;

/// The error over all parts.
metrics::NumericalError total_error(std::span<const PartInfo> parts);

/// Hands the numbers of all parts to `take(column, range, values)`, a limited number at a time.
using TakePiece = std::function<void(std::size_t column, Range range, std::span<const double> values)>;
void for_each_piece(std::span<const PartInfo> parts, std::span<const Column> columns, const TakePiece& take);

/// Creates the header and one dataset per column, to be written by the caller.
std::vector<h5::Id> create_part(hid_t file, const study::Study& study, std::span<const Column> columns,
                                Range range, const metrics::NumericalError& error);

}  // namespace hilspace::results
