#pragma once
// Elastic materials and the Hertz stiffness of two of them in contact.
//
//   1/E* = (1 - nu1^2)/E1 + (1 - nu2^2)/E2        effective modulus, Pa
//   1/R* = 1/R1 + 1/R2                            effective radius, m (a plane has R = infinity)
//   k    = 4/3 E* sqrt(R*)                        N/m^(3/2), for F = k d^(3/2)
//
// Valid for small, smooth, isotropic contacts of spheres or a sphere on a plane. Source: Bondoky, ch. 4
// (Hertz); material data of its Tables 4.2 and 8.1, which give different values for aluminium.

#include <span>
#include <string_view>

namespace hilspace::contact {

struct Material {
  double youngs_modulus;  // E, Pa, > 0
  double poisson_ratio;   // nu, in (-1, 0.5]
};

struct NamedMaterial {
  std::string_view name;
  Material material;
  std::string_view source;
};

/// The built-in table, by name.
std::span<const NamedMaterial> materials();

double effective_modulus(Material a, Material b);
/// Either radius may be infinite (a plane), not both.
double effective_radius(double radius_a, double radius_b);
double hertz_stiffness(Material a, Material b, double effective_radius);

}  // namespace hilspace::contact
