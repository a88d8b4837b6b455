#include "results/box_io.hpp"

namespace hilspace::results {
namespace {

/// Calls `action` with each box of the range: where it starts, how far it goes, how many numbers that is.
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
