#include "rig/comparison/assess.hpp"

#include "rig/arming/armed_loop.hpp"
#include "rig/comparison/statistics.hpp"
#include "rig/records/run_trace.hpp"

namespace hilspace::rig {

sweep::Scenario twin_of(const Campaign& campaign, std::uint64_t index) {
  sweep::Scenario scenario = sweep::scenario(campaign.study, index);
  if (auto* rig = std::get_if<models::RigSetup>(&scenario)) *rig = as_the_rig_has_it(campaign.rig, *rig);
  return scenario;
}

Assessment assess(const std::shared_ptr<const TwinEnsemble>& twin, const std::filesystem::path& recording) {
  Assessment found{{}, {}, {}, twin->trace, twin};
  found.trace.groups.push_back(run_trace(recording));
  const models::TraceGroup& rig = found.trace.groups.back();
  found.rig = measured(rig, twin->mass, twin->air_gap, Of::testbed);
  const metrics::Histories history = histories(rig, twin->mass, Of::testbed);
  found.momentum = metrics::compare(history, history).hil;
  const ScenarioStatistics single = statistics(*twin, {&found.rig, 1});
  for (std::size_t i = 0; i < kMeasures.size(); ++i) {
    const MeasureStatistics& measure = single.measures[i];
    found.held[i] = {measure.docking, measure.twin.mean, measure.rig.mean, measure.of_means};
  }
  return found;
}

}  // namespace hilspace::rig
