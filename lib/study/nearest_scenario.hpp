#pragma once
// A scenario named by what it is, not by its index: --at "actuator.total_delay=0.4 ms".

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "study/notation/override.hpp"
#include "study/schema/study_data.hpp"

namespace hilspace::study {

struct NearestScenario {
  std::uint64_t index = 0;
  std::vector<std::string> notes;  // "actuator.total_delay: 0.4 ms taken for 0.41 ms, the nearest there is"
};

/// The scenario that has those values, or on each axis the nearest; on axes of which nothing is asked the first
/// one. Values have units; bare numbers are in SI; names must be there. Where several parameters of one axis, or
/// of a design, are asked for, the sum of the squared distances counts, each over the width of its parameter: of
/// logarithms where the values are spread evenly in them, as `hilspace plot --at` has it. Throws InputError, which says what varies,
/// for a parameter that does not, and for what is no value of it.
NearestScenario nearest_scenario(const Study& study, std::span<const Override> wanted);

}  // namespace hilspace::study
