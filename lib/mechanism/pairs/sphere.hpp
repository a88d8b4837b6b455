#pragma once
// A sphere against a surface of revolution, a plane, the rim of a bore, a pad, another sphere, a torus or circle, a segment.
// A point is a sphere of radius 0.
//
//   P   centre of the sphere, passive axes, m     R  its radius, m
//   r   distance of P from x, e = (Py, Pz)/r      k  distance of P from the surface, m
//
//   d = R - k,   n = (nx, nr e),   c = P - k n
//
//   revolution   k, nx, nr of (Px, r) from each chain (revolution.hpp): one contact a chain
//   plane        k = -Px, n = (-1, 0, 0)
//   edge         k = hypot(Px, r - Re), n from the nearest point of the circle to P
//   pad          k = -Px, n = (-1, 0, 0) over the pad; beside it its nearest border's or corner's, k >= 0
//   sphere       k = |P| - Rp, n = P/|P|                                        Rp, t  radius, of the tube, of the other, m
//   torus        k = hypot(Px, r - Re) - t, n as for the edge: from outside of the tube
//   segment      Q = A + s L its nearest point to P, s clamped to [0, 1]: k = |P - Q| - Rp, n = (P - Q)/|P - Q|
//
// d is the true distance, so d' = -n . V for P' = V; exact while P is on the free side. On the axis every e
// is as near, and (1, 0) of (y, z) is taken; on the circle itself and on another's centre n = (-1, 0, 0), on a segment it
// is across that. The end of a segment is a sphere of its radius, so that it may be pressed. Source: Yaskevich 3.2; the
// last three in the same way; docs/theory-mechanisms.md, section 23.

#include "mechanism/contacts.hpp"
#include "mechanism/pose.hpp"
#include "mechanism/primitives.hpp"

namespace hilspace::mechanism::pairs {

void contacts(const primitive::Sphere& active, const Revolution& passive, const Pose& pose, Contacts& out);
void contacts(const primitive::Sphere& active, const primitive::Plane&, const Pose& pose, Contacts& out);
void contacts(const primitive::Sphere& active, const primitive::Edge& passive, const Pose& pose,
              Contacts& out);
void contacts(const primitive::Sphere& active, const primitive::Pad& passive, const Pose& pose,
              Contacts& out);
void contacts(const primitive::Sphere& active, const primitive::Sphere& passive, const Pose& pose,
              Contacts& out);
void contacts(const primitive::Sphere& active, const primitive::Torus& passive, const Pose& pose,
              Contacts& out);
void contacts(const primitive::Sphere& active, const primitive::Segment& passive, const Pose& pose,
              Contacts& out);

}  // namespace hilspace::mechanism::pairs
