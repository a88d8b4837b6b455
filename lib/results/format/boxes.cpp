#include "results/format/boxes.hpp"

#include <functional>
#include <numeric>

namespace hilspace::results {
namespace {

class Decomposition {
 public:
  explicit Decomposition(std::span<const std::uint64_t> shape) : shape_(shape) {}

  /// Covers [begin, end) of the sub-array whose leading positions are `fixed_`.
  void cover(std::uint64_t begin, std::uint64_t end) {
    const std::size_t depth = fixed_.size();
    const std::uint64_t row = elements_below(depth);
    std::uint64_t first = begin / row;
    const std::uint64_t last = end / row;
    if (begin % row != 0) {  // a first row that is entered partway
      const std::uint64_t row_end = first == last ? end : (first + 1) * row;
      cover_row(first, begin % row, row_end - first * row);
      if (first == last) return;
      ++first;
    }
    if (first < last) add_rows(first, last);
    if (end % row != 0) cover_row(last, 0, end % row);
  }

  std::vector<Box> take() { return std::move(boxes_); }

 private:
  std::uint64_t elements_below(std::size_t depth) const {
    const auto below = shape_.subspan(depth + 1);
    return std::accumulate(below.begin(), below.end(), std::uint64_t{1}, std::multiplies<>());
  }

  void cover_row(std::uint64_t position, std::uint64_t begin, std::uint64_t end) {
    fixed_.push_back(position);
    cover(begin, end);
    fixed_.pop_back();
  }

  void add_rows(std::uint64_t first, std::uint64_t last) {
    const std::size_t depth = fixed_.size();
    Box box{fixed_, std::vector<std::uint64_t>(depth, 1)};
    box.start.push_back(first);
    box.count.push_back(last - first);
    for (std::size_t k = depth + 1; k < shape_.size(); ++k) {
      box.start.push_back(0);
      box.count.push_back(shape_[k]);
    }
    boxes_.push_back(std::move(box));
  }

  std::span<const std::uint64_t> shape_;
  std::vector<std::uint64_t> fixed_;
  std::vector<Box> boxes_;
};

/// Calls `action` for each box of the range with its start, its extent and its count of numbers.
template <class Action>
void for_boxes(std::span<const std::uint64_t> shape, Range range, Action&& action) {
  for (const Box& box : boxes(shape, range)) {
    std::size_t size = 1;
    for (const auto count : box.count) size *= count;
    action(h5::Shape(box.start.begin(), box.start.end()), h5::Shape(box.count.begin(), box.count.end()),
           size);
  }
}

}  // namespace

std::vector<Box> boxes(std::span<const std::uint64_t> shape, Range range) {
  if (range.begin == range.end) return {};
  if (shape.empty()) return {Box{}};
  Decomposition decomposition(shape);
  decomposition.cover(range.begin, range.end);
  return decomposition.take();
}

void write_range(hid_t dataset, std::span<const std::uint64_t> shape, Range range,
                 std::span<const double> numbers) {
  for_boxes(shape, range, [&](const h5::Shape& start, const h5::Shape& count, std::size_t size) {
    h5::write_box(dataset, start, count, numbers.first(size));
    numbers = numbers.subspan(size);
  });
}

void read_range(hid_t dataset, std::span<const std::uint64_t> shape, Range range, std::span<double> numbers) {
  for_boxes(shape, range, [&](const h5::Shape& start, const h5::Shape& count, std::size_t size) {
    h5::read_box(dataset, start, count, numbers.first(size));
    numbers = numbers.subspan(size);
  });
}

}  // namespace hilspace::results
