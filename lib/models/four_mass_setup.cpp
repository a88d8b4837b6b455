#include "models/four_mass_setup.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "contact/law.hpp"

namespace hilspace::models {
namespace {

double inverse_total(double front, double rear) { return 1.0 / (front + rear); }

/// Natural frequency of the two masses of a spacecraft on its spring, rad/s; 0 for one body.
double spring_frequency(double front, const RearSetup& rear) {
  return rear.mass > 0.0 ? std::sqrt(rear.stiffness * (1.0 / front + 1.0 / rear.mass)) : 0.0;
}

/// Steps of RK4 in a radian of the fastest motion.
constexpr double kStepsToRadian = 40.0;

struct Spring {
  double front;
  RearSetup rear;
};
std::array<Spring, 2> springs(const FourMassSetup& setup) {
  return {{{setup.impact.chaser_mass, setup.chaser}, {setup.impact.target_mass, setup.target}}};
}

double spring_step(const FourMassSetup& setup) {
  double step = std::numeric_limits<double>::infinity();
  for (const auto& [front, rear] : springs(setup)) {
    if (!(rear.mass > 0.0)) continue;
    step = std::min(step, 1.0 / (kStepsToRadian * spring_frequency(front, rear)));
    const double inverse = 1.0 / front + 1.0 / rear.mass;
    if (rear.damping > 0.0) step = std::min(step, 0.1 / (rear.damping * inverse));
  }
  return step;
}

/// Time in which the springs swing once and, if they creep, come back.
double spring_time(const FourMassSetup& setup) {
  double time = 0.0;
  for (const auto& [front, rear] : springs(setup))
    if (const double w = spring_frequency(front, rear); w > 0.0)
      time += 2.0 * std::numbers::pi / w + 10.0 * rear.damping / rear.stiffness;
  return time;
}

}  // namespace

double whole_mass(const FourMassSetup& setup) {
  return 1.0 / (inverse_total(setup.impact.chaser_mass, setup.chaser.mass) +
                inverse_total(setup.impact.target_mass, setup.target.mass));
}

/// The damping makes the struck spring turn at acos(z)/(w sqrt(1 - z^2)).
double damped_share(double z) {
  if (!(z > 0.0)) return 1.0;
  constexpr double kNearOne =
      1e-4;  // where either form loses digits: the quotient is 1 - (z - 1)/3 there, to 1e-8
  const double from = z - 1.0;
  double turn = 1.0 - from / 3.0;
  if (from < -kNearOne) turn = std::acos(z) / std::sqrt(1.0 - z * z);
  if (from > kNearOne) turn = std::acosh(z) / std::sqrt(z * z - 1.0);
  // To 40 bits, so that the last bits of a library's functions do not matter.
  return std::ldexp(std::round(std::ldexp(std::exp(-z * turn), 40)), -40);
}

namespace {

/// Travel of a spring that is struck, as a share of u' at the start over w; x = w t.
double struck(double z, double x) {
  const double turn = std::sqrt(std::abs(1.0 - z * z));
  if (turn * std::max(x, 1.0) < 1e-6) return x * std::exp(-z * x);
  if (z < 1.0) return std::exp(-z * x) * std::sin(turn * x) / turn;
  return 0.5 * (std::exp((turn - z) * x) - std::exp(-(turn + z) * x)) / turn;
}

/// Where it passes that share between two places on either side of it; to 30 bits, so that the last ones of a library's
/// functions do not matter.
double passes(double z, double share, double below, double beyond) {
  constexpr int kHalvings = 60;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = 0.5 * (below + beyond);
    (struck(z, middle) < share ? below : beyond) = middle;
  }
  int exponent = 0;
  const double mantissa = std::frexp(beyond, &exponent);
  return std::ldexp(std::round(std::ldexp(mantissa, 30)), exponent - 30);
}

}  // namespace

ImpactTheory impact_theory(const FourMassSetup& setup) {
  const double mu = reduced_mass(setup.impact), before = setup.impact.approach_velocity;
  const double restitution = contact::restitution(setup.impact.contact, mu, before);
  ImpactTheory theory{};
  theory.ratio = mu / whole_mass(setup);
  theory.velocity_after = (1.0 - (1.0 + restitution) * theory.ratio) * before;
  const double front = setup.impact.target_mass;
  theory.travel_limit = theory.open_from = theory.open_until = std::numeric_limits<double>::quiet_NaN();
  if (setup.target.mass > 0.0) {
    const double w = spring_frequency(front, setup.target);
    const double ratio = 0.5 * setup.target.damping * (1.0 / front + 1.0 / setup.target.mass) / w;
    const double undamped = (1.0 + restitution) * before * mu / (front * w);
    theory.travel_limit = undamped * damped_share(ratio);
    if (setup.latch_travel > 0.0 && setup.latch_travel < theory.travel_limit) {
      const double share = setup.latch_travel / undamped;
      const double turn = std::sqrt(std::abs(1.0 - ratio * ratio));
      double summit = 1.0, end = 2.0;  // x of the greatest travel, and of one below the share
      if (turn > 1e-6) summit = (ratio < 1.0 ? std::acos(ratio) : std::acosh(ratio)) / turn;
      while (struck(ratio, end) >= share) end *= 2.0;
      if (ratio < 1.0) end = std::min(end, std::numbers::pi / std::max(turn, 1e-9));
      theory.open_from = passes(ratio, share, 0.0, summit) / w;
      theory.open_until = passes(ratio, share, end, summit) / w;
    }
  }
  return theory;
}

FourMassSetup resolved(FourMassSetup setup) {
  if (setup.impact.step == 0.0)
    setup.impact.step = std::min(automatic_step(setup.impact), spring_step(setup));
  if (setup.impact.time_limit == 0.0)  // springs much stiffer than the contact make it that of the whole
    setup.impact.time_limit =
        automatic_time_limit(setup.impact) * std::sqrt(whole_mass(setup) / reduced_mass(setup.impact)) +
        10.0 * spring_time(setup);
  return setup;
}

}  // namespace hilspace::models
