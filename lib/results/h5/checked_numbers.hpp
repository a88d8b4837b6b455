#pragma once
// Numbers of a dataset, with a digest beside those that are stored in chunks.
//
// Fletcher's checksum of a chunk does not distinguish 16 zero bits from 16 one bits, and so misses the zeros
// of an erased disk block. A digest detects them, but only once all numbers have been read.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "results/h5/dataset.hpp"
#include "results/h5/digest.hpp"

namespace hilspace::results {

/// Writes all numbers and their digest.
void write_numbers(hid_t dataset, std::span<const double> values);
/// Writes the digest alone, for numbers that were written in pieces.
void write_digest(hid_t dataset, const Digest& digest);

/// The digest of a dataset's numbers, if it has one.
std::optional<std::string> digest_in(hid_t dataset);
/// Reads all numbers. Throws Error when they do not match their digest.
std::vector<double> read_numbers(hid_t dataset);

/// Checks numbers that are read sequentially against the digest of all of them.
class DigestCheck {
 public:
  /// Checks the numbers at places `begin` to `end` - 1. Without a digest nothing is checked.
  DigestCheck(std::optional<std::string> expected, std::uint64_t begin, std::uint64_t end)
      : expected_(std::move(expected)), begin_(begin), end_(end), next_(begin) {}

  /// Throws Error when these are the last numbers and the digest differs. A non-consecutive piece cannot be
  /// checked; a piece at the first place starts over.
  void take(std::uint64_t begin, std::span<const double> numbers);

 private:
  std::optional<std::string> expected_;
  std::uint64_t begin_, end_, next_;
  Digest digest_{};
};

}  // namespace hilspace::results
