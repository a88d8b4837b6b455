#pragma once
// Readers of a study's parts, in their order of dependence.

#include <cstdint>

#include "study/reading/reading.hpp"

namespace hilspace::study {

inline constexpr std::uint64_t kMostScenarios = std::uint64_t{1} << 40;

/// The model, first because it determines the known keys, and the defaults that depend on it.
void read_model(const Table& root, Reading& reading);

/// [laws.NAME], in addition to the built-in ones; as early as materials.
void read_laws(const Table& root, Reading& reading);
/// [materials.NAME], in addition to the built-in ones. First, since names of materials are looked up in them.
void read_materials(const Table& root, Reading& reading);

/// [[axis]]. Before the rest, since output.traces counts over the axes.
void read_axes(const Table& root, Reading& reading);

/// [design] and [[parameter]], instead of axes: its points become the single axis "scenario". Before the rest
/// for the same reason.
void read_design(const Table& root, Reading& reading);

/// numerics.repeats, which adds an axis.
void read_repeats(const Table& root, Reading& reading);

/// All other keys: the parameters and the settings.
void read_keys(const Table& root, Reading& reading);

}  // namespace hilspace::study
