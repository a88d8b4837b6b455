#pragma once
// From a study back to a study file.

#include <string>

#include "study/schema/study_data.hpp"

namespace hilspace::study {

/// The study as TOML with every default written out, in SI and to the last bit: reading it gives the same
/// study and the same text again. Holds nothing of the file's path or the machine.
std::string write_back(const Study& study);

/// The same, a ready-made mechanism written out as the features, pairs, latches and link that it stands for.
/// Throws InputError where a mechanism has no features, or where its dimensions vary.
std::string written_out(const Study& study);

}  // namespace hilspace::study
