#pragma once
// The result file, built from parts once all scenarios are there.

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "models/trace.hpp"
#include "results/part.hpp"

namespace hilspace::results {

/// Gives the time histories of one scenario when it is their turn, so that never more than one is held;
/// nothing when it was told to stop.
using TraceOf = std::function<std::optional<models::Trace>(std::uint64_t index)>;

struct RunFacts {
  std::string start_time;  // ISO 8601, UTC
  std::string end_time;
};

/// Builds the result file from parts that cover every scenario exactly once, in any order, with the time
/// histories that the study asks for in /traces/<index>. Memory does not grow with the number of scenarios
/// or traces; the parts are left alone. False, and no file, when `stop` was raised meanwhile. Throws RunError
/// naming what is missing, doubled, foreign or damaged.
bool merge(const study::Study& study, std::span<const PartInfo> parts, const TraceOf& trace_of,
           const RunFacts& facts, const std::filesystem::path& file, const std::atomic<bool>& stop);

}  // namespace hilspace::results
