#pragma once
// What a run on the rig showed, held against the docking model and against the twin, and audited.
//
// Twin and rig are measured alike: by the force that acted on the bodies and by the penetration, each against
// the docking model (metrics/compare_traces.hpp). The rig knows no force at its interface but the one its
// sensor shows, so the contact of both lasts as long as that is above the contact detection's threshold.

#include <array>
#include <cstdint>
#include <filesystem>
#include <string_view>

#include "metrics/compare_traces.hpp"
#include "metrics/fidelity.hpp"
#include "models/trace.hpp"
#include "rig/campaign/campaign_file.hpp"
#include "sweep/scenario.hpp"

namespace hilspace::rig {

/// One measure as all three have it.
struct Held {
  double docking, twin, rig;
  metrics::Fidelity fidelity;
};

struct Measure {
  std::string_view name;  // of the column in tables and results
  std::string_view units;
  std::string_view metric;  // in the catalogue, without _docking or _hil
  std::string_view what;
};
inline constexpr std::array kMeasures{
    Measure{"force.peak", "N", "force.peak", "largest force on the bodies"},
    Measure{"force.integral", "N s", "", "impulse of the force on the bodies"},
    Measure{"penetration.peak", "m", "penetration.peak", "largest penetration"},
    Measure{"velocity.after", "m s-1", "velocity.after", "rate of the bodies after the impact"},
    Measure{"contact.duration", "s", "contact.duration", "how long the contact lasted"},
};

struct Assessment {
  std::array<Held, kMeasures.size()> held;
  metrics::Momentum momentum;  // of the rig's record
  models::Trace trace;         // docking, hil (the twin) and rig, from the approach on
};

/// The scenario as the campaign's twin has it, with the controller and actuator of its rig file.
sweep::Scenario twin_of(const Campaign& campaign, std::uint64_t index);

/// `recording` is one of run_on_rig() of that scenario. Throws RunError.
Assessment assess(const Campaign& campaign, std::uint64_t index, const std::filesystem::path& recording);

}  // namespace hilspace::rig
