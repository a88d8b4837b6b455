#pragma once
// Submission: the submitted state of a study, stored in FILE.h5.chunks/submission.toml, and the paths of
// chunks.
//
//   FILE.h5.chunks/NNNNN.h5           a finished chunk: shard NNNNN of the study
//   FILE.h5.chunks/NNNNN.h5.parts     parts of an unfinished chunk
//   FILE.h5.chunks/study.toml         the study with every default
//   FILE.h5.chunks/array.sh, merge.sh the batch scripts
//   FILE.h5.chunks/logs               logs of unfinished chunks, of tasks, of the merge

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
  results::Identity identity;          // of study and program; chunks of another identity do not belong to it
  std::uint64_t scenarios = 0;         // of the study
  std::uint64_t chunks = 0;            // number of chunks of the study
  std::vector<Chunks> tasks{};         // of the latest array, starting with task 1
  std::vector<std::string> options{};  // for sbatch
  std::string submitted{};             // time of submission: ISO 8601, UTC
  std::string array_job{};             // empty: none
  std::string merge_job{};
};

std::string text_of(const Submission& submission);
/// Throws RunError when the text is not a submission or is damaged.
Submission parse_submission(const std::string& text, const std::string& name);

/// The folder of chunks next to an output.
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

  /// Empty when there is none. Throws RunError when it is damaged.
  std::optional<Submission> submission() const;
  void write(const Submission& submission) const;
  /// Writes a text file atomically. Throws RunError.
  void write(const std::filesystem::path& file, const std::string& text) const;
  /// Deletes chunks, their parts and the logs.
  void clear() const;

 private:
  std::filesystem::path path_;
};

}  // namespace hilspace::cluster
