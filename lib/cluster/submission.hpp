#pragma once
// Submission: what is submitted of a study, as FILE.h5.chunks/submission.toml keeps it; and where chunks lie.
//
//   FILE.h5.chunks/NNNNN.h5           a chunk that is done: shard NNNNN of the study
//   FILE.h5.chunks/NNNNN.h5.parts     one that is being computed, or was
//   FILE.h5.chunks/study.toml         the study with every default
//   FILE.h5.chunks/array.sh, merge.sh the batch scripts
//   FILE.h5.chunks/logs               of chunks that are not done, of tasks, of the merge

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cluster/layout.hpp"
#include "results/disk/files.hpp"
#include "results/format/identity.hpp"

namespace hilspace::cluster {

struct Submission {
  results::Identity identity;          // of study and program: chunks of another one are none of its
  std::uint64_t scenarios = 0;         // of the study
  std::uint64_t chunks = 0;            // it is cut into
  std::vector<Chunks> tasks{};         // of the latest array, from task 1
  std::vector<std::string> options{};  // for sbatch
  std::string submitted{};             // when: ISO 8601, UTC
  std::string array_job{};             // empty: none
  std::string merge_job{};
};

std::string text_of(const Submission& submission);
/// Throws RunError when it is none, or damaged.
Submission parse_submission(const std::string& text, const std::string& name);

/// The folder of chunks beside an output.
class ChunkFolder {
 public:
  static constexpr std::uint64_t kMost = 99999;  // chunks

  explicit ChunkFolder(const std::filesystem::path& output);

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path study() const { return path_ / "study.toml"; }
  std::filesystem::path array_script() const { return path_ / "array.sh"; }
  std::filesystem::path merge_script() const { return path_ / "merge.sh"; }
  std::filesystem::path logs() const { return path_ / "logs"; }
  std::filesystem::path merge_log() const { return logs() / "merge.log"; }
  std::filesystem::path chunk(std::uint64_t number) const;
  std::filesystem::path chunk_log(std::uint64_t number) const;
  std::filesystem::path record() const { return path_ / "submission.toml"; }
  std::filesystem::path task_log(std::uint64_t task) const;
  std::filesystem::path task_times(std::uint64_t task) const;  // lines CHUNK MILLISECONDS
  bool is_done(std::uint64_t number) const { return results::files::exists(chunk(number)); }

  /// Nothing when there is none. Throws RunError when it is damaged.
  std::optional<Submission> submission() const;
  void write(const Submission& submission) const;
  /// Writes a text file, whole or not at all. Throws RunError.
  void write(const std::filesystem::path& file, const std::string& text) const;
  /// Deletes chunks, their parts and the logs.
  void clear() const;

 private:
  std::filesystem::path path_;
};

}  // namespace hilspace::cluster
