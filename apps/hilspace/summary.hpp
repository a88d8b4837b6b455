#pragma once
// What `run` says at the end.

#include <filesystem>

#include "study/study.hpp"
#include "sweep/sweep.hpp"

namespace hilspace::app {

void print_summary(const study::Study& study, const sweep::Report& report,
                   const std::filesystem::path& output);

}  // namespace hilspace::app
