#include "results/format/boxes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace hilspace::results {
namespace {

using Shape = std::vector<std::uint64_t>;

/// Flat indices of all positions in a box, last dimension fastest.
std::vector<std::uint64_t> indices(const Shape& shape, const Box& box) {
  std::vector<std::uint64_t> found{0};
  for (std::size_t k = 0; k < shape.size(); ++k) {
    std::vector<std::uint64_t> next;
    for (const auto index : found)
      for (std::uint64_t i = 0; i < box.count[k]; ++i) next.push_back(index * shape[k] + box.start[k] + i);
    found = std::move(next);
  }
  return found;
}

void expect_exact(const Shape& shape, Range range) {
  const auto parts = boxes(shape, range);
  std::uint64_t next = range.begin;
  for (const Box& box : parts) {
    ASSERT_EQ(box.start.size(), shape.size());
    for (std::size_t k = 0; k < shape.size(); ++k) {
      ASSERT_GT(box.count[k], 0u);
      ASSERT_LE(box.start[k] + box.count[k], shape[k]);
    }
    for (const auto index : indices(shape, box)) ASSERT_EQ(index, next++);
  }
  EXPECT_EQ(next, range.end);
  EXPECT_LE(parts.size(), std::max<std::size_t>(2 * shape.size(), 2) - 1);
}

TEST(Boxes, EveryRangeOfSmallArraysIsCoveredInOrder) {
  for (const Shape& shape : {Shape{7}, Shape{1}, Shape{3, 4}, Shape{1, 5}, Shape{5, 1}, Shape{2, 3, 4},
                             Shape{3, 1, 2, 2}, Shape{1, 1, 1}}) {
    std::uint64_t size = 1;
    for (const auto n : shape) size *= n;
    for (std::uint64_t begin = 0; begin < size; ++begin)
      for (std::uint64_t end = begin + 1; end <= size; ++end) expect_exact(shape, {begin, end});
  }
}

TEST(Boxes, RandomRangesOfRandomArraysAreCoveredInOrder) {
  std::mt19937_64 random(1);
  for (int trial = 0; trial < 500; ++trial) {
    Shape shape(1 + random() % 6);
    std::uint64_t size = 1;
    for (auto& n : shape) size *= n = 1 + random() % 5;
    const std::uint64_t a = random() % (size + 1);
    const std::uint64_t b = random() % (size + 1);
    expect_exact(shape, {std::min(a, b), std::max(a, b)});
  }
}

TEST(Boxes, WithoutDimensionsThereIsOneBoxWithoutExtent) {
  const auto parts = boxes({}, {0, 1});
  ASSERT_EQ(parts.size(), 1u);
  EXPECT_TRUE(parts.front().start.empty());
}

TEST(Boxes, WholeArrayIsOneBox) { EXPECT_EQ(boxes(Shape{3, 4, 5}, {0, 60}).size(), 1u); }

}  // namespace
}  // namespace hilspace::results
