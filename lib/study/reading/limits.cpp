#include "study/reading/limits.hpp"

namespace hilspace::study {

std::int64_t most_range_points() { return std::int64_t{1} << 24; }

std::uint64_t most_design_numbers() { return std::uint64_t{1} << 26; }

}  // namespace hilspace::study
