#pragma once
// From a study file to a checked study; continued in `study/scenario.hpp`, to its scenarios.

#include <span>
#include <string>
#include <string_view>

#include "study/notation/override.hpp"
#include "study/scenario.hpp"
#include "study/schema/study_data.hpp"

namespace hilspace::study {

/// Name in messages of a study read from standard input, as the file "-".
inline constexpr std::string_view kStandardInput = "standard input";

/// Reads and checks a study file, or for "-" standard input, which is read once. Throws InputError with all
/// findings at once, each a line "FILE:LINE:COLUMN: KEY: what is wrong; how to mend it".
Study load(const std::string& path, std::span<const Override> overrides,
           std::span<const KnownMetric> known_metrics);

/// The same for text in memory; `name` stands for the file in messages.
Study parse(std::string_view text, const std::string& name, std::span<const Override> overrides,
            std::span<const KnownMetric> known_metrics);

}  // namespace hilspace::study
