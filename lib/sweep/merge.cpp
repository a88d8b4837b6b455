#include "sweep/merge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "core/error.hpp"
#include "core/version.hpp"
#include "sweep/output.hpp"
#include "sweep/part_store.hpp"
#include "sweep/stored_study.hpp"

namespace hilspace::sweep {
namespace fs = std::filesystem;
namespace {

std::vector<results::PartInfo> inspected(const std::vector<fs::path>& given) {
  std::vector<results::PartInfo> parts;
  for (const fs::path& path : given) {
    const auto files = fs::is_directory(path) ? PartStore::files_in(path) : std::vector{path};
    if (files.empty()) throw InputError(fmt::format("{}: there are no parts in this folder", path.string()));
    for (const fs::path& file : files) parts.push_back(results::inspect_part(file));
  }
  if (parts.empty()) throw InputError("there is nothing to merge");
  return parts;
}

/// The study of a part, which only the program that computed it reads for sure.
study::Study study_of(const results::PartInfo& part) {
  const results::Identity expected{part.identity.study_sha256, std::string(version()),
                                   std::string(revision())};
  const std::string what = results::difference(part.identity, expected);
  if (!what.empty())
    throw RunError(fmt::format("{}: {}; merge with the program that computed it", part.file.string(), what));
  return stored_study(results::part_study(part.file), part.file);
}

}  // namespace

Merged merge(const MergeOptions& options) {
  static const std::atomic<bool> never{false};
  const auto start = std::chrono::steady_clock::now();
  const std::string start_time = utc_now();
  const auto parts = inspected(options.parts);
  Merged merged{study_of(parts.front()), {}};
  const Output output(merged.study, options.output);
  merged.report.range = output.range();
  if (output.is_complete(options.fresh)) {
    merged.report.ending = Ending::already_complete;
    return merged;
  }
  const auto summary = output.write(parts, start_time, options.stop != nullptr ? *options.stop : never);
  if (summary)
    merged.report.summary = *summary;
  else
    merged.report.ending = Ending::interrupted;
  merged.report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return merged;
}

}  // namespace hilspace::sweep
