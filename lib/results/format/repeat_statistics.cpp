#include "results/format/repeat_statistics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "numerics/sample_mean.hpp"
#include "results/format/boxes.hpp"
#include "results/h5/checked_numbers.hpp"

namespace hilspace::results {
namespace {

struct Statistic {
  std::string_view meaning;
  double numerics::SampleMean::*value;
};
/// In the order of kRepeatStatistics.
constexpr std::array kStatistics{
    Statistic{"mean of the repeats", &numerics::SampleMean::mean},
    Statistic{"standard deviation of the repeats", &numerics::SampleMean::deviation},
    Statistic{"half-width of the 95 % confidence interval of the mean of the repeats",
              &numerics::SampleMean::interval},
};
static_assert(kStatistics.size() == kRepeatStatistics.size());

/// One column: its repeats, point by point of the other axes.
struct Repeats {
  hid_t dataset;
  std::vector<std::uint64_t> shape;  // of all axes

  /// Calls take(numbers) with the repeats of each point, in the order of the points.
  template <class Take>
  void for_each_point(Take&& take) const {
    std::uint64_t points = 1;
    for (std::size_t k = 0; k + 1 < shape.size(); ++k) points *= shape[k];
    const std::size_t repeats = shape.back();
    const std::uint64_t at_a_time = std::max<std::uint64_t>(65536 / repeats, 1);
    std::vector<double> numbers;
    for (std::uint64_t first = 0; first < points; first += at_a_time) {
      const std::uint64_t count = std::min(at_a_time, points - first);
      numbers.resize(count * repeats);
      read_range(dataset, shape, {first * repeats, (first + count) * repeats}, numbers);
      for (std::uint64_t k = 0; k < count; ++k) take(std::span(numbers).subspan(k * repeats, repeats));
    }
  }
};

}  // namespace

void write_repeat_statistics(hid_t file, const study::Study& study, std::span<const Column> columns,
                             std::span<const h5::Handle> datasets, std::span<const Dimension> dimensions,
                             const std::string& coordinates) {
  if (repeats_of(study) == 0) return;
  const auto others = dimensions.first(dimensions.size() - 1);
  const auto write = [&](const Column& column, std::span<const double> values) {
    write_numbers(create_variable(file, column, others, coordinates), values);
  };
  std::vector<std::uint64_t> shape;
  for (const Dimension& dimension : dimensions) shape.push_back(dimension.size);
  numerics::SampleMeans means;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const Column& column = columns[i];
    const Repeats repeats{datasets[i], shape};
    if (column.content == Column::Content::outcome) {
      std::vector<double> ok;
      repeats.for_each_point([&](std::span<const double> outcomes) {
        ok.push_back(static_cast<double>(std::ranges::count(outcomes, static_cast<double>(Outcome::ok))));
      });
      write({std::string(kRepeatsOk), "1", "repeats that ended well", {}, Column::Content::metric}, ok);
    }
    if (column.content != Column::Content::metric) continue;
    std::array<std::vector<double>, kStatistics.size()> values;
    repeats.for_each_point([&](std::span<const double> numbers) {
      const numerics::SampleMean found = means.of(numbers);
      for (std::size_t k = 0; k < kStatistics.size(); ++k) values[k].push_back(found.*kStatistics[k].value);
    });
    for (std::size_t k = 0; k < kStatistics.size(); ++k)
      write({fmt::format("{}.{}", column.name, kRepeatStatistics[k]),
             column.units,
             fmt::format("{}: {}", kStatistics[k].meaning, column.long_name),
             {},
             Column::Content::metric},
            values[k]);
  }
}

}  // namespace hilspace::results
