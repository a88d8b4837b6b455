#pragma once
// Merge: joins shards into the result of their study, without the study file, since parts carry the study.

#include <atomic>
#include <filesystem>
#include <vector>

#include "results/results.hpp"
#include "study/study.hpp"
#include "sweep/sweep.hpp"

namespace hilspace::sweep {

struct MergeOptions {
  std::vector<std::filesystem::path> parts{};  // shards, parts of a run, or a folder of those
  std::filesystem::path output;
  results::Numbers numbers = results::Numbers::copied;
  bool fresh = false;                       // replace a result of another study
  const std::atomic<bool>* stop = nullptr;  // raised by a signal
};

struct Merged {
  study::Study study;
  Report report;
};

/// Gives the same bits as an undivided run. The parts stay. In a folder, files whose names end in ".part.h5"
/// (of a run) or are a number and ".h5" (chunks, from 1) count. Throws RunError naming what is missing,
/// duplicated, foreign or damaged, InputError when the output is the result of another study (and not
/// `fresh`) or the numbers cannot stay in these parts.
Merged merge(const MergeOptions& options);

}  // namespace hilspace::sweep
