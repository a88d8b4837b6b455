#pragma once
// Point contact laws: penetration, rate and coefficients in, normal force out.
//
//   d    penetration, m, positive when the bodies overlap        F   force on each body, N, pushing apart
//   v    its rate, m/s, positive while approaching               k   stiffness, N/m^n
//   v0   rate at the start of this contact, m/s, > 0             n   exponent; 3/2 for Hertz' spheres
//   c    projected restitution, in (0, 1]                        b   viscosity, N s/m
//
// 1. The family of Hunt and Crossley:  F = k d^n (1 + chi(c) v/v0) for d > 0, never tensile (F >= 0).
//
// Its laws differ only in the damping number chi, which also determines the realised restitution c', for any
// n, k, mass and rate:
//   ln((1 + chi)/(1 - chi c')) = chi (1 + c'),   chi = 0: c' = 1.
// In the ideal docking model these laws are never tensile by themselves. With instruments, whose position
// lags, they can be: hence the clamp.
//
// 2. Kelvin and Voigt:  F = k d + b v for d > 0. It jumps to b v0 at the onset. kelvin_voigt is never tensile
// (the force stays 0 once it would pull), kelvin_voigt_tensile keeps pulling until d is 0 again.
//
// 3. Viscoplastic: a Hunt-Crossley law whose spring becomes shorter and stiffer from compression to
// restitution (general_law.hpp).
//
// Source: Bondoky 4.2 to 4.28, 5.4; viscoplastic: impact chapters (59) to (63).

#include <array>
#include <string_view>

#include "contact/law_setup.hpp"

namespace hilspace::contact {

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

/// The damping number chi at projected restitution c in (0, 1]; 0 for laws that take no restitution.
double damping_number(Law law, double restitution);

/// Maximum penetration of the elastic impact of reduced mass m at rate v, m
double elastic_depth(const LawSetup& law, double mass, double velocity);

/// Duration of that impact, s
double elastic_duration(const LawSetup& law, double mass, double velocity);

}  // namespace hilspace::contact
