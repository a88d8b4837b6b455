#pragma once
// From a study file to a study, checked; `study/scenario.hpp` leads on, to its scenarios.

#include <span>
#include <string>
#include <string_view>

#include "study/notation/override.hpp"
#include "study/scenario.hpp"
#include "study/schema/study_data.hpp"

namespace hilspace::study {

/// How messages name a study that came from there, as the file "-".
inline constexpr std::string_view kStandardInput = "standard input";

/// Reads and checks a study file, or what comes from standard input. Throws InputError with every finding at once, each a line
/// "FILE:LINE:COLUMN: KEY: what is wrong; how to mend it".
Study load(const std::string& path, std::span<const Override> overrides,
           std::span<const KnownMetric> known_metrics);

/// The same for text that is already in memory; `name` stands for the file in messages.
Study parse(std::string_view text, const std::string& name, std::span<const Override> overrides,
            std::span<const KnownMetric> known_metrics);

}  // namespace hilspace::study
