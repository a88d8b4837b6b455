#include "rig/campaign/attempts.hpp"

#include <fmt/format.h>

#include <system_error>

#include "core/error.hpp"
#include "results/disk/place.hpp"

namespace hilspace::rig {
namespace fs = std::filesystem;
namespace {

fs::path folder_of(const fs::path& output, int number) {
  return output.string() + (number == 1 ? ".runs" : fmt::format(".runs.{}", number));
}

/// Number of the latest folder; 1 when there is none yet.
int last_number(const fs::path& output) {
  int number = 1;
  while (fs::exists(folder_of(output, number + 1))) ++number;
  return number;
}

void keep(const fs::path& file, const fs::path& folder) {
  if (!fs::exists(file)) return;
  if (const int error = results::rename_to_free_name(file, folder / file.filename()); error != 0)
    throw RunError(fmt::format("{}: cannot be moved to {}: {}", file.string(), folder.string(),
                               std::generic_category().message(error)));
}

}  // namespace

fs::path recordings_of(const fs::path& output) { return folder_of(output, last_number(output)); }
fs::path first_recordings_of(const fs::path& output) { return folder_of(output, 1); }
fs::path journal_beside(const fs::path& output) { return output.string() + ".journal"; }
fs::path table_of_runs(const fs::path& output) { return fs::path(output).replace_extension(".csv"); }
fs::path table_of_statistics(const fs::path& output) {
  return fs::path(output).replace_extension(".statistics.csv");
}

void start_afresh(const fs::path& output) {
  const fs::path before = recordings_of(output);
  if (!fs::exists(before / "campaign.toml")) return;  // no campaign was started
  keep(output, before);
  keep(table_of_runs(output), before);
  keep(table_of_statistics(output), before);
  const fs::path folder = folder_of(output, last_number(output) + 1);
  std::error_code error;
  fs::create_directory(folder, error);
  if (error) throw RunError(fmt::format("{}: cannot be made: {}", folder.string(), error.message()));
}

fs::path attempt_of(const fs::path& folder, std::uint64_t scenario, std::uint32_t repetition,
                    std::uint32_t attempt) {
  return folder / (attempt <= 1 ? fmt::format("{:04}-{}.h5", scenario, repetition)
                                : fmt::format("{:04}-{}.{}.h5", scenario, repetition, attempt));
}

std::uint32_t attempts_at(const fs::path& folder, std::uint64_t scenario, std::uint32_t repetition) {
  std::uint32_t count = 0;
  while (fs::exists(attempt_of(folder, scenario, repetition, count + 1))) ++count;
  return count;
}

}  // namespace hilspace::rig
