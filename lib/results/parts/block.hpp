#pragma once
// Block: the rows of a range of scenarios as columns, one after the other, as the files store them.

#include <cstdint>
#include <span>
#include <vector>

#include "metrics/catalogue.hpp"
#include "metrics/numerical_error.hpp"
#include "results/format/column.hpp"
#include "results/format/identity.hpp"

namespace hilspace::results {

class Block {
 public:
  explicit Block(std::vector<Column> columns, Range range = {}) : columns_(std::move(columns)) {
    begin(range);
  }

  /// Allocates for that many scenarios.
  void reserve(std::uint64_t scenarios) { numbers_.reserve(columns_.size() * scenarios); }
  /// Starts over with other scenarios, in the allocated memory.
  void begin(Range range);
  /// Stores the rows of scenarios `first`, `first` + 1, ...: from any thread, but each scenario once.
  void set(std::uint64_t first, std::span<const metrics::Row> rows);

  /// Stores the errors of one scenario, if its study stores them. Call it after set(): until then they are undefined.
  void set_errors(std::uint64_t scenario, const metrics::Errors& errors);

  /// Stores a block of the same columns, within this range; its error is included.
  void set(const Block& piece);

  Range range() const { return range_; }
  std::span<const Column> columns() const { return columns_; }
  std::span<const double> numbers(std::size_t column) const;
  std::span<double> numbers(std::size_t column);
  /// All columns, one after the other.
  std::span<const double> all() const { return numbers_; }
  /// Values that are not stored are undefined.
  metrics::Row row(std::uint64_t scenario) const;

  metrics::NumericalError error;  // of the scenarios with finer runs

 private:
  std::vector<Column> columns_;
  Range range_;
  std::vector<double> numbers_;  // column after column
};

}  // namespace hilspace::results
