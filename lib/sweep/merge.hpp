#pragma once
// Puts shards together into the result of their study, without the study file: parts carry it.

#include <atomic>
#include <filesystem>
#include <vector>

#include "study/study.hpp"
#include "sweep/sweep.hpp"

namespace hilspace::sweep {

struct MergeOptions {
  std::vector<std::filesystem::path> parts{};  // shards, parts of a run, or the folder of those
  std::filesystem::path output;
  bool fresh = false;                       // replace a result of another study
  const std::atomic<bool>* stop = nullptr;  // raised by a signal
};

struct Merged {
  study::Study study;
  Report report;
};

/// The same bits as an undivided run leaves. The parts stay. Throws RunError naming what is missing, doubled,
/// foreign or damaged, InputError when the output is the result of another study (and not `fresh`).
Merged merge(const MergeOptions& options);

}  // namespace hilspace::sweep
