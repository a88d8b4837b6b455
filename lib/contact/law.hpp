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
// A law of the family with a measured curve has that as its elastic force in place of k d^n (force_curve.hpp). Its
// realised restitution is the same.
//
// 2. Kelvin and Voigt:  F = k d + b v for d > 0. It jumps to b v0 at the onset. kelvin_voigt is never tensile
// (the force stays 0 once it would pull), kelvin_voigt_tensile keeps pulling until d is 0 again.
//
// 3. Viscoplastic: a Hunt-Crossley law whose spring becomes shorter and stiffer from compression to
// restitution (general_law.hpp).
//
// Source: Bondoky 4.2 to 4.28, 5.4; viscoplastic: impact chapters (59) to (63).

#include "contact/law_setup.hpp"

namespace hilspace::contact {

/// The damping number chi at projected restitution c in (0, 1]; 0 for laws that take no restitution.
double damping_number(Law law, double restitution);

/// Elastic force at a penetration, N, its slope there, N/m, and the energy up to it, J
double elastic_force(const LawSetup& law, double depth);
double elastic_slope(const LawSetup& law, double depth);
double elastic_energy(const LawSetup& law, double depth);
/// n: of a measured curve that of the power through a depth with the same force and slope
double exponent_at(const LawSetup& law, double depth);
/// Penetration at which the elastic force is that, m
double depth_at_force(const LawSetup& law, double force);

/// Maximum penetration of the elastic impact of reduced mass m at rate v, m
double elastic_depth(const LawSetup& law, double mass, double velocity);

/// Duration of that impact, s
double elastic_duration(const LawSetup& law, double mass, double velocity);

/// Restitution that the law realises in the first impact of two rigid bodies: their rate after over that before.
/// Energy over compression and over restitution (of a spring that is stiffer by lambda there; lambda = 1 but for
/// the viscoplastic law):
///   int_0^e v dv/(1 - D' v) = lambda^(-1/n) int_0^1 v dv/(1 + D v),   D = chi or v0 b/k,   D' = D/lambda
double restitution(const LawSetup& law, double mass, double velocity);

}  // namespace hilspace::contact
