#pragma once
// Summary of a study before it is run, on the terminal.

#include "json.hpp"
#include "study/study.hpp"

namespace hilspace::app {

/// Title, models, and varied parameters.
void print_design_space(const study::Study& study);

/// The testbed's lag relative to the contact's duration, and its quantization: the main causes of the error.
void print_plausibility(const study::Study& study);
/// Where a mechanism of features starts, and what overlaps there.
void print_mechanism(const study::Study& study);

/// Both for programs: title, model, axes or design, warnings. Values are in SI; laws and materials are names.
Json design_space_json(const study::Study& study);

}  // namespace hilspace::app
