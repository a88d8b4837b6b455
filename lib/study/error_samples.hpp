#pragma once
// Which scenarios are simulated again, with finer steps, for the numerical error of a study.
//
// All, where there are few. Of more, the share that the study asks for (numerics.error_share), but at least
// as many as are quick to do. Of a grid these are
//
//   corners   both ends of each axis with both ends of all others; where there are too many, some of them
//   levels    each value of each axis, with drawn values of the others; of a long axis evenly spread ones
//   spread    one scenario, drawn, of each of so many equal stretches of the index
//
// so that no axis hides: a fixed stride would meet the same value of a fast axis each time. Of a sampled
// design, whose points are spread already, these are the first ones and one, drawn, of each 1/error_share: by
// the index alone, so that what was computed before a design grew stays what it is.
//
// What is drawn depends on the study's seed and on what it is drawn for, on nothing else.

#include <cstdint>

#include "study/schema/study_data.hpp"

namespace hilspace::study {

/// How many scenarios are simulated again at least, or all: 4096 where they run side by side in lanes, which
/// takes about a second; 1024 of others on one axis, which take some ten times as long each; 256 in six
/// degrees of freedom and of the reference solver, which take a hundred to a thousand times as long.
std::uint64_t least_error_samples(const Study& study);

/// About how many are simulated again; exact where it is all or none.
std::uint64_t expected_error_samples(const Study& study);

/// Whether a scenario is one of them. Allocates nothing; takes as long as the number of axes, squared.
bool is_error_sample(const Study& study, std::uint64_t index);

}  // namespace hilspace::study
