#pragma once
// Where the repository lies: tests read studies and documents in it.

#include <string>

namespace hilspace::test {

/// Without a slash at its end.
std::string repository();

}  // namespace hilspace::test
