#pragma once
// Table of a qualification (results/records/table_file.hpp): content "qualification", on the study's axes.
//
//   outcome, qualifies, binds   end of the simulation, whether the rig can perform it, the binding limit
//   margin_pct                  margin to the binding limit
//   extension, force, velocity, acceleration   the demand

#include <span>

#include "results/records/table_file.hpp"
#include "study/study.hpp"
#include "sweep/checks/qualify.hpp"

namespace hilspace::analysis {

results::AnalysisTable qualification_table(const study::Study& study,
                                           std::span<const sweep::Judged> scenarios);

}  // namespace hilspace::analysis
