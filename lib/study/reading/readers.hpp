#pragma once
// The readers of a study's parts, in the order in which they build on each other.

#include <cstdint>

#include "study/reading/reading.hpp"

namespace hilspace::study {

inline constexpr std::uint64_t kMostScenarios = std::uint64_t{1} << 40;

/// The model, before all else, since it says which keys there are; and what depends on it by default.
void read_model(const Table& root, Reading& reading);

/// [materials.NAME], beside the built-in ones. First, since names of materials are looked up in them.
void read_materials(const Table& root, Reading& reading);

/// [[axis]]. Before the rest, since output.traces counts over them.
void read_axes(const Table& root, Reading& reading);

/// [design] and [[parameter]], in the place of axes: its points become the one axis "scenario". Before the
/// rest for the same reason.
void read_design(const Table& root, Reading& reading);

/// numerics.repeats, which makes one more axis.
void read_repeats(const Table& root, Reading& reading);

/// All other keys: the parameters and the settings.
void read_keys(const Table& root, Reading& reading);

}  // namespace hilspace::study
