#pragma once
// Leaves a study to a Slurm cluster: chunks in the tasks of a job array, and a job that merges them.
//
// Doing it again submits what is missing and nothing else, so it is also the way to mend whatever went
// wrong: lost nodes, killed runs, a full disk.

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
  std::optional<std::uint64_t> tasks{};  // at most; none: as many as Slurm takes
  int threads = 0;                       // of a task; 0: as many as Slurm gives it CPUs
  int signal_before = 60;                // s before the time limit
  std::string command;                   // calls hilspace in the jobs: bash words
  std::vector<std::string> options{};    // for sbatch, in front of both scripts
  bool fresh = false;                    // start over, whatever is there
  bool dry_run = false;                  // write the scripts, submit nothing
};

struct Submitted {
  bool already_complete = false;                  // the result is there; nothing was submitted
  std::uint64_t done = 0;                         // chunks that are there
  std::uint64_t left = 0;                         // chunks of the array
  std::uint64_t tasks = 0;                        // of the array
  std::vector<std::vector<std::string>> calls{};  // of sbatch; JOB stands for a number not known yet
  std::string array_job{};                        // empty: all chunks are there
  std::string merge_job{};
};

/// Throws InputError when the chunks that are there belong to another study, program revision or division
/// (and not `fresh`), or the request does not fit the cluster; RunError when the study is queued or running
/// already, or Slurm refuses.
Submitted submit(const study::Study& study, const Request& request, const Slurm& slurm);

}  // namespace hilspace::cluster
