#include "dynamics/shape.hpp"

#include <cmath>
#include <numbers>
#include <utility>

namespace hilspace::dynamics {
namespace {

using std::numbers::pi;

/// A shape of density 1, in axes whose first is its own axis.
struct Solid {
  double volume;
  double centre;  // along its axis, from its place
  Vec3 moments;   // about its centre of mass
};

Solid round(double volume, double centre, double about, double across) {
  return {volume, centre, {about, across, across}};
}

Solid cuboid(double a, double b, double c) {
  const double volume = a * b * c, share = volume / 12.0;
  return {volume, 0.0, {share * (b * b + c * c), share * (c * c + a * a), share * (a * a + b * b)}};
}

Solid sphere(double radius) {
  const double volume = 4.0 / 3.0 * pi * radius * radius * radius, moment = 0.4 * volume * radius * radius;
  return round(volume, 0.0, moment, moment);
}

Solid half_sphere(double radius) {
  const double volume = 2.0 / 3.0 * pi * radius * radius * radius;
  return round(volume, 0.375 * radius, 0.4 * volume * radius * radius,
               83.0 / 320.0 * volume * radius * radius);
}

Solid cylinder(double radius, double length) {
  const double volume = pi * radius * radius * length;
  return round(volume, 0.0, 0.5 * volume * radius * radius,
               volume / 12.0 * (3.0 * radius * radius + length * length));
}

Solid frustum(double base, double top, double length) {
  const double b2 = base * base, bt = base * top, t2 = top * top;
  const double volume = pi * length / 3.0 * (b2 + bt + t2);
  if (volume == 0.0) return round(0.0, 0.0, 0.0, 0.0);  // nothing is cut out
  const double centre = pi * length * length / 12.0 * (b2 + 2.0 * bt + 3.0 * t2) / volume;
  const double about = pi * length / 10.0 * (b2 * b2 + b2 * bt + b2 * t2 + bt * t2 + t2 * t2);
  const double second = pi * length * length * length / 30.0 * (b2 + 3.0 * bt + 6.0 * t2);
  return round(volume, centre, about, 0.5 * about + second - volume * centre * centre);
}

Solid difference(const Solid& whole, const Solid& part) {
  const double volume = whole.volume - part.volume;
  const double centre = (whole.volume * whole.centre - part.volume * part.centre) / volume;
  // Each moved to the common centre.
  const auto across = [&](const Solid& s) {
    return s.moments[1] + s.volume * (s.centre - centre) * (s.centre - centre);
  };
  return round(volume, centre, whole.moments[0] - part.moments[0], across(whole) - across(part));
}

Solid solid(const ShapeSetup& s) {
  using enum Dimension;
  switch (s.shape) {
    case Shape::cube:
      return cuboid(s[edge], s[edge], s[edge]);
    case Shape::cuboid:
      return cuboid(s[length], s[width], s[height]);
    case Shape::sphere:
      return sphere(s[radius]);
    case Shape::half_sphere:
      return half_sphere(s[radius]);
    case Shape::cylinder:
      return cylinder(s[radius], s[length]);
    case Shape::hollow_cylinder:
      return difference(cylinder(s[radius], s[length]), cylinder(s[inner_radius], s[length]));
    case Shape::frustum:
      return frustum(s[radius], s[top_radius], s[length]);
    case Shape::hollow_frustum:
      return difference(frustum(s[radius], s[top_radius], s[length]),
                        frustum(s[inner_radius], s[inner_top_radius], s[length]));
  }
  __builtin_unreachable();
}

/// Above 0, or 0 where allowed.
bool sound(double value, bool may_be_zero) {
  return std::isfinite(value) && (value > 0.0 || (may_be_zero && value == 0.0));
}

}  // namespace

double volume(const ShapeSetup& setup) { return solid(setup).volume; }

MassProperties mass_properties(const ShapeSetup& setup) {
  const Solid its = solid(setup);
  const double density = setup.mass > 0.0 ? setup.mass / its.volume : setup.density;
  MassProperties properties{setup.mass > 0.0 ? setup.mass : density * its.volume, setup.place, {}};
  Vec3 moments{density * its.moments[0], density * its.moments[1], density * its.moments[2]};
  if (named(setup.shape).has_axis) {
    const auto direction = static_cast<std::size_t>(setup.direction);
    const std::size_t axis = direction / 2;
    properties.centre[axis] += direction % 2 == 0 ? its.centre : -its.centre;
    std::swap(moments[0], moments[axis]);
  }
  properties.inertia = {moments[0], 0.0, 0.0, 0.0, moments[1], 0.0, 0.0, 0.0, moments[2]};
  return properties;
}

std::vector<ShapeFault> faults(const ShapeSetup& setup) {
  std::vector<ShapeFault> found;
  const NamedShape& shape = named(setup.shape);
  const std::string name(shape.name);

  if (setup.mass == 0.0 && setup.density == 0.0)
    found.push_back({"mass", "a " + name + " without mass; give mass (kg) or density (kg/m3), above 0"});
  else if (setup.mass != 0.0 && setup.density != 0.0)
    found.push_back({"density", "mass is given, too; keep one of them"});
  else if (const bool by_mass = setup.density == 0.0; !sound(by_mass ? setup.mass : setup.density, false))
    found.push_back({by_mass ? "mass" : "density", "must be a number above 0"});

  for (const Dimension dimension : shape.dimensions) {
    const NamedDimension& its = kDimensions[static_cast<std::size_t>(dimension)];
    if (!sound(setup[dimension], its.may_be_zero))
      found.push_back({its.name, "of a " + name + " must be a number " +
                                     (its.may_be_zero ? "not below" : "above") + " 0"});
  }
  if (!found.empty()) return found;

  const auto inside = [&](Dimension inner, Dimension outer, bool may_close) {
    const auto called = [](Dimension d) { return kDimensions[static_cast<std::size_t>(d)].name; };
    if (setup[inner] < setup[outer] || (may_close && setup[inner] == 0.0)) return;
    found.push_back({called(inner), "of a " + name + " must be less than its " + std::string(called(outer))});
  };
  if (setup.shape == Shape::hollow_cylinder || setup.shape == Shape::hollow_frustum)
    inside(Dimension::inner_radius, Dimension::radius, false);
  if (setup.shape == Shape::hollow_frustum)  // both may end in a point
    inside(Dimension::inner_top_radius, Dimension::top_radius, true);
  return found;
}

}  // namespace hilspace::dynamics
