#pragma once
// What is measured of a run, alike on docking model, twin and rig: by the force that acted on the bodies, by
// the penetration and by the bodies' velocity.
//
//   penetration.peak      max a                   a  on the rig the measured extension beyond offset and air
//   gap penetration.integral  integral of max(a, 0) dt restitution           -v_after/v_before
//   momentum.position     -m integral of phi'' a dt/integral of phi F dt,  phi = sin^2(pi (t - t0)/(t1 - t0))
//
// The last is the impulse of the measured force against the change of momentum that the measured *position*
// shows: m a'' = -F times phi, twice integrated by parts, so that no signal is differentiated. t0 is when the
// bodies begin to move, t1 when they are back there. It is 1 for the docking model, and off by what the
// actuator comes late where a is an extension: the twin's is the standard. The velocities of a run on the rig
// are themselves integrals of the measured force, so m (v_before - v_after) says nothing of it.
//
// The rig knows no force at its interface but the one its sensor shows, so the contact lasts as long as that
// is above the contact detection's threshold; of docking models, as long as the specimens touch.

#include <array>
#include <string_view>

#include "metrics/compare_traces.hpp"
#include "models/trace.hpp"

namespace hilspace::rig {

struct Measure {
  std::string_view name;  // of the column in tables and results
  std::string_view units;
  std::string_view what;
};
inline constexpr std::array kMeasures{
    Measure{"force.peak", "N", "largest force on the bodies"},
    Measure{"force.integral", "N s", "impulse of the force on the bodies"},
    Measure{"penetration.peak", "m", "largest penetration"},
    Measure{"penetration.integral", "m s", "penetration, integrated over the contact"},
    Measure{"velocity.after", "m s-1", "rate of the bodies after the impact"},
    Measure{"restitution", "1", "rate of the bodies after the impact, of that before"},
    Measure{"contact.duration", "s", "how long the contact lasted"},
    Measure{"momentum.position", "1", "change of momentum that the position shows, over the impulse"},
};
constexpr std::size_t measure_at(std::string_view name) {
  std::size_t place = 0;
  while (kMeasures[place].name != name) ++place;
  return place;
}

/// One value for each of kMeasures; NaN where a run has none.
using Measured = std::array<double, kMeasures.size()>;

/// What a time history is of: bodies that meet, or a testbed, real or not, that has them meet.
enum class Of { docking, testbed };

metrics::Histories histories(const models::TraceGroup& group, double mass, Of what);

/// `air_gap` (m): the bodies are back where they began when a displacement is -air_gap again.
Measured measured(const models::TraceGroup& group, double mass, double air_gap, Of what);

}  // namespace hilspace::rig
