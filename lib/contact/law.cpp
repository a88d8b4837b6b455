#include "contact/law.hpp"

#include <cmath>
#include <numbers>

namespace hilspace::contact {
namespace {

/// The root x in (0, 1) of (1 + x/c)/(1 - x) = exp(x (1 + 1/c)), divided by c. x = 0 is a root as well.
double gonthier_exact(double c) {
  const double e = 1.0 - c;
  if (e < 3e-3)  // rounding errors would dominate the logarithms; series of the root, to 1e-13
    return 1.5 * e * (1.0 + e * (1.0 + e * (0.9 + e * (0.8 + e * 0.723))));
  const auto excess = [c](double x) { return (std::log1p(x / c) - std::log1p(-x)) - x * (1.0 + 1.0 / c); };
  // excess < 0 just above 0, -> +infinity at 1.
  double low = 1e-9, high = 1.0;
  for (double middle = 0.5; middle > low && middle < high; middle = 0.5 * (low + high))
    (excess(middle) < 0.0 ? low : high) = middle;
  return 0.5 * (low + high) / c;
}

/// (y - ln(1 + y))/y^2, which is int_0^1 x dx/(1 + y x); y > -1
double braked(double y) {
  if (std::abs(y) < 1e-4) return 0.5 - y * (1.0 / 3.0 - y * (0.25 - y * 0.2));
  return (y - std::log1p(y)) / (y * y);
}

/// The root e of e^2 braked(-loss e) = energy, for e in [0, 1].
double rebound(double loss, double energy) {
  double low = 0.0, high = loss > 1.0 ? 1.0 / loss : 1.0;
  for (double e = 0.5 * (low + high); e > low && e < high; e = 0.5 * (low + high))
    (loss * e < 1.0 && e * e * braked(-loss * e) < energy ? low : high) = e;
  return high;
}

/// Of Kelvin and Voigt's law with the damping ratio z.
double linear_restitution(double z, bool tensile) {
  if (tensile) return z < 1.0 ? std::exp(-std::numbers::pi * z / std::sqrt(1.0 - z * z)) : 0.0;
  const double root = std::sqrt(std::abs(1.0 - z * z));
  if (root < 1e-8) return std::exp(-2.0);
  return std::exp(-2.0 * z * (z < 1.0 ? std::acos(z) : std::acosh(z)) / root);
}

/// 2/v int_0^depth dx/sqrt(1 - W(x)/W(depth)), with x = depth (1 - u^2), by the midpoint rule.
double duration_along(const ForceCurve& curve, double depth, double velocity) {
  constexpr int kPoints = 64;
  const double whole = curve.energy(depth);
  double sum = 0.0;
  for (int i = 0; i < kPoints; ++i) {
    const double u = (i + 0.5) / kPoints;
    sum += 2.0 * u / std::sqrt(1.0 - curve.energy(depth * (1.0 - u * u)) / whole);
  }
  return 2.0 * depth / velocity * sum / kPoints;
}

}  // namespace

double damping_number(Law law, double c) {
  switch (law) {
    case Law::hunt_crossley:
      return 1.5 * (1.0 - c);
    case Law::herbert_mcwhannell:
      return 6.0 * (1.0 - c) / ((2.0 * c - 1.0) * (2.0 * c - 1.0) + 3.0);
    case Law::lee_wang:
      return 0.75 * (1.0 - c);
    case Law::lankarani_nikravesh:
      return 0.75 * (1.0 - c * c);
    case Law::gonthier:
      return (1.0 - c * c) / c;
    case Law::gonthier_exact:
      return gonthier_exact(c);
    case Law::zhiying_qishao:
      return 0.75 * (1.0 - c * c) * std::exp(2.0 * (1.0 - c));
    case Law::flores:
      return 8.0 / 5.0 * (1.0 - c) / c;
    case Law::hertz:
    case Law::kelvin_voigt:
    case Law::kelvin_voigt_tensile:
    case Law::viscoplastic:
      return 0.0;
  }
  __builtin_unreachable();
}

double elastic_force(const LawSetup& law, double depth) {
  if (law.curve.present()) return law.stiffness * law.curve.force(depth);
  return law.stiffness * std::pow(depth, law.exponent);
}

double elastic_slope(const LawSetup& law, double depth) {
  if (law.curve.present()) return law.stiffness * law.curve.slope(depth);
  return law.exponent * elastic_force(law, depth) / depth;
}

double exponent_at(const LawSetup& law, double depth) {
  if (!law.curve.present()) return law.exponent;
  return depth * law.curve.slope(depth) / law.curve.force(depth);
}

double elastic_energy(const LawSetup& law, double depth) {
  if (law.curve.present()) return law.stiffness * law.curve.energy(depth);
  return law.stiffness / (law.exponent + 1.0) * std::pow(depth, law.exponent + 1.0);
}

double depth_at_force(const LawSetup& law, double force) {
  if (law.curve.present()) return depth_at_force(law.curve, force / law.stiffness);
  return std::pow(force / law.stiffness, 1.0 / law.exponent);
}

double elastic_depth(const LawSetup& law, double mass, double velocity) {
  if (law.curve.present())
    return depth_at_energy(law.curve, 0.5 * mass * velocity * velocity / law.stiffness);
  const double p = law.exponent + 1.0;
  return std::pow(0.5 * p * mass * velocity * velocity / law.stiffness, 1.0 / p);
}

namespace {

/// int_0^1 dx/sqrt(1 - x^(n+1)): 1.4716 for n = 3/2, pi/2 for n = 1.
double duration_integral(double exponent) {
  const double q = 1.0 / (exponent + 1.0);
  return std::sqrt(std::numbers::pi) * std::tgamma(1.0 + q) / std::tgamma(0.5 + q);
}

}  // namespace

double elastic_duration(const LawSetup& law, double mass, double velocity) {
  if (law.curve.present()) return duration_along(law.curve, elastic_depth(law, mass, velocity), velocity);
  static const double hertz = duration_integral(1.5);
  const double integral = law.exponent == 1.5 ? hertz : duration_integral(law.exponent);
  return 2.0 * integral * elastic_depth(law, mass, velocity) / velocity;
}

double restitution(const LawSetup& law, double mass, double velocity) {
  if (law.law == Law::kelvin_voigt || law.law == Law::kelvin_voigt_tensile)
    return linear_restitution(0.5 * law.viscosity / std::sqrt(law.stiffness * mass),
                              law.law == Law::kelvin_voigt_tensile);
  const bool plastic = law.law == Law::viscoplastic;
  const double lambda =
      plastic ? 1.0 + (law.permanent_deformation - 1.0) * (1.0 - std::exp(-law.compaction_rate)) : 1.0;
  const double loss = plastic ? law.damping_per_stiffness * velocity : law.damping_number;
  return rebound(loss / lambda, std::pow(lambda, -1.0 / law.exponent) * braked(loss));
}

}  // namespace hilspace::contact
