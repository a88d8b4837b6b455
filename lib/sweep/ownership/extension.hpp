#pragma once
// Extension: the result of a sampled study becomes that of the same study with more samples, and what is
// there is not computed again. A scenario's row depends on its parameters and its index alone, and of a
// design that grows the first points stay, so the old rows are the first ones of the new result.

#include <filesystem>
#include <optional>

#include "results/parts/part.hpp"
#include "study/study.hpp"

namespace hilspace::sweep {

/// The scenarios of `file`, which holds the same study with fewer samples, as a part of `study`; nothing when
/// it holds `study` itself. Throws InputError that says what is in the way: no such file, another study (and
/// what differs), a design that does not grow, another program.
std::optional<results::PartInfo> smaller_result(const std::filesystem::path& file, const study::Study& study);

/// Whether that gives scenarios.
bool is_smaller_result(const std::filesystem::path& file, const study::Study& study);

}  // namespace hilspace::sweep
