#pragma once
// A study before it is run, on the terminal.

#include "json.hpp"
#include "study/study.hpp"

namespace hilspace::app {

/// Its title, its models, and what varies.
void print_design_space(const study::Study& study);

/// How late the testbed shows a contact, against how long that lasts, and how coarse: what most of its error
/// comes from.
void print_plausibility(const study::Study& study);

/// Both for programs: title, model, axes or design, warnings. Values are in SI; laws and materials are names.
Json design_space_json(const study::Study& study);

}  // namespace hilspace::app
