#pragma once
// Which features can meet, and by which function: active kind x passive kind.
//
// Each function is pure and exact, takes the pose of the active feature in the passive one's axes, and adds
// all its contacts in these axes (contact_point.hpp: d > 0 overlap, n pushes the active body). A pair that is
// known one way round is known the other way, too: the same function with the roles exchanged,
//   n = -n',  c = c' + d n,
// since its c' lies on the other surface. One law holds every pair together, and every test:
//   d' = -n . (vA - vP) at c.

#include <array>
#include <cstddef>
#include <string_view>
#include <variant>

#include "mechanism/contacts.hpp"
#include "mechanism/followed.hpp"
#include "mechanism/pose.hpp"
#include "mechanism/primitives.hpp"

namespace hilspace::mechanism {

/// In the order of kPrimitiveNames.
using Primitive =
    std::variant<primitive::Sphere, primitive::Torus, primitive::Segment, primitive::Border, primitive::Petal,
                 Revolution, primitive::Plane, primitive::Edge, primitive::Pad>;

inline constexpr std::array<std::string_view, std::variant_size_v<Primitive>> kPrimitiveNames{
    "sphere", "torus", "segment", "border", "petal", "revolution", "plane", "edge", "pad"};

inline std::string_view name_of(const Primitive& primitive) { return kPrimitiveNames[primitive.index()]; }

using PairFunction = void (*)(const Primitive& active, const Primitive& passive, const Pose& pose,
                              Contacts& out);

/// The same from what is known of them at a pose nearby; where nothing is, it notes what it finds.
using FollowFunction = void (*)(const Primitive& active, const Primitive& passive, const Pose& pose,
                                Followed& its, Contacts& out);

/// nullptr where they need no search.
FollowFunction find_follow(const Primitive& active, const Primitive& passive);

/// Lower bound of how far the two are apart. m
using GapFunction = double (*)(const Primitive& active, const Primitive& passive, const Pose& pose);

/// nullptr where it is the nearest of the contacts: that of all surfaces without borders.
GapFunction find_gap(const Primitive& active, const Primitive& passive);

/// nullptr where the two cannot meet.
PairFunction find_pair(const Primitive& active, const Primitive& passive);

/// Throws InputError that names the pairs there are.
PairFunction pair_of(const Primitive& active, const Primitive& passive);

}  // namespace hilspace::mechanism
