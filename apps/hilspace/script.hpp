#pragma once
// Verbs written in Python: hilspace finds the script and replaces its own process by it.

#include <span>
#include <string>

namespace hilspace::app {

/// Replaces this process by share/hilspace/VERB; throws RunError if it cannot start. `packages` are the Debian packages
/// that the error message recommends. Throws InputError if a result file among the arguments is damaged or foreign.
[[noreturn]] void become_script(const std::string& verb, const std::string& packages,
                                std::span<const std::string> arguments);

}  // namespace hilspace::app
