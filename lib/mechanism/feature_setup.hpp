#pragma once
// A mechanism of one's own as plain numbers: the features of both bodies, and which of them meet. Lengths in
// m, angles in rad; primitives.hpp has the shapes in axes of their own.
//
// A feature of the chaser stands in the chaser's axes about the base of its tip, one of the target in the
// target's axes about the base of the drogue. Both have +x the way the chaser comes: out of the chaser, into
// the target. One of both is on the chaser as written, and on the target the same, turned by half a turn
// about z: two equal rings that face each other.
//
//   place of a point p of the feature's axes:  at + R p,   R of `rotation`, or that turns x to `axis`
//   copy i of n (repeat):                      the whole of it turned about x by 2 pi i/n

#include <array>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/vec.hpp"

namespace hilspace::mechanism {

enum class Side : std::size_t { chaser, target, both };
inline constexpr std::array<std::string_view, 3> kSides{"chaser", "target", "both"};

enum class FeatureType : std::size_t {
  point,
  sphere,
  circle,
  torus,
  segment,
  border,
  edge,
  plane,
  pad,
  cone,
  revolution,
  petal
};

struct FeatureSetup {
  std::string name;
  Side side = Side::chaser;
  bool on_link = false;  // whether it stands on the link; of both that of the link's carrier
  FeatureType type = FeatureType::point;
  Vec3 at{};                 // m
  Vec3 rotation{};           // rad, roll, pitch, yaw (3-2-1)
  std::optional<Vec3> axis;  // in the place of rotation: where x points, of any length
  std::size_t repeat = 1;
  double radius = 0.0, tube = 0.0, length = 0.0, mouth_radius = 0.0;  // m
  double width = 0.0, height = 0.0, below = 0.05;                     // m
  double half_angle = 0.0;                                            // rad
  Vec2 half_width{};                                                  // rad, at the base and at the top
  Vec3 from{}, to{};                                                  // m
  Vec3 faces{};                                                       // of any length
  std::vector<Vec2> profile;                                          // m
  friend bool operator==(const FeatureSetup&, const FeatureSetup&) = default;
};

/// Which features meet: all those of one name with all those of the other.
struct FeaturePairSetup {
  std::string active, passive;     // of the chaser, of the target
  std::optional<double> friction;  // coefficient; none: that of the contact
  friend bool operator==(const FeaturePairSetup&, const FeaturePairSetup&) = default;
};

/// A dimension that is one number.
struct FeatureNumber {
  std::string_view name, unit, example, meaning;
  double FeatureSetup::*value;
  bool may_be_zero = false;
  bool has_default = false;
};
inline constexpr std::array kFeatureNumbers{
    FeatureNumber{"radius", "m", "\"45 mm\"", "of the sphere, the circle, the pin, the base",
                  &FeatureSetup::radius},
    FeatureNumber{"thickness", "m", "\"10 mm\"", "radius of the pin around the segment; default: 0, an edge",
                  &FeatureSetup::radius, true, true},
    FeatureNumber{"tube", "m", "\"12 mm\"", "radius of the torus's tube", &FeatureSetup::tube},
    FeatureNumber{"mouth_radius", "m", "\"122 mm\"", "radius at the mouth", &FeatureSetup::mouth_radius},
    FeatureNumber{"length", "m", "\"195 mm\"", "from the base to the mouth", &FeatureSetup::length},
    FeatureNumber{"width", "m", "\"40 mm\"", "along y of the feature", &FeatureSetup::width},
    FeatureNumber{"height", "m", "\"160 mm\"", "along z of the pad; along the axis of the petal",
                  &FeatureSetup::height},
    FeatureNumber{"half_angle", "rad", "\"45 deg\"", "between axis and generatrix",
                  &FeatureSetup::half_angle},
    FeatureNumber{"below", "m", "\"50 mm\"", "how far the petal goes on below its base; default: 50 mm",
                  &FeatureSetup::below, true, true},
};

/// In the order of FeatureType; `keys` beside those that every feature has.
struct NamedFeatureType {
  std::string_view name, meaning;
  std::array<std::string_view, 5> keys;
};
inline constexpr std::array kFeatureTypes{
    NamedFeatureType{"point", "a point", {}},
    NamedFeatureType{"sphere", "a ball", {"radius"}},
    NamedFeatureType{"circle", "a circle about x without thickness, against surfaces", {"radius"}},
    NamedFeatureType{"torus", "a ring about x", {"radius", "tube"}},
    NamedFeatureType{"segment", "a pin or a straight edge", {"from", "to", "thickness"}},
    NamedFeatureType{"border", "the straight edge of a plate, met from one side", {"from", "to", "faces"}},
    NamedFeatureType{"edge", "the rim of a bore about x, met from inside", {"radius"}},
    NamedFeatureType{"plane", "the plane x = 0, unbounded, its material behind it (+x)", {}},
    NamedFeatureType{"pad", "a rectangle in the plane x = 0, its material behind it", {"width", "height"}},
    NamedFeatureType{
        "cone", "a hollow cone that opens to -x, met from inside", {"radius", "mouth_radius", "length"}},
    NamedFeatureType{"revolution", "a profile (x, r) turned about x, free space on its left", {"profile"}},
    NamedFeatureType{"petal",
                     "a fragment of a cone that leans inwards, met on its outside",
                     {"radius", "half_angle", "height", "half_width", "below"}},
};
static_assert(kFeatureTypes.size() == static_cast<std::size_t>(FeatureType::petal) + 1);

inline const NamedFeatureType& named(FeatureType type) {
  return kFeatureTypes[static_cast<std::size_t>(type)];
}

/// What is wrong with the numbers of a feature: the key to blame, and a text.
struct FeatureFault {
  std::string_view key;
  std::string text;
};
std::vector<FeatureFault> faults(const FeatureSetup& setup);

}  // namespace hilspace::mechanism
