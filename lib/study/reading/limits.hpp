#pragma once
// How much a study may ask for: what is more is refused when it is read, before it fills the memory.
//
// The fuzzer has limits of its own in the place of limits.cpp, so that every input is quick (tests/fuzz/limits.cpp).

#include <cstdint>

namespace hilspace::study {

/// Points of a range { from, to, ... }.
std::int64_t most_range_points();

/// Numbers of a design: points times parameters.
std::uint64_t most_design_numbers();

}  // namespace hilspace::study
