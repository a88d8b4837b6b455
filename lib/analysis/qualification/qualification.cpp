#include "analysis/qualification/qualification.hpp"

#include "sweep/execution/all_rows.hpp"

namespace hilspace::analysis {

std::optional<std::vector<sweep::Judged>> qualify(const study::Study& study, int threads,
                                                  const std::atomic<bool>& stop) {
  std::vector<sweep::Judged> scenarios(study::scenario_count(study));
  const bool all = sweep::simulate_all(study, threads, stop, [&](std::uint64_t index, const auto& row) {
    scenarios[index] = sweep::judged(study, index, row);
  });
  if (!all) return std::nullopt;
  return scenarios;
}

}  // namespace hilspace::analysis
