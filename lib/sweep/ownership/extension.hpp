#pragma once
// Extension: the result of a sampled study becomes that of the same study with more samples, without
// recomputing existing rows. A scenario's row depends on its parameters and its index alone, and an
// extensible design keeps its first points, so the old rows are the first rows of the new result.

#include <filesystem>
#include <optional>

#include "results/parts/part.hpp"
#include "study/study.hpp"

namespace hilspace::sweep {

/// The scenarios of `file`, which holds the same study with fewer samples, as a part of `study`; nothing if
/// it holds `study` itself. Throws InputError naming the obstacle: no such file, another study (with its
/// differences), a design that cannot be extended, another program.
std::optional<results::PartInfo> smaller_result(const std::filesystem::path& file, const study::Study& study);

/// Whether that provides scenarios.
bool is_smaller_result(const std::filesystem::path& file, const study::Study& study);

}  // namespace hilspace::sweep
