#pragma once
// Description of a part, or of a result that serves as one, known before its numbers are read.

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "results/format/identity.hpp"
#include "results/h5/digest.hpp"

namespace hilspace::results {

struct PartInfo {
  std::filesystem::path file;
  Range range;
  Identity identity;
  bool is_result = false;       // a finished result whose scenarios are the first ones of a larger study
  std::uint64_t scenarios = 0;  // of the whole study
  bool has_study = false;       // carries its text
  std::vector<std::string> digests{};  // of its columns; empty: older than digests

  /// Digest of all its numbers.
  std::string digest() const {
    Digest all;
    for (std::size_t i = 0; i < digests.size(); ++i) all.add(i, std::string_view(digests[i]));
    return all.text();
  }
};

}  // namespace hilspace::results
