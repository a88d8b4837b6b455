#pragma once
// Options for sbatch: those that users may add to the ones submit passes itself.

#include <span>
#include <string>

namespace hilspace::cluster {

/// Throws InputError for an option that submit passes itself, or that breaks what the scripts rely on
/// (requeuing, the signal before the time limit, the logs), in any spelling that sbatch accepts: abbreviated,
/// joined with its value, after other letters; or for a word that would be taken for the script.
void check_sbatch_options(std::span<const std::string> words);

}  // namespace hilspace::cluster
