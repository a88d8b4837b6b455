#pragma once
// Submit: hands a study to a Slurm cluster, as chunks in the tasks of a job array and a job that merges them.
//
// Repeating the call submits the missing chunks only, so it also recovers from any failure: lost nodes,
// killed runs, a full disk.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cluster/slurm.hpp"
#include "study/study.hpp"

namespace hilspace::cluster {

struct Request {
  std::filesystem::path output;
  std::uint64_t chunks = 0;
  std::optional<std::uint64_t> tasks{};  // at most; none: the maximum of Slurm
  int threads = 0;                       // per task; 0: the number of CPUs that Slurm gives it
  int signal_before = 60;                // s before the time limit
  std::string command;                   // that calls hilspace in the jobs: bash words
  std::vector<std::string> options{};    // for sbatch, passed with both scripts
  bool fresh = false;                    // start over, discarding existing chunks
  bool dry_run = false;                  // write the scripts, submit nothing
};

struct Submitted {
  bool already_complete = false;                  // the result exists; nothing was submitted
  std::uint64_t done = 0;                         // existing chunks
  std::uint64_t left = 0;                         // chunks of the array
  std::uint64_t tasks = 0;                        // of the array
  std::vector<std::vector<std::string>> calls{};  // of sbatch; JOB stands for a number that is not known yet
  std::string array_job{};                        // empty: all chunks exist
  std::string merge_job{};
};

/// Throws InputError when existing chunks belong to another study, program revision or division (and not
/// `fresh`), or the request does not fit the cluster; RunError when the study is already queued or running,
/// or Slurm refuses.
Submitted submit(const study::Study& study, const Request& request, const Slurm& slurm);

}  // namespace hilspace::cluster
