#pragma once
// The qualification of a study on the terminal and as CSV.

#include <span>

#include "study/study.hpp"
#include "sweep/checks/qualify.hpp"

namespace hilspace::app {

/// A line per scenario, how many qualify, what keeps the others off, and what was not looked at.
void print_all(const study::Study& study, std::span<const sweep::Judged> scenarios);
/// One line per scenario, in SI units.
void print_csv(const study::Study& study, std::span<const sweep::Judged> scenarios);

}  // namespace hilspace::app
