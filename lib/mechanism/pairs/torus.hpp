#pragma once
// Torus against a surface of revolution, a plane, or the rim of a bore: a thickened circle.
//
//   P(u) = O + R (c E1 + s E2)   its circle, passive axes: u = (c, s), radius R, m, E1, E2 across its axis
//   t                            radius of its tube, m; 0: the circle alone
//   k(u), n(u)                   distance of P(u) from the surface and its gradient, as for a sphere
//
//   where k is least: d = t - k,   n,   c = P - k n
//
//   revolution   least where n . dP/du = 0 goes up: every local minimum of every chain is a contact
//   edge         likewise with (P - Q) . dP/du, Q the nearest point of the circle: smooth down to k = 0
//   plane        closed form: the lowest point, u = (E1.x, E2.x)/|(E1.x, E2.x)|
//
// A ring tilted in a bore touches on two sides: two contacts. k is minimal over u, so d' = -n . (vA - vP) at
// c holds exactly while P is on the free side (d < t): a circle without a tube may overlap a single wall, but
// not one of its corners. Where a minimum and a maximum merge, the contact ends with its force on; this
// requires a ring pressed in at more than one place.
//
// On the axis all u are equal: u = (1, 0) is taken, which gives a kick to one side. A coaxial seat is a whole
// circle; compose it of pads. Source: the torus of Yaskevich 2 and 4, a circle in place of his 3 x 2^n
// spheres; docs/theory-mechanisms.md, section 23.

#include "mechanism/contacts.hpp"
#include "mechanism/followed.hpp"
#include "mechanism/pose.hpp"
#include "mechanism/primitives.hpp"

namespace hilspace::mechanism::pairs {

void contacts(const primitive::Torus& active, const Revolution& passive, const Pose& pose, Contacts& out);
void contacts(const primitive::Torus& active, const primitive::Plane&, const Pose& pose, Contacts& out);
void contacts(const primitive::Torus& active, const primitive::Edge& passive, const Pose& pose,
              Contacts& out);
/// From what is known of a pose nearby; where nothing is, they note what they find.
void contacts(const primitive::Torus& active, const Revolution& passive, const Pose& pose, Followed& its,
              Contacts& out);
void contacts(const primitive::Torus& active, const primitive::Edge& passive, const Pose& pose, Followed& its,
              Contacts& out);

}  // namespace hilspace::mechanism::pairs
