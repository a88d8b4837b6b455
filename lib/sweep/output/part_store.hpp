#pragma once
// PartStore: the finished blocks of a run, kept beside its output in OUTPUT.parts/ until they are merged.
//
// A part exists completely or not at all, so a run can be killed at any instant and resumes from its parts.
// The store is locked while open (sweep/ownership/run_lock.hpp): two runs on one output exclude each other.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <vector>

#include "results/results.hpp"
#include "study/study.hpp"
#include "sweep/output/output_file.hpp"
#include "sweep/ownership/run_lock.hpp"

namespace hilspace::sweep {

class PartStore {
 public:
  /// Opens or creates the store of `output` and takes its lock. Throws RunError when another run holds it,
  /// InputError when its parts belong to another study, program revision or shard and `fresh` is false. Parts
  /// of `superseded`, which a finished result already contains, are deleted.
  PartStore(const OutputFile& output, const study::Study& study, bool fresh,
            const std::optional<results::Identity>& superseded = std::nullopt);
  ~PartStore();
  /// Folder of an output's parts.
  static std::filesystem::path folder_of(const std::filesystem::path& output);
  /// The parts in such a folder, in the order of their ranges; also the chunks of a submitted study in
  /// theirs.
  static std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder);
  /// Number of a chunk's file: 17 for 00017.h5; 0 if it is not a chunk.
  static std::uint64_t chunk_number(const std::filesystem::path& file);
  /// Number of scenarios in the parts of an output, from their names; works while a run is writing there.
  static std::uint64_t recorded(const std::filesystem::path& output);
  PartStore(const PartStore&) = delete;
  PartStore& operator=(const PartStore&) = delete;

  const std::filesystem::path& folder() const { return folder_; }
  /// In the order of their ranges.
  std::span<const results::PartInfo> parts() const { return parts_; }
  /// Ranges that no part covers yet, in order.
  std::vector<results::Range> missing() const;
  void add(const results::Block& block);
  /// Adds scenarios stored elsewhere as a part that stays in place. Not if the store itself has some of them.
  void add_elsewhere(results::PartInfo part);
  /// Call before any write. Throws RunError when another run has taken over the store.
  void check_lock() const { lock_->check(); }
  /// Deletes its parts and the store's folder, after the output holds everything.
  void remove();

 private:
  void take(const std::filesystem::path& file);
  void insert(results::PartInfo part);
  /// Deletes parts that begin within another one, whose numbers are the same: after a power cut a name can come back that
  /// was not there when its scenarios were computed again.
  void remove_doubles();
  bool is_own(const results::PartInfo& part) const { return part.file.parent_path() == folder_; }

  std::filesystem::path folder_;
  const study::Study& study_;
  results::Range range_;
  std::optional<RunLock> lock_;
  std::vector<results::PartInfo> parts_;
};

}  // namespace hilspace::sweep
