#pragma once
// A finished result of one dimension, read as the first part of a larger one.

#include <map>
#include <string>

#include "results/h5/checked_numbers.hpp"
#include "results/parts/block.hpp"
#include "results/parts/part_info.hpp"

namespace hilspace::results {

class ResultRows {
 public:
  /// Throws RunError when it is not such a result, or its numbers are elsewhere (virtual).
  explicit ResultRows(const std::filesystem::path& file);
  const PartInfo& info() const { return info_; }
  /// Copies the numbers of the common scenarios into the block; the numerical error of the whole result comes
  /// with its first scenario.
  void read(Block& block);

 private:
  h5::File file_;
  PartInfo info_;
  std::map<std::string, DigestCheck> checks_{};  // of the columns
};

}  // namespace hilspace::results
