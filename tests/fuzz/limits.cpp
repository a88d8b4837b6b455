// What the fuzzer's studies may ask for, so that every input is quick.

#include "study/reading/limits.hpp"

namespace hilspace::study {

std::int64_t most_range_points() { return 256; }

std::uint64_t most_design_numbers() { return 1024; }

}  // namespace hilspace::study
