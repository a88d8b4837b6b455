#pragma once
// A small study, and a folder for the output of its runs.

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "results/results.hpp"
#include "support/axial_study.hpp"
#include "support/directory.hpp"
#include "support/read_study.hpp"
#include "support/text.hpp"
#include "sweep/execution/batch.hpp"
#include "sweep/output/part_store.hpp"

namespace hilspace::sweep {

namespace fs = std::filesystem;
using test::has;

// Coarse steps, and no more scenarios than two threads share: these tests concern running them, not their numbers.
constexpr std::uint64_t kScenarios = 300;
const std::string kStudy = test::kAxialStudy + R"(
[actuator]
total_delay = "1 ms"
[numerics]
step = "50 us"
[[axis]]
"actuator.total_delay" = { from = "0.2 ms", to = "2 ms", count = 30 }
[[axis]]
"approach.velocity" = { from = "20 mm/s", to = "200 mm/s", count = 10 }
)";

/// The same with 90 scenarios, preceded by `settings`.
inline std::string small_study(const std::string& settings = "") {
  std::string text = settings + kStudy;
  const std::string range = "\"2 ms\", count = 30";
  text.replace(text.find(range), range.size(), "\"2 ms\", count = 9");
  return text;
}

inline study::Study study_of(const std::string& text) { return test::read_study(text); }

inline bool same(const metrics::Row& a, const metrics::Row& b) {
  for (std::size_t i = 0; i < a.values.size(); ++i)
    if (std::bit_cast<std::uint64_t>(a.values[i]) != std::bit_cast<std::uint64_t>(b.values[i])) return false;
  return a.step == b.step && a.outcome == b.outcome && a.end_hil == b.end_hil;
}

class Sweep : public testing::Test {
 protected:
  const test::Directory directory_;
  const fs::path folder_ = directory_.path();
};

inline std::vector<std::uint64_t> bits_of(const fs::path& file) {
  std::vector<std::uint64_t> bits;
  for (const auto& variable : results::read_result(file).variables)
    for (const double value : variable.values) bits.push_back(std::bit_cast<std::uint64_t>(value));
  return bits;
}

/// The leftovers of a stopped run beside `output`.
inline void add_part(const study::Study& study, const fs::path& output, results::Range range,
                     std::optional<Shard> shard = std::nullopt) {
  const std::atomic<bool> stop{false};
  results::Block block(results::stored_columns(study), range);
  block.error = BatchSimulator(study).simulate(range, block, stop).value();
  PartStore(OutputFile(study, output, shard), study, false).add(block);
}

inline std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename().string());
  std::ranges::sort(names);
  return names;
}

}  // namespace hilspace::sweep
