#include "results/repeat_statistics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "numerics/sample_mean.hpp"
#include "results/h5_attribute.hpp"

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

h5::Id create(hid_t file, const Label& label, std::span<const Dimension> dimensions,
              const std::string& coordinates) {
  h5::Id variable = create_variable(file, label, h5::Type::float64, dimensions);
  h5::write_attribute(variable, "_FillValue", std::numeric_limits<double>::quiet_NaN());
  if (!coordinates.empty()) h5::write_attribute(variable, "coordinates", coordinates);
  return variable;
}

/// Calls take(repeats) with those of each point of the other axes, in the order of these.
template <class Take>
void for_each_point(std::uint64_t points, std::size_t repeats, std::size_t column, const ReadColumn& read,
                    Take&& take) {
  const std::uint64_t at_a_time = std::max<std::uint64_t>(65536 / repeats, 1);
  std::vector<double> numbers;
  for (std::uint64_t first = 0; first < points; first += at_a_time) {
    const std::uint64_t count = std::min(at_a_time, points - first);
    numbers.resize(count * repeats);
    read(column, {first * repeats, (first + count) * repeats}, numbers);
    for (std::uint64_t k = 0; k < count; ++k) take(std::span(numbers).subspan(k * repeats, repeats));
  }
}

}  // namespace

void write_repeat_statistics(hid_t file, const study::Study& study, std::span<const Column> columns,
                             std::span<const Dimension> dimensions, const std::string& coordinates,
                             const ReadColumn& read) {
  const std::size_t repeats = repeats_of(study);
  if (repeats == 0) return;
  const auto others = dimensions.first(dimensions.size() - 1);
  const std::uint64_t points = study::scenario_count(study) / repeats;
  numerics::SampleMeans means;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const Column& column = columns[i];
    if (column.source == Column::Source::outcome) {
      std::vector<double> ok;
      for_each_point(points, repeats, i, read, [&](std::span<const double> outcomes) {
        ok.push_back(static_cast<double>(std::ranges::count(outcomes, static_cast<double>(Outcome::ok))));
      });
      h5::write(create(file, {std::string(kRepeatsOk), "1", "repeats that ended well"}, others, coordinates),
                ok);
    }
    if (column.source != Column::Source::metric) continue;
    std::array<std::vector<double>, kStatistics.size()> values;
    for_each_point(points, repeats, i, read, [&](std::span<const double> numbers) {
      const numerics::SampleMean found = means.of(numbers);
      for (std::size_t k = 0; k < kStatistics.size(); ++k) values[k].push_back(found.*kStatistics[k].value);
    });
    for (std::size_t k = 0; k < kStatistics.size(); ++k)
      h5::write(create(file,
                       {fmt::format("{}.{}", column.name, kRepeatStatistics[k]), column.units,
                        fmt::format("{}: {}", kStatistics[k].meaning, column.long_name)},
                       others, coordinates),
                values[k]);
  }
}

}  // namespace hilspace::results
