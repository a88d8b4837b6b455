// Table of the statistics of a campaign's repetitions: one line per scenario and measure.

#include <fmt/format.h>

#include <cmath>
#include <fstream>

#include "core/error.hpp"
#include "rig/comparison/statistics.hpp"

namespace hilspace::rig {
namespace {

std::string shown(double value) { return std::isnan(value) ? "nan" : fmt::format("{}", value); }

}  // namespace

void write_statistics_table(const std::filesystem::path& path, std::span<const ScenarioStatistics> all) {
  std::ofstream file(path, std::ios::binary);
  file << kStatisticsHeading
       << "docking,twin_count,twin_mean,twin_deviation,rig_count,rig_mean,"
          "rig_deviation,rig_interval,spread_of,e_md_pct,e_hd_pct,e_hd_noise_pct,e_hm_pct,e_hm_interval_pct,"
          "fidelity_pct,fidelity_low_pct,fidelity_high_pct,because,u_chance_pct";
  for (const std::string_view name : kBudget) file << ",u_" << name << "_pct";
  file << ",expanded_pct,agrees\n";
  for (const ScenarioStatistics& scenario : all)
    for (std::size_t i = 0; i < kMeasures.size(); ++i) {
      const MeasureStatistics& m = scenario.measures[i];
      file << fmt::format("{},{},{},{},{},{},{},{},{},{},{},{}", scenario.scenario, kMeasures[i].name,
                          kMeasures[i].units, shown(m.docking), m.twin.count, shown(m.twin.mean),
                          shown(m.twin.deviation), m.rig.count, shown(m.rig.mean), shown(m.rig.deviation),
                          shown(m.rig.interval), m.own_spread ? "rig" : "twin");
      for (const double value :
           {m.of_means.e_md_pct, m.of_means.e_hd_pct, m.e_hd_noise_pct, m.of_means.e_hm_pct, m.e_hm_half_pct,
            m.of_means.fidelity_pct, m.fidelity.low, m.fidelity.high})
        file << ',' << shown(value);
      file << ',' << because(m) << ',' << shown(m.by_chance_pct);
      for (const Measured& share : scenario.budget.share) file << ',' << shown(share[i]);
      const double expanded = scenario.expanded(i);
      file << ',' << shown(expanded) << ',' << (scenario.agrees(i) ? "yes" : "no") << '\n';
    }
  file.close();
  if (!file) throw RunError(path.string() + ": cannot be written");
}

}  // namespace hilspace::rig
