#include "sweep/checks/disk_space.hpp"

#include <fmt/format.h>

#include <array>
#include <limits>

#include "core/error.hpp"
#include "results/disk/disk.hpp"
#include "results/disk/files.hpp"
#include "results/format/column.hpp"
#include "sweep/checks/trace_sizes.hpp"

namespace hilspace::sweep {
namespace {

constexpr double kNumber = 8.0, kFlag = 1.0;  // bytes

/// Of a number that a scenario stores, in bytes.
double stored_number(const study::Study& study) {
  return study.output.precision == study::Precision::float32 ? 0.5 * kNumber : kNumber;
}

/// For a metric's numerical errors: a count in each of up to about 64 classes.
constexpr double kErrors = 2.0 * 64.0 * kNumber;

}  // namespace

std::string size_text(double bytes) {
  constexpr std::array units{"B", "kB", "MB", "GB", "TB", "PB"};
  std::size_t unit = 0;
  for (; bytes >= 999.5 && unit + 1 < units.size(); ++unit) bytes /= 1000.0;
  return fmt::format("{:.3g} {}", bytes, units[unit]);
}

double result_size(const study::Study& study, std::uint64_t scenarios) {
  double bytes = 0.0, errors = 0.0;
  for (const results::Column& column : results::stored_columns(study)) {
    bytes += column.flags.empty() ? stored_number(study) : kFlag;
    errors += column.content == results::Column::Content::metric ? kErrors : 0.0;
  }
  if (const auto repeats = results::repeats_of(study); repeats > 0) {
    const auto names = results::repeat_names(study).size();
    bytes += kNumber * static_cast<double>(names) / static_cast<double>(repeats);
  }
  return bytes * static_cast<double>(scenarios) + errors + static_cast<double>(study.resolved.size()) +
         (scenarios == study::scenario_count(study) ? least_trace_sizes(study).all
                                                    : 0.0);  // none for a shard
}

double space_needed(const study::Study& study, std::uint64_t scenarios, std::uint64_t missing) {
  const double result = result_size(study, scenarios);
  if (missing == 0) return result;
  const auto columns = static_cast<double>(results::stored_columns(study).size());
  return result +
         stored_number(study) * columns * static_cast<double>(missing) +  // parts: flags are numbers too
         static_cast<double>(study.resolved.size());                      // in one of them
}

double free_space(const std::filesystem::path& output) {
  double bytes = 0.0;
  return results::disk().free_space(results::files::directory_of(output), bytes) == 0
             ? bytes
             : std::numeric_limits<double>::infinity();
}

void check_disk_space(const study::Study& study, std::uint64_t scenarios, std::uint64_t missing,
                      const std::filesystem::path& output) {
  const double needed = space_needed(study, scenarios, missing), free = free_space(output);
  if (needed > free)
    throw RunError(fmt::format(
        "{}: the run needs {} there, its parts and its result, and {} are free; make room, select "
        "output.metrics, take fewer time histories, or share it out with --shard",
        output.string(), size_text(needed), size_text(free)));
}

}  // namespace hilspace::sweep
