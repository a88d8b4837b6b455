#include "results/format/repeat_statistics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "numerics/sample_mean.hpp"

namespace hilspace::results {
namespace {

struct Statistic {
  std::string_view meaning;
  double numerics::SampleMean::*value;
};
/// In the order of kRepeatStatistics.
constexpr std::array kStatistics{
    Statistic{"mean of the repeats that ended well", &numerics::SampleMean::mean},
    Statistic{"standard deviation of the repeats that ended well", &numerics::SampleMean::deviation},
    Statistic{"half-width of the 95 % confidence interval of the mean of the repeats that ended well",
              &numerics::SampleMean::interval},
};
static_assert(kStatistics.size() == kRepeatStatistics.size());

/// Calls take(numbers) with the repeats of each point of the other axes, in order.
template <class Take>
void for_each_point(std::size_t column, std::uint64_t scenarios, std::size_t repeats, const ReadColumn& read,
                    Take&& take) {
  const std::uint64_t at_a_time = std::max<std::uint64_t>(65536 / repeats, 1) * repeats;
  std::vector<double> numbers;
  for (std::uint64_t first = 0; first < scenarios; first += numbers.size()) {
    numbers.resize(std::min(at_a_time, scenarios - first));
    read(column, {first, first + numbers.size()}, numbers);
    for (std::size_t k = 0; k < numbers.size(); k += repeats) take(std::span(numbers).subspan(k, repeats));
  }
}

}  // namespace

void repeat_statistics(const study::Study& study, std::span<const Column> columns, const ReadColumn& read,
                       const WriteStatistic& write) {
  const std::size_t repeats = repeats_of(study);
  if (repeats == 0) return;
  const auto each_point = [&](std::size_t column, const auto& take) {
    for_each_point(column, study::scenario_count(study), repeats, read, take);
  };
  const auto nan = std::numeric_limits<double>::quiet_NaN();
  const auto outcome = std::ranges::find(columns, Column::Content::outcome, &Column::content);
  std::vector<bool> ended_well;  // of each scenario
  std::vector<double> counts;
  each_point(static_cast<std::size_t>(outcome - columns.begin()), [&](std::span<const double> outcomes) {
    for (const double its : outcomes) ended_well.push_back(its == static_cast<double>(Outcome::ok));
    counts.push_back(static_cast<double>(std::ranges::count(outcomes, static_cast<double>(Outcome::ok))));
  });
  write({std::string(kRepeatsOk), "1", "repeats that ended well", {}, Column::Content::metric}, counts);
  numerics::SampleMeans means;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const Column& column = columns[i];
    if (column.content != Column::Content::metric) continue;
    std::array<std::vector<double>, kStatistics.size()> values;
    auto is_ok = ended_well.begin();
    each_point(i, [&](std::span<double> numbers) {
      for (double& number : numbers)
        if (!*is_ok++) number = nan;  // it may be of the one model that ended well
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
