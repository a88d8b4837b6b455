#pragma once
// Measures of a run, taken alike on docking model, twin and rig: from the force on the bodies, the
// penetration and the bodies' velocity.
//
//   penetration.peak      max a                   a  on the rig the measured extension beyond offset and air
//                         gap
//   penetration.integral  integral of max(a, 0) dt
//   restitution           -v_after/v_before
//   momentum.position     -m integral of phi'' a dt/integral of phi F dt,  phi = sin^2(pi (t - t0)/(t1 - t0))
//
// momentum.position compares the change of momentum shown by the measured *position* with the impulse of the
// measured force: m a'' = -F times phi, integrated by parts twice, so that no signal is differentiated. t0 is
// when the bodies begin to move, t1 when they return to that position. It is 1 for the docking model. Where a
// is an extension, the actuator's delay shifts it, so the reference is the twin's value. The velocities of a
// run on the rig are themselves integrals of the measured force, so m (v_before - v_after) would not test
// that force.
//
// The rig's only force signal at the interface is its sensor's, so contact lasts while that is above the
// contact-detection threshold; in docking models it lasts while the specimens touch.

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
    Measure{"contact.duration", "s", "duration of the contact"},
    Measure{"momentum.position", "1", "change of momentum derived from the position, divided by the impulse"},
};
constexpr std::size_t measure_at(std::string_view name) {
  std::size_t place = 0;
  while (kMeasures[place].name != name) ++place;
  return place;
}

/// One value for each of kMeasures; NaN where undefined.
using Measured = std::array<double, kMeasures.size()>;

/// Subject of a time history: free bodies (docking model), or a testbed, real or simulated.
enum class Of { docking, testbed };

metrics::Histories histories(const models::TraceGroup& group, double mass, Of what);

/// `air_gap` (m): the bodies are back at the start when the displacement is -air_gap again.
Measured measured(const models::TraceGroup& group, double mass, double air_gap, Of what);

}  // namespace hilspace::rig
