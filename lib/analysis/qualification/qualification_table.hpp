#pragma once
// A qualification as a table of results/records/table_file.hpp: content "qualification", on the study's axes.
//
//   outcome, qualifies, binds   how the simulation ended, whether the rig can bear it, what binds first
//   margin_pct                  of the limit that binds
//   extension, force, velocity, acceleration   the demand

#include <span>

#include "results/records/table_file.hpp"
#include "study/study.hpp"
#include "sweep/checks/qualify.hpp"

namespace hilspace::analysis {

results::Table qualification_table(const study::Study& study, std::span<const sweep::Judged> scenarios);

}  // namespace hilspace::analysis
