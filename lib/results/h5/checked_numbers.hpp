#pragma once
// Numbers of a dataset, and their digest beside them where they stand in chunks.
//
// Fletcher's checksum of a chunk takes 16 zeros for 16 ones, and so misses what an erased block of a disk
// leaves of zeros. A digest does not, but tells only when all numbers have been read.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "results/h5/dataset.hpp"
#include "results/h5/digest.hpp"

namespace hilspace::results {

/// Writes all numbers, and their digest.
void write_numbers(hid_t dataset, std::span<const double> values);
/// The digest alone, of numbers that were written a piece at a time.
void write_digest(hid_t dataset, const Digest& digest);

/// Of the numbers of a dataset that has one.
std::optional<std::string> digest_in(hid_t dataset);
/// Reads all numbers. Throws Error when they are not those of their digest.
std::vector<double> read_numbers(hid_t dataset);

/// Numbers that are read one after the other, against the digest of all of them.
class DigestCheck {
 public:
  /// Of the numbers at the places from `begin` to before `end`. Without a digest nothing is checked.
  DigestCheck(std::optional<std::string> expected, std::uint64_t begin, std::uint64_t end)
      : expected_(std::move(expected)), begin_(begin), end_(end), next_(begin) {}

  /// Throws Error when these are the last ones and the digest is another one. What does not follow on what
  /// came before cannot be judged; with the first place it begins anew.
  void take(std::uint64_t begin, std::span<const double> numbers);

 private:
  std::optional<std::string> expected_;
  std::uint64_t begin_, end_, next_;
  Digest digest_{};
};

}  // namespace hilspace::results
