#pragma once
// Two straight borders against each other, each the edge of a plate: of petals, of guides. Signed.
//
//   LA, LP   directions of the borders, passive axes     s   the passive one's side
//   CA, CP   their points on the common normal
//
//   n = LA x LP turned to the side (n . s > 0),   d = -n . (CA - CP),   c = CP
//
// A contact only where CA and CP both lie between the ends; the ends have to be shaped so that they cannot be
// pressed, since the force of the border ends there. Parallel borders have no common normal, and no contact;
// a side along both borders (n . s = 0) is none. The side of the active border counts where the roles change.
// Source: Yaskevich 3.4; the sign by the side in the place of n.x > 0, which flips for borders in planes
// through the axis, and without the triangle, which is true behind apex and base as well;
// docs/theory-mechanisms.md, section 23.

#include "mechanism/contacts.hpp"
#include "mechanism/pose.hpp"
#include "mechanism/primitives.hpp"

namespace hilspace::mechanism::pairs {

void contacts(const primitive::Border& active, const primitive::Border& passive, const Pose& pose,
              Contacts& out);

/// How far they are apart. m
double gap(const primitive::Border& active, const primitive::Border& passive, const Pose& pose);

}  // namespace hilspace::mechanism::pairs
