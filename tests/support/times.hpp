#pragma once
// Repetition count of random tests, set from outside: tools/nightly asks for ten times as much, at
// different moments.

#include <cstdint>
#include <cstdlib>
#include <string>

namespace hilspace::test {

inline std::uint64_t from_environment(const char* name, std::uint64_t usual) {
  const char* text = std::getenv(name);
  return text == nullptr ? usual : std::stoull(text);
}

/// The usual count times the requested factor.
inline std::uint64_t times() { return from_environment("HILSPACE_TEST_TIMES", 1); }

inline std::uint64_t seed() { return from_environment("HILSPACE_TEST_SEED", 1); }

}  // namespace hilspace::test
