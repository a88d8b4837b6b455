#pragma once
// How much of what is repeated at random, set from outside: tools/nightly asks for ten times as much,
// elsewhere.

#include <cstdint>
#include <cstdlib>
#include <string>

namespace hilspace::test {

inline std::uint64_t from_environment(const char* name, std::uint64_t usual) {
  const char* text = std::getenv(name);
  return text == nullptr ? usual : std::stoull(text);
}

/// As many times as many as usual.
inline std::uint64_t times() { return from_environment("HILSPACE_TEST_TIMES", 1); }

inline std::uint64_t seed() { return from_environment("HILSPACE_TEST_SEED", 1); }

}  // namespace hilspace::test
