#pragma once
// Options for sbatch: what users may say to it beside what submit says itself.

#include <span>
#include <string>

namespace hilspace::cluster {

/// Throws InputError where one of these words says what submit says, or breaks what the scripts rely on
/// (requeuing, the signal before the time limit, the logs), in any spelling that sbatch takes: abbreviated,
/// joined with its value, behind other letters; or where a word would be taken for the script.
void check_sbatch_options(std::span<const std::string> words);

}  // namespace hilspace::cluster
