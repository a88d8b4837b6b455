#include "results/assembly/merge.hpp"

#include <algorithm>
#include <stdexcept>

#include "results/assembly/cover.hpp"
#include "results/disk/atomic_file.hpp"

namespace hilspace::results {

std::optional<metrics::Summary> merge(const study::Study& study, std::span<const PartInfo> parts,
                                      const TraceOf& trace_of, const RunFacts& facts, const Place& place,
                                      const std::atomic<bool>& stop, Numbers numbers) {
  const auto ordered = in_order(parts, identity(study), {0, study::scenario_count(study)});
  remove_leftovers(place.file());
  const bool copied = numbers == Numbers::copied;
  Assembly assembly(study, place, std::nullopt, files::directory_of(place.file()),
                    copied ? std::span<const PartInfo>() : ordered);
  if (!assembly.add(ordered, stop) || !assembly.add_traces(trace_of)) return std::nullopt;
  assembly.commit(facts);
  return assembly.summary();
}

std::optional<metrics::Summary> join_parts(const study::Study& study, std::span<const PartInfo> parts,
                                           const Place& place, const std::atomic<bool>& stop) {
  if (parts.empty()) throw std::invalid_argument("join_parts: no parts");
  Range whole = parts.front().range;
  for (const PartInfo& part : parts)
    whole = {std::min(whole.begin, part.range.begin), std::max(whole.end, part.range.end)};
  const auto ordered = in_order(parts, identity(study), whole);
  remove_leftovers(place.file());
  Assembly assembly(study, place, whole, files::directory_of(place.file()));
  if (!assembly.add(ordered, stop)) return std::nullopt;
  assembly.commit({});
  return assembly.summary();
}

}  // namespace hilspace::results
