#pragma once
// A handmade study with its numbers and files, so that these tests depend on no parser.

#include <atomic>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "results/results.hpp"
#include "support/directory.hpp"

namespace hilspace::results::sample {

/// 3 delays x 4 pairs of masses x 2 materials: a coordinate, keys that move together, and names.
study::Study study();
/// The same without axes: one scenario.
study::Study single();

/// Numbers that are hard to preserve: NaNs, infinities, -0, the smallest ones. A function of the index alone.
metrics::Row row(std::uint64_t index);
metrics::NumericalError error(double scale);
/// The columns that this study stores.
Block block(Range range, const study::Study& study = sample::study());
models::Trace trace();
/// The same trace for every scenario.
std::optional<models::Trace> trace_of(std::uint64_t index);
inline constexpr std::atomic<bool> kGoOn{false}, kStop{true};
const RunFacts& facts();

using test::Directory;

/// Writes parts that end at the given indices.
std::vector<PartInfo> write_parts(const Directory& directory, const study::Study& study,
                                  const std::vector<std::uint64_t>& ends);

std::string bytes(const std::filesystem::path& file);
void set_bytes(const std::filesystem::path& file, const std::string& bytes);

/// Whether two rows are bitwise equal.
bool same(const metrics::Row& a, const metrics::Row& b);

}  // namespace hilspace::results::sample
