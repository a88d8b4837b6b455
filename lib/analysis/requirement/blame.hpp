#pragma once
// Why no value of a parameter meets the targets: what else in the testbed breaks them.
//
// Stages of instruments are taken out one by one, but for the one that the parameter belongs to: without
// which of them are the targets met in every scenario? Where none alone is enough, all of them are taken out.

#include <atomic>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analysis/requirement/target.hpp"
#include "study/study.hpp"

namespace hilspace::analysis {

struct Blame {
  std::vector<std::string> alone;     // "low_pass of the force_sensor": without this one they are met
  std::vector<std::string> together;  // where none alone: without all of these they are met
  bool is_known = false;              // whether it was asked; both empty then: no other stage is to blame
};

/// `study` has the parameter where it is best. Nothing known after `stop` was raised.
Blame blame(const study::Study& study, study::Id varied, std::span<const Target> targets, int threads,
            const std::atomic<bool>& stop);

}  // namespace hilspace::analysis
