#pragma once
// Names of the contact laws, and a law with its coefficients, as plain numbers in SI. law.hpp defines the
// laws; hunt_crossley.hpp and general_law.hpp are the kernels.

#include <array>
#include <limits>
#include <string_view>

#include "contact/force_curve.hpp"

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

struct NamedLaw {
  std::string_view name;
  Law law;
  Damping damping;
  std::string_view formula;  // for chi, or for F
  std::string_view source;
};
/// In the order of Law.
inline constexpr std::array kLaws{
    NamedLaw{"hertz", Law::hertz, Damping::none, "chi = 0", "Bondoky 4.6"},
    NamedLaw{"hunt_crossley", Law::hunt_crossley, Damping::restitution, "chi = 3/2 (1 - c)", "Bondoky 4.12"},
    NamedLaw{"herbert_mcwhannell", Law::herbert_mcwhannell, Damping::restitution,
             "chi = 6 (1 - c)/((2c - 1)^2 + 3)", "Bondoky 4.13"},
    NamedLaw{"lee_wang", Law::lee_wang, Damping::restitution, "chi = 3/4 (1 - c)", "Bondoky 4.15"},
    NamedLaw{"lankarani_nikravesh", Law::lankarani_nikravesh, Damping::restitution, "chi = 3/4 (1 - c^2)",
             "Bondoky 4.17"},
    NamedLaw{"gonthier", Law::gonthier, Damping::restitution, "chi = (1 - c^2)/c", "Bondoky 4.23"},
    NamedLaw{"gonthier_exact", Law::gonthier_exact, Damping::restitution,
             "chi = x/c, (1 + x/c)/(1 - x) = exp(x (1 + 1/c))", "Bondoky 4.21"},
    NamedLaw{"zhiying_qishao", Law::zhiying_qishao, Damping::restitution,
             "chi = 3/4 (1 - c^2) exp(2 (1 - c))", "Bondoky 4.24"},
    NamedLaw{"flores", Law::flores, Damping::restitution, "chi = 8/5 (1 - c)/c", "Bondoky 4.27"},
    NamedLaw{"kelvin_voigt", Law::kelvin_voigt, Damping::viscosity, "F = max(k d + b v, 0)", "Bondoky 4.10"},
    NamedLaw{"kelvin_voigt_tensile", Law::kelvin_voigt_tensile, Damping::viscosity, "F = k d + b v",
             "Bondoky 4.10"},
    NamedLaw{"viscoplastic", Law::viscoplastic, Damping::plastic, "F = (lambda k + b v) (d - d_e)^n",
             "impact chapters 59 to 63"},
};

/// A law with its coefficients.
struct LawSetup {
  Law law = Law::hertz;
  double stiffness = 0.0;              // k, N/m^n, > 0; of a measured curve: a factor of it
  double exponent = 1.5;               // n, > 0; 1 for the laws of Kelvin and Voigt
  double damping_number = 0.0;         // chi, >= 0; of the family of Hunt and Crossley
  double viscosity = 0.0;              // b, N s/m, >= 0; of the laws of Kelvin and Voigt
  double damping_per_stiffness = 0.0;  // b/k, s/m, >= 0; of the viscoplastic law
  double permanent_deformation = 1.0;  // limit of lambda for many impacts, >= 1; of the viscoplastic law
  double compaction_rate = std::numeric_limits<double>::infinity();  // beta, > 0; infinite: at once
  double retreat = -1.0;  // m, how far a phase must come back to end; negative: at once in ideal motion
  ForceCurve curve{};     // the elastic force in place of k d^n, where present; the exponent is then 1
  friend bool operator==(const LawSetup&, const LawSetup&) = default;
};

}  // namespace hilspace::contact
