#pragma once
// Datasets of texts of any length, in the form xarray and netCDF expect, which HDF5 leaves unprotected.
//
// HDF5 keeps such texts in heaps without checksums, and follows whatever a damaged heap says. So their digest
// is stored in an attribute, and the texts are read here byte by byte, with every location validated before
// use:
//
//   the dataset   per text its length (4 bytes), the place of its heap (8, heap.hpp) and its number there (4)

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "results/h5/dataset.hpp"
#include "results/h5/heap.hpp"

namespace hilspace::results::h5 {

bool holds_texts(hid_t dataset);

/// Fills a dataset of texts and adds their digest.
void write_texts(hid_t dataset, std::span<const std::string> texts);

/// Texts of a dataset, read a few at a time. Must not outlive the dataset.
class TextReader {
 public:
  /// Whether a dataset's texts are stored as HDF5 1.10 does by itself; of others the constructor throws Error.
  static bool can_read(hid_t dataset);
  /// Checks all of them. Throws Error when they do not match their digest or, with `has_digest`, when there
  /// is none.
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
  std::string heap_;  // most recently used
  HeapObjects in_heap_;
};

}  // namespace hilspace::results::h5
