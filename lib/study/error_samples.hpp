#pragma once
// Error samples: the scenarios that are simulated again with finer steps, to state a study's numerical error.
//
// Small studies: all scenarios. Large ones: the share that the study requests (numerics.error_share), but at
// least as many as are quick to compute. For a grid these are
//
//   corners   both ends of each axis with both ends of all others; a selection if there are too many
//   levels    each value of each axis, with drawn values of the others; evenly spread values of a long axis
//   spread    one drawn scenario from each of a number of equal stretches of the index
//
// so that no axis is missed: a fixed stride would meet the same value of a fast axis each time. For a sampled
// design, whose points are already spread, these are the first scenarios and one drawn from each group of
// 1/error_share. The choice depends on the index alone, so that results computed before a design was extended
// remain valid.
//
// Beside these, of what is not drawn, the scenarios that are suspect: nearer to an edge, where the least error of
// the numbers changes them by much, than a share of half as many scenarios would be by chance (Row::edge_chance of
// metrics/catalogue.hpp). So which these are depends on the scenario and the study alone.
//
// Draws depend on the study's seed and on their purpose, on nothing else.

#include <cstdint>

#include "study/schema/study_data.hpp"

namespace hilspace::study {

/// Minimum number of error samples, or all scenarios: 4096 if they run side by side in lanes, about a second;
/// 1024 for other axial scenarios, which take some ten times as long each; 256 for six degrees of freedom and
/// the reference solver, which take a hundred to a thousand times as long.
std::uint64_t least_error_samples(const Study& study);

/// Approximate number of error samples; exact if it is all or none.
std::uint64_t expected_error_samples(const Study& study);

/// Whether a scenario is an error sample. Allocates nothing; quadratic in the number of axes.
bool is_error_sample(const Study& study, std::uint64_t index);

/// The share of scenarios that are suspect, by chance, around this one: 0 where all are error samples. In a design it
/// falls with the index, so that it does not depend on how many points there are.
double suspect_share(const Study& study, std::uint64_t index);

}  // namespace hilspace::study
