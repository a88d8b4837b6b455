#include "contact/material.hpp"

#include <array>
#include <cmath>

namespace hilspace::contact {

std::span<const NamedMaterial> materials() {
  static constexpr std::array table{
      NamedMaterial{"steel", {200e9, 0.30}, "Bondoky, Table 4.2"},
      NamedMaterial{"aluminium", {69e9, 0.34}, "Bondoky, Table 4.2"},
      NamedMaterial{"aluminium_6060", {71e9, 0.33}, "Bondoky, Table 8.1 (rig specimens)"},
      NamedMaterial{"polyimide", {4e9, 0.35}, "Bondoky, Table 4.2"},
      NamedMaterial{"peek", {4.34e9, 0.40}, "Bondoky, Table 8.1 (rig specimens)"},
      NamedMaterial{"ptfe", {0.45e9, 0.42}, "Bondoky, Table 8.1 (rig specimens)"},
      NamedMaterial{"rubber", {0.1e9, 0.50}, "Bondoky, Table 4.2"},
  };
  return table;
}

double effective_modulus(Material a, Material b) {
  const double compliance_a = (1.0 - a.poisson_ratio * a.poisson_ratio) / a.youngs_modulus;
  const double compliance_b = (1.0 - b.poisson_ratio * b.poisson_ratio) / b.youngs_modulus;
  return 1.0 / (compliance_a + compliance_b);
}

double effective_radius(double radius_a, double radius_b) { return 1.0 / (1.0 / radius_a + 1.0 / radius_b); }

double hertz_stiffness(Material a, Material b, double effective_radius) {
  return 4.0 / 3.0 * effective_modulus(a, b) * std::sqrt(effective_radius);
}

}  // namespace hilspace::contact
