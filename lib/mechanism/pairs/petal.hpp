#pragma once
// A petal, a fragment of a cone that leans inwards, against the rim of the other ring's bore: its face and
// its two curved borders.
//
//   (h, rho), az   place of a point along the petal's axis, from it, and its azimuth     a   half-angle
//   Q(u)           the edge, in the petal's axes        e   away from the petal's axis, at Q
//
//   face    g(u) = sin a h(Q) + cos a rho(Q), least where g' = 0 goes up: every local minimum
//             d = cos a radius - g,  n = -(sin a, cos a e),  c = Q
//           on the petal where the FOOT, Q + d (sin a, cos a e), is: -below <= h <= height, |az| <= w(h)
//   border  B(h) = (h, rho(h) e(+-w(h))), a curve; the common normal of it and the edge (curve_on_edge.hpp)
//             n = B' x T turned into the bore,  d = -n . (B - Q),  c = Q,  -below <= h <= height
//           where the edge lies beyond the border: n . s <= 0, s in the face, across B', away from the petal
//
// The face's foot reaches the border where the border's normal is the face's: the contact goes from one to
// the other, once differentiable. A straight chord in the place of the border's curve leaves a step of
// millimetres there. The petal goes on below its base, or the contact ends with its force on when rings meet
// tilted. Its upper end has none: a petal has to be longer than the rings can come together.
//
// On the axis of the edge all u are equal; u = (1, 0) of the edge is taken if its foot is on the petal.
// Source: Yaskevich 3.3, 3.4 and 4, without generatrices (2^n + 1 of them) and halving, which can miss;
// docs/theory-mechanisms.md, section 23.

#include "mechanism/contacts.hpp"
#include "mechanism/followed.hpp"
#include "mechanism/pose.hpp"
#include "mechanism/primitives.hpp"

namespace hilspace::mechanism::pairs {

void contacts(const primitive::Petal& active, const primitive::Edge& passive, const Pose& pose,
              Contacts& out);
/// From what is known of a pose nearby; where nothing is, it notes what it finds.
void contacts(const primitive::Petal& active, const primitive::Edge& passive, const Pose& pose, Followed& its,
              Contacts& out);

/// Lower bound of how far they are apart. m; 0 where they may touch
///
///   Q in the sector |az| <= w' = largest w(h) + beyond     least g(u) - cos a radius of these: the cone is no nearer
///   all other Q                                         at least rho_min sin(beyond) from the petal
double gap(const primitive::Petal& active, const primitive::Edge& passive, const Pose& pose);

}  // namespace hilspace::mechanism::pairs
