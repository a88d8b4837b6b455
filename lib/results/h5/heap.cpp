#include "results/h5/heap.hpp"

#include "results/h5/h5.hpp"
#include "results/h5/number_at.hpp"

namespace hilspace::results::h5 {
namespace {

constexpr std::uint64_t kObjectHead = 16;  // bytes

}  // namespace

std::optional<std::uint64_t> heap_size(std::string_view bytes) {
  constexpr std::string_view kBegin("GCOL\1\0\0\0", 8);
  if (bytes.size() < kHeapHead || !bytes.starts_with(kBegin)) return std::nullopt;
  return number_at<std::uint64_t>(bytes, kBegin.size());
}

HeapObjects objects_in(std::string_view heap) {
  HeapObjects objects;
  for (std::uint64_t at = kHeapHead; at + kObjectHead <= heap.size();) {
    const auto number = number_at<std::uint16_t>(heap, at);
    const auto size = number_at<std::uint64_t>(heap, at + 8);
    const std::uint64_t left = heap.size() - at;
    if (number == 0 ? size < kObjectHead || size > left : size > left - kObjectHead)
      throw Error("one of its heaps, which hold texts and dimensions, is not filled by its objects");
    if (number != 0) objects[number] = {at + kObjectHead, size};
    at += number == 0 ? size : kObjectHead + (size + 7) / 8 * 8;
  }
  return objects;
}

}  // namespace hilspace::results::h5
