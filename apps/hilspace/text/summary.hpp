#pragma once
// Summary printed by `run` and `merge` at the end.

#include <filesystem>

#include "study/study.hpp"
#include "sweep/sweep.hpp"

namespace hilspace::app {

/// A summary of the file written by `run` or `merge`.
void print_summary(const study::Study& study, const sweep::Report& report,
                   const std::filesystem::path& output);

}  // namespace hilspace::app
