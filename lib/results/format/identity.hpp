#pragma once
// Identity of numbers: what must agree before parts are resumed from or merged.

#include <cstdint>
#include <string>

#include "study/study.hpp"

namespace hilspace::results {

/// Half-open range of scenario indices.
struct Range {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint64_t size() const { return end - begin; }
  friend bool operator==(const Range&, const Range&) = default;
};

/// The study and the program, down to the revision: the same identity and index give the same bits.
struct Identity {
  std::string study_sha256;
  std::string program_version;
  std::string revision;
  friend bool operator==(const Identity&, const Identity&) = default;
};
Identity identity(const study::Study& study);

/// Difference, such as "belongs to another study (sha256 ...)"; empty when they agree.
std::string difference(const Identity& found, const Identity& expected);

}  // namespace hilspace::results
