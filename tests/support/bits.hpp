#pragma once
// A number as its bits: for laws that hold bitwise, including zeros and NaN.

#include <bit>
#include <cstdint>

namespace hilspace::test {

inline std::uint64_t bits(double x) { return std::bit_cast<std::uint64_t>(x); }

}  // namespace hilspace::test
