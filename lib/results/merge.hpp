#pragma once
// The result file, built from parts once all scenarios are there.

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

#include "models/trace.hpp"
#include "results/part.hpp"

namespace hilspace::results {

/// One trace in the result file: in group /traces/<index>.
struct IndexedTrace {
  std::uint64_t index;
  models::Trace trace;
};

struct RunFacts {
  std::string start_time;  // ISO 8601, UTC
  std::string end_time;
};

/// Builds the result file from parts that cover every scenario exactly once, in any order. Memory does not
/// grow with the number of scenarios; the parts are left alone. Throws RunError naming what is missing,
/// doubled, foreign or damaged.
void merge(const study::Study& study, std::span<const PartInfo> parts, std::span<const IndexedTrace> traces,
           const RunFacts& facts, const std::filesystem::path& file);

}  // namespace hilspace::results
