#pragma once
// How late the loop of the HIL model is in six degrees of freedom, seen along the normal of a single contact.
//
//   tau_E = int F (a' - v) dt / -int F dv,   tau_S = int (F - F_in) v dt / -int F dv
//
//   F, a'   normal force and closing rate at the interface      F_in   of the measured force, along that normal
//   v       closing rate of the bodies' surfaces along it
//
// Their change of v is taken itself: which mass an oblique contact moves depends on where it is. v' is that of the parabola
// through a step's three points, so that the integral is exact for a parabola and a straight line. A straight hit has the numbers of LoopTally
// (metrics/pair_metrics.hpp). Source: docs/theory-compensation.md, (C8).

#include "core/parabola.hpp"
#include "models/observation.hpp"

namespace hilspace::metrics {

struct NormalLoopTally {
  double slowed = 0.0;  // -int F dv, N m/s
  double power = 0.0;   // int F v dt, J
  double given = 0.0;   // int F_in v dt, J

  void add(const models::Views<double>& views, double h) {
    const auto& [a, b, c] = views;
    given += simpson(Points<double>{a.force * a.velocity, b.force * b.velocity, c.force * c.velocity}, h);
    if (a.contact_force == 0.0 && b.contact_force == 0.0 && c.contact_force == 0.0) return;
    power += simpson(Points<double>{a.contact_force * a.velocity, b.contact_force * b.velocity,
                                    c.contact_force * c.velocity},
                     h);
    // h v' at the three points.
    const double begin = 4.0 * b.velocity - 3.0 * a.velocity - c.velocity, middle = c.velocity - a.velocity,
                 end = a.velocity - 4.0 * b.velocity + 3.0 * c.velocity;
    slowed -= simpson(
        Points<double>{a.contact_force * begin, b.contact_force * middle, c.contact_force * end}, 1.0);
  }
};

}  // namespace hilspace::metrics
