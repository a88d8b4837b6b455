#pragma once
// The study that a part or a result carries.

#include <filesystem>
#include <string_view>

#include "study/study.hpp"

namespace hilspace::sweep {

/// Reads its resolved text; `file` is where that stood. Only the program that wrote it reads it for sure.
study::Study stored_study(std::string_view text, const std::filesystem::path& file);

}  // namespace hilspace::sweep
