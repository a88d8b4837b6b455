#pragma once
// A number as its bits: for laws that hold to the last one, also of zeros and what is not a number.

#include <bit>
#include <cstdint>

namespace hilspace::test {

inline std::uint64_t bits(double x) { return std::bit_cast<std::uint64_t>(x); }

}  // namespace hilspace::test
