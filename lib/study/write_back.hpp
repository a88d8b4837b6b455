#pragma once
// From a study back to a study file.

#include <string>

#include "study/schema/study_data.hpp"

namespace hilspace::study {

/// The study as TOML with every default written out, in SI and to the last bit: reading it gives the same
/// study and the same text again. Holds nothing of the file's path or the machine.
std::string write_back(const Study& study);

}  // namespace hilspace::study
