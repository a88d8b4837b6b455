#pragma once
// The summary that `run` and `merge` print at the end.

#include <filesystem>

#include "study/study.hpp"
#include "sweep/sweep.hpp"

namespace hilspace::app {

/// A summary of what `run` or `merge` left in `output`.
void print_summary(const study::Study& study, const sweep::Report& report,
                   const std::filesystem::path& output);

}  // namespace hilspace::app
