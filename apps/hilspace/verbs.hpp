#pragma once
// Verbs of hilspace, one file each. `arguments` are the words after the verb; the result is the exit code.
// They throw InputError and RunError, which main converts into exit codes 2 and 1.

#include <span>
#include <string>

namespace hilspace::app {

int new_study(std::span<const std::string> arguments);
int run(std::span<const std::string> arguments);
int check(std::span<const std::string> arguments);
int simulate(std::span<const std::string> arguments);
int show(std::span<const std::string> arguments);
int plot(std::span<const std::string> arguments);
int report(std::span<const std::string> arguments);
int explain(std::span<const std::string> arguments);
int compare(std::span<const std::string> arguments);
int merge(std::span<const std::string> arguments);
int qualify(std::span<const std::string> arguments);
int stability(std::span<const std::string> arguments);
int envelope(std::span<const std::string> arguments);
int require(std::span<const std::string> arguments);
int analyse(std::span<const std::string> arguments);
int submit(std::span<const std::string> arguments);
int status(std::span<const std::string> arguments);
int completion(std::span<const std::string> arguments);
int list(std::span<const std::string> arguments);

}  // namespace hilspace::app
