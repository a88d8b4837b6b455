#pragma once
// A segment (a pin, a rod; without thickness an edge) against another, a plane, the rim of a bore.
//
//   A(t) = A0 + t L, t in [0, 1]     the active segment, passive axes, m     R  its radius, Rp the other's
//
//   segment   the nearest points CA, CP of the two, clamped to their ends:
//               k = |CA - CP|, d = R + Rp - k, n = (CA - CP)/k, c = CP + Rp n
//             parallel: the middle of where they lie side by side. Axes that cross (k = 0): n across both
//   plane     x = 0: each end is a contact, d = R + x, n = (-1, 0, 0)
//   edge      a circle of radius Re about x at x = 0, met from inside: the common normal of both, at Q on the
//             circle, where with e from the axis to A and T = x x e
//               (A - Q) . L = Ax Lx + (r - Re) Lr = 0,  Lr = e . L
//             n = L x T turned inwards = (Lr, -Lx e)/hypot(Lx, Lr) for Lx > 0 (else reversed),
//               d = R - n . (A - Q),  c = Q
//             found by Newton from where the segment's line crosses the circle's plane
//
// The edge has a contact where t of A is in [0, 1] and the distance is least there (r (Lx^2 + Lr^2) +
// (r - Re)(L^2 - Lx^2 - Lr^2) > 0: a segment that crosses the plane, not one that runs along it). It is
// signed: d > 0 where the segment is outside of the circle. Whether the segment leans in or out counts for
// nothing. Where its foot passes an end, the contact ends with its force on: ends have to be shaped so that
// they cannot be pressed, or have a sphere of their own. A segment in the circle's plane, or through its axis
// there, has no contact. Source: Yaskevich 3.3, with the common normal of both curves in the place of the
// radial foot, and the sign by the side; docs/theory-mechanisms.md, sections 23 and 25.

#include "mechanism/contacts.hpp"
#include "mechanism/pose.hpp"
#include "mechanism/primitives.hpp"

namespace hilspace::mechanism::pairs {

void contacts(const primitive::Segment& active, const primitive::Segment& passive, const Pose& pose,
              Contacts& out);
void contacts(const primitive::Segment& active, const primitive::Plane&, const Pose& pose, Contacts& out);
void contacts(const primitive::Segment& active, const primitive::Edge& passive, const Pose& pose,
              Contacts& out);

/// Lower bound of how far they are apart. m; 0 where they may touch
double gap(const primitive::Segment& active, const primitive::Edge& passive, const Pose& pose);

}  // namespace hilspace::mechanism::pairs
