#include "sweep/room.hpp"

#include <fmt/format.h>

#include <limits>
#include <system_error>

#include "core/error.hpp"
#include "metrics/catalogue.hpp"
#include "results/atomic_file.hpp"
#include "results/column.hpp"

namespace hilspace::sweep {
namespace {

constexpr double kNumber = 8.0, kFlag = 1.0;  // bytes
/// Of a metric's numerical errors: a count in each of up to some 64 classes.
constexpr double kErrors = 2.0 * 64.0 * kNumber;

}  // namespace

double result_size(const study::Study& study, std::uint64_t scenarios) {
  double bytes = 0.0;
  for (const results::Column& column : results::stored_columns(study))
    bytes += column.flags.empty() ? kNumber : kFlag;
  if (const auto repeats = results::repeats_of(study); repeats > 0) {
    const auto names = results::repeat_names(study).size();
    bytes += kNumber * static_cast<double>(names) / static_cast<double>(repeats);
  }
  return bytes * static_cast<double>(scenarios) + kErrors * static_cast<double>(metrics::kMetricCount);
}

double room_needed(const study::Study& study, std::uint64_t scenarios, std::uint64_t missing) {
  const auto columns = static_cast<double>(results::stored_columns(study).size());
  return result_size(study, scenarios) +
         kNumber * columns * static_cast<double>(missing);  // parts: doubles only
}

double room_free(const std::filesystem::path& output) {
  std::error_code unknown;
  const auto space = std::filesystem::space(results::directory_of(output), unknown);
  if (unknown || space.available == static_cast<std::uintmax_t>(-1))
    return std::numeric_limits<double>::infinity();
  return static_cast<double>(space.available);
}

void check_room(const study::Study& study, std::uint64_t scenarios, std::uint64_t missing,
                const std::filesystem::path& output) {
  const double needed = room_needed(study, scenarios, missing), free = room_free(output);
  if (needed > free)
    throw RunError(fmt::format(
        "{}: the run needs {:.3g} MB there, its parts and its result, and {:.3g} MB are free; make "
        "room, select output.metrics, or share it out with --shard",
        output.string(), 1e-6 * needed, 1e-6 * free));
}

}  // namespace hilspace::sweep
