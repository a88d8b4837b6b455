#pragma once
// Simple homogeneous shapes that spacecraft are composed of: mass, centre of mass and inertia.
//
//   shape        place is            volume                centre   about the axis      across it
//   cube         its centre          a^3                   0        m a^2/6             the same
//   cuboid       its centre          a b c                 0        m (b^2 + c^2)/12    and so on
//   sphere       its centre          4/3 pi R^3            0        2/5 m R^2           the same
//   half_sphere  centre of its base  2/3 pi R^3            3/8 R    2/5 m R^2           83/320 m R^2
//   cylinder     its centre          pi R^2 l              0        1/2 m R^2           m (3 R^2 + l^2)/12
//   frustum      centre of its base  pi l/3 (R^2 + R r + r^2), and with density 1, from its base:
//                first moment pi l^2/12 (R^2 + 2 R r + 3 r^2),  about the axis pi l/10 (R^5 - r^5)/(R - r),
//                across it half of that + pi l^3/30 (R^2 + 3 R r + 6 r^2)
//   hollow ones  the full shape less the one that is left out, of the same density
//
//   m  mass, kg: given, or density (kg/m3) times volume     R, r  radii of base and top, m; a cone has r = 0
//   a, b, c  edges along x, y, z, m                         l  length, m, along the axis
//
// The axis points from base to top, along one of the body axes; centres are measured along it from the place.
// Moments are about the centre of mass. Source: integrals over the volumes; the shapes are Bondoky's,
// 6.3.1.1.

#include <array>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "core/vec.hpp"
#include "dynamics/mass_properties.hpp"

namespace hilspace::dynamics {

enum class Dimension : std::size_t {
  edge,
  length,
  width,
  height,
  radius,
  inner_radius,
  top_radius,
  inner_top_radius,
};

struct NamedDimension {
  std::string_view name;
  std::string_view meaning;
  bool may_be_zero;
};
/// In the order of Dimension; all in m.
inline constexpr std::array kDimensions{
    NamedDimension{"edge", "edge of a cube", false},
    NamedDimension{"length", "along the axis; of a cuboid along x", false},
    NamedDimension{"width", "of a cuboid along y", false},
    NamedDimension{"height", "of a cuboid along z", false},
    NamedDimension{"radius", "outer radius; of a frustum that of its base", false},
    NamedDimension{"inner_radius", "radius of what is left out; of a frustum at its base", true},
    NamedDimension{"top_radius", "outer radius of a frustum's top, where the axis points; 0: a cone", true},
    NamedDimension{"inner_top_radius", "radius of what is left out at a frustum's top", true},
};

enum class Shape : std::size_t {
  cube,
  cuboid,
  sphere,
  half_sphere,
  cylinder,
  hollow_cylinder,
  frustum,
  hollow_frustum,
};

/// The dimensions a shape needs; a range.
class Dimensions {
 public:
  constexpr Dimensions(std::initializer_list<Dimension> items) {
    for (const Dimension item : items) items_[count_++] = item;
  }
  constexpr const Dimension* begin() const { return items_.data(); }
  constexpr const Dimension* end() const { return items_.data() + count_; }

 private:
  std::array<Dimension, 5> items_{};
  std::size_t count_ = 0;
};

struct NamedShape {
  std::string_view name;
  std::string_view meaning;
  std::string_view place;  // its reference point
  bool has_axis;
  Dimensions dimensions;
};
/// In the order of Shape.
inline constexpr std::array kShapes{
    NamedShape{"cube", "a cube along the body axes", "its centre", false, {Dimension::edge}},
    NamedShape{"cuboid",
               "a box along the body axes",
               "its centre",
               false,
               {Dimension::length, Dimension::width, Dimension::height}},
    NamedShape{"sphere", "a sphere", "its centre", false, {Dimension::radius}},
    NamedShape{"half_sphere",
               "half a sphere, round towards its axis",
               "centre of its base",
               true,
               {Dimension::radius}},
    NamedShape{"cylinder", "a solid cylinder", "its centre", true, {Dimension::radius, Dimension::length}},
    NamedShape{"hollow_cylinder",
               "a tube",
               "its centre",
               true,
               {Dimension::radius, Dimension::inner_radius, Dimension::length}},
    NamedShape{"frustum",
               "a solid cone, cut off square to its axis",
               "centre of its base",
               true,
               {Dimension::radius, Dimension::top_radius, Dimension::length}},
    NamedShape{"hollow_frustum",
               "a funnel: a frustum with one left out of it",
               "centre of its base",
               true,
               {Dimension::radius, Dimension::inner_radius, Dimension::top_radius,
                Dimension::inner_top_radius, Dimension::length}},
};
constexpr const NamedShape& named(Shape shape) { return kShapes[static_cast<std::size_t>(shape)]; }

enum class Direction : std::size_t { plus_x, minus_x, plus_y, minus_y, plus_z, minus_z };
/// In the order of Direction.
inline constexpr std::array<std::string_view, 6> kDirections{"+x", "-x", "+y", "-y", "+z", "-z"};

struct ShapeSetup {
  Shape shape = Shape::cube;
  double mass = 0.0;                                    // kg; 0: from the density
  double density = 0.0;                                 // kg/m3; 0: from the mass
  Vec3 place{};                                         // m, body axes
  Direction direction = Direction::plus_x;              // of its axis, where it has one
  std::array<double, kDimensions.size()> dimensions{};  // m, in the order of Dimension

  double& operator[](Dimension d) { return dimensions[static_cast<std::size_t>(d)]; }
  double operator[](Dimension d) const { return dimensions[static_cast<std::size_t>(d)]; }
};

struct ShapeFault {
  std::string_view key;  // "mass", "density" or the name of a dimension
  std::string text;      // the fault and its remedy
};
/// Empty if the shape is valid and has a mass.
std::vector<ShapeFault> faults(const ShapeSetup& setup);

/// The following require a valid setup.
double volume(const ShapeSetup& setup);
MassProperties mass_properties(const ShapeSetup& setup);

}  // namespace hilspace::dynamics
