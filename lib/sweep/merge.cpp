#include "sweep/merge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "core/version.hpp"
#include "results/disk/atomic_file.hpp"
#include "results/disk/files.hpp"
#include "results/disk/provenance.hpp"
#include "results/reading/result_file.hpp"
#include "sweep/output/output_file.hpp"
#include "sweep/output/part_store.hpp"
#include "sweep/ownership/run_lock.hpp"

namespace hilspace::sweep {
namespace fs = std::filesystem;
namespace files = results::files;
namespace {

std::vector<results::PartInfo> inspected(const std::vector<fs::path>& given) {
  std::vector<results::PartInfo> parts;
  for (const fs::path& path : given) {
    const auto found = files::is_folder(path) ? PartStore::files_in(path) : std::vector{path};
    if (found.empty()) throw InputError(fmt::format("{}: there are no parts in this folder", path.string()));
    for (const fs::path& file : found) parts.push_back(results::inspect_part(file));
  }
  if (parts.empty()) throw InputError("there is nothing to merge");
  return parts;
}

/// Total number of chunks that the given ones belong to, if only one number fits; otherwise 0.
std::uint64_t chunk_count(std::span<const results::PartInfo> parts, std::uint64_t scenarios) {
  const auto is_one_of = [&](std::uint64_t count) {
    return std::ranges::all_of(parts, [&](const results::PartInfo& part) {
      const std::uint64_t number = PartStore::chunk_number(part.file);
      return number > 0 && number <= count && range_of({number, count}, scenarios) == part.range;
    });
  };
  // A chunk holds scenarios / count of them, or one more.
  const std::uint64_t size = parts.front().range.size();
  const std::uint64_t most = size > 1 ? std::min(scenarios / (size - 1) + 1, scenarios) : scenarios;
  constexpr std::uint64_t kMostChunks = 10'000'000;
  if (most > kMostChunks) return 0;
  std::uint64_t found = 0;
  for (std::uint64_t count = std::max<std::uint64_t>(scenarios / (size + 1), 1); count <= most; ++count) {
    if (!is_one_of(count)) continue;
    if (found > 0) return 0;
    found = count;
  }
  return found;
}

/// Throws when chunks are missing, naming them by the numbers under which they are run again.
void check_chunks(std::span<const results::PartInfo> parts, std::uint64_t scenarios) {
  const std::uint64_t count = chunk_count(parts, scenarios);
  if (count == 0 || parts.size() >= count) return;
  std::vector<bool> is_there(count + 1);
  for (const results::PartInfo& part : parts) is_there[PartStore::chunk_number(part.file)] = true;
  std::vector<results::Range> missing;
  for (std::uint64_t number = 1; number <= count; ++number) {
    if (is_there[number]) continue;
    if (missing.empty() || missing.back().end != number) missing.push_back({number, number});
    ++missing.back().end;
  }
  throw RunError(fmt::format("{}: chunk{} {} of {} {} missing; run or submit {} again, then merge",
                             parts.front().file.parent_path().string(), count - parts.size() == 1 ? "" : "s",
                             results::text_of(missing), count, count - parts.size() == 1 ? "is" : "are",
                             count - parts.size() == 1 ? "it" : "them"));
}

/// Makes the names of the parts safe from a power cut, since their writers may have been killed before: otherwise chunks
/// could be missing that a complete result has, and a virtual one could lose its numbers.
void keep_names(std::span<const results::PartInfo> parts) {
  std::set<fs::path> folders;
  for (const results::PartInfo& part : parts) folders.insert(results::files::directory_of(part.file));
  for (const fs::path& folder : folders)
    if (const int error = files::sync_folder(folder); error != 0)
      files::fail(folder, "cannot be synced to its disk", error);
}

/// Throws when a part belongs to a run, which deletes it at its end.
void check_they_stay(std::span<const results::PartInfo> parts) {
  for (const results::PartInfo& part : parts)
    if (fs::absolute(part.file).parent_path().extension() == ".parts")
      throw InputError(
          fmt::format("--virtual: {}: belongs to a run, which deletes it when it ends; merge without "
                      "--virtual, or end the run",
                      part.file.string()));
}

/// The part that carries the study. If it is missing, throws and names everything else that is missing.
const results::PartInfo& with_study(std::span<const results::PartInfo> parts) {
  const auto found = std::ranges::find_if(parts, &results::PartInfo::has_study);
  if (found != parts.end()) return *found;
  const results::PartInfo& first = parts.front();
  check_chunks(parts, first.scenarios);
  results::in_order(parts, first.identity, {0, first.scenarios});
  throw RunError(fmt::format("{}: none of these parts carries its study; compute the first scenarios again",
                             first.file.string()));
}

/// The study of a part, which only the program that computed it is certain to read.
study::Study study_of(const results::PartInfo& part) {
  const results::Identity expected{part.identity.study_sha256, std::string(version()),
                                   std::string(revision())};
  const std::string what = results::difference(part.identity, expected);
  if (!what.empty())
    throw RunError(fmt::format("{}: {}; merge with the program that computed it", part.file.string(), what));
  return results::stored_study(results::part_study(part.file), part.file);
}

/// Whether nothing is to be done. An existing virtual result does not count if a self-contained one is
/// requested.
bool is_there(const OutputFile& output, const MergeOptions& options) {
  return output.is_complete(options.fresh) &&
         (options.numbers == results::Numbers::in_parts || !results::is_virtual(options.output));
}

/// Lock: one writer per output, whether a run or a merge. Parts of an interrupted run stay.
class OutputLock {
 public:
  explicit OutputLock(const fs::path& output)
      : folder_(PartStore::folder_of(output)), lock_(std::in_place, folder_) {}
  ~OutputLock() {
    lock_.reset();
    results::disk().remove_folder(folder_);  // fails if it is in use
  }
  OutputLock(const OutputLock&) = delete;
  OutputLock& operator=(const OutputLock&) = delete;

 private:
  fs::path folder_;
  std::optional<RunLock> lock_;
};

}  // namespace

Merged merge(const MergeOptions& options) {
  static const std::atomic<bool> never{false};
  const auto start = std::chrono::steady_clock::now();
  const std::string start_time = results::utc_now();
  const auto parts = inspected(options.parts);
  Merged merged{study_of(with_study(parts)), {}};
  OutputFile output(merged.study, options.output);
  merged.report.range = output.range();
  keep_names(parts);
  if (options.numbers == results::Numbers::in_parts) check_they_stay(parts);
  check_chunks(parts, output.range().size());
  if (is_there(output, options)) {
    // A killed merge may have left its lock's folder, and its temporary beside the result.
    if (files::exists(PartStore::folder_of(options.output))) {
      const OutputLock leftover(options.output);
      results::remove_leftovers(options.output, results::Writers::none);
    }
    merged.report.completion = Completion::already_complete;
    return merged;
  }
  const OutputLock lock(options.output);
  results::remove_leftovers(options.output, results::Writers::none);
  output.look();
  if (is_there(output, options)) {  // a previous holder of the lock has since completed
    merged.report.completion = Completion::already_complete;
    return merged;
  }
  const auto summary =
      output.write(parts, start_time, options.stop != nullptr ? *options.stop : never, options.numbers);
  if (summary) {
    merged.report.summary = *summary;
    merged.report.warnings = output.warnings(*summary);
  } else {
    merged.report.completion = Completion::interrupted;
  }
  merged.report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return merged;
}

}  // namespace hilspace::sweep
