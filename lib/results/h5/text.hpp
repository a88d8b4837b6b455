#pragma once
// Datasets of texts of any length, as xarray and netCDF want them, which HDF5 itself leaves unprotected.
//
// HDF5 keeps such texts in heaps that have no checksums, and follows whatever a damaged heap says. So their
// digest stands beside them, in an attribute, and they are read here byte by byte, with every place looked at
// before it is followed:
//
//   the dataset   per text its length (4 bytes), the place of its heap (8) and its number there (4)
//   a heap        "GCOL", version 1, 3 bytes, its size (8), then per text: number (2), 6 bytes, size (8), and
//                 the text, filled up to a multiple of 8 bytes

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "results/h5/dataset.hpp"

namespace hilspace::results::h5 {

bool holds_texts(hid_t dataset);

/// Fills a dataset of texts, and adds their digest.
void write_texts(hid_t dataset, std::span<const std::string> texts);

/// The texts of a dataset, a few at a time. Lives no longer than the dataset.
class TextReader {
 public:
  /// Looks through all of them. Throws Error where they are not what their digest says, or, with
  /// `has_digest`, where there is none.
  TextReader(hid_t dataset, bool has_digest);
  std::uint64_t size() const { return size_; }
  std::vector<std::string> read(std::uint64_t begin, std::uint64_t count);

 private:
  std::string bytes(std::uint64_t place, std::uint64_t count) const;
  std::string text(std::string_view reference);
  void open_heap(std::uint64_t place);

  int file_ = -1;
  std::uint64_t file_size_ = 0;
  std::uint64_t place_ = 0;  // of the first reference
  std::uint64_t size_ = 0;
  std::uint64_t heap_place_ = 0;
  std::string heap_;                                                          // the one looked into last
  std::map<std::uint64_t, std::pair<std::uint64_t, std::uint64_t>> in_heap_;  // number: place in it, bytes
};

}  // namespace hilspace::results::h5
