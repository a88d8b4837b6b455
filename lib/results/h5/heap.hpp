#pragma once
// HDF5's global heaps, which hold what has any length: texts, and the dimensions of a variable.
//
// They have no checksum, and HDF5 follows whatever a damaged one says: beyond its end, or for ever where its free space has
// the size 0. So every heap is checked before HDF5 sees it (driver.cpp).
//
//   a heap        "GCOL", version 1, 3 bytes, its size (8), then objects until less than 16 bytes are left
//   an object     its number (2), 6 bytes, its size (8), and its bytes, filled up to a multiple of 8
//   free space    an object of number 0; its size includes these 16 bytes

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

namespace hilspace::results::h5 {

inline constexpr std::uint64_t kHeapHead = 16;  // bytes

/// The size that a heap states; nothing where `bytes` do not begin as one.
std::optional<std::uint64_t> heap_size(std::string_view bytes);

/// The place in its heap, and the size, of each object by its number.
using HeapObjects = std::map<std::uint64_t, std::pair<std::uint64_t, std::uint64_t>>;

/// Throws Error when the objects do not fill their heap.
HeapObjects objects_in(std::string_view heap);

}  // namespace hilspace::results::h5
