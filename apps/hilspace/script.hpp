#pragma once
// The verbs that are Python: hilspace finds the script and becomes it.

#include <span>
#include <string>

namespace hilspace::app {

/// Runs share/hilspace/VERB in the place of this process; throws RunError where that cannot start. `packages` are
/// those that it needs, as the error names them.
[[noreturn]] void become_script(const std::string& verb, const std::string& packages,
                                std::span<const std::string> arguments);

}  // namespace hilspace::app
