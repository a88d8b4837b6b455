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

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif
#else
inline constexpr bool kSanitized = false;
#endif

/// How often the same code works on other numbers: under a sanitizer, which takes ten times as long and sees memory but
/// not numbers, an eighth as often.
constexpr std::uint64_t fewer(std::uint64_t usual) { return kSanitized ? (usual + 7) / 8 : usual; }

inline std::uint64_t seed() { return from_environment("HILSPACE_TEST_SEED", 1); }

}  // namespace hilspace::test
