#pragma once
// Qualification of a study, on the terminal and as CSV.

#include <span>

#include "study/study.hpp"
#include "sweep/checks/qualify.hpp"

namespace hilspace::app {

/// One line per scenario, the number that qualify, the limits exceeded by the others, and those not checked.
void print_all(const study::Study& study, std::span<const sweep::Judged> scenarios);
/// One line per scenario, in SI units.
void print_csv(const study::Study& study, std::span<const sweep::Judged> scenarios);

}  // namespace hilspace::app
