#pragma once
// Contact law and its coefficients, as plain numbers in SI. law.hpp defines the laws; hunt_crossley.hpp and
// general_law.hpp are the kernels.

#include <limits>

namespace hilspace::contact {

enum class Law {
  hertz,
  hunt_crossley,
  herbert_mcwhannell,
  lee_wang,
  lankarani_nikravesh,
  gonthier,
  gonthier_exact,
  zhiying_qishao,
  flores,
  kelvin_voigt,
  kelvin_voigt_tensile,
  viscoplastic,
};

/// The damping parameters of a law, besides stiffness and exponent.
enum class Damping {
  none,         // elastic
  restitution,  // c
  viscosity,    // b
  plastic,      // b/k and the coefficients of permanent deformation
};

/// A law with its coefficients.
struct LawSetup {
  Law law = Law::hertz;
  double stiffness = 0.0;              // k, N/m^n, > 0
  double exponent = 1.5;               // n, > 0; 1 for the laws of Kelvin and Voigt
  double damping_number = 0.0;         // chi, >= 0; of the family of Hunt and Crossley
  double viscosity = 0.0;              // b, N s/m, >= 0; of the laws of Kelvin and Voigt
  double damping_per_stiffness = 0.0;  // b/k, s/m, >= 0; of the viscoplastic law
  double permanent_deformation = 1.0;  // limit of lambda for many impacts, >= 1; of the viscoplastic law
  double compaction_rate = std::numeric_limits<double>::infinity();  // beta, > 0; infinite: at once
  friend bool operator==(const LawSetup&, const LawSetup&) = default;
};

}  // namespace hilspace::contact
