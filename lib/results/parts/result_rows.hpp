#pragma once
// A finished result of one dimension, read as if it were the first part of a larger one.

#include <map>
#include <string>

#include "results/h5/checked_numbers.hpp"
#include "results/parts/block.hpp"
#include "results/parts/part_info.hpp"

namespace hilspace::results {

class ResultRows {
 public:
  /// Throws RunError when it is no such result, or its numbers are elsewhere (virtual).
  explicit ResultRows(const std::filesystem::path& file);
  const PartInfo& info() const { return info_; }
  /// The numbers of the scenarios that both have, into the block; with the first of them comes the numerical
  /// error of all.
  void read(Block& block);

 private:
  h5::File file_;
  PartInfo info_;
  std::map<std::string, DigestCheck> checks_{};  // of the columns
};

}  // namespace hilspace::results
