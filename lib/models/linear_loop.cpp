#include "models/linear_loop.hpp"

#include <algorithm>
#include <cmath>
#include <complex>

#include "compensation/compensator.hpp"
#include "contact/law.hpp"
#include "instruments/linear_path.hpp"

namespace hilspace::models {
namespace {

using namespace instruments;
using compensation::Force, compensation::Position;
using Complex = std::complex<double>;

/// k and b of a linear contact, or of the tangent at the largest depth.
struct Tangent {
  double stiffness, damping;
};
Tangent tangent(const contact::LawSetup& law, double mass, double velocity) {
  const double depth = contact::elastic_depth(law, mass, velocity);
  const double spring = contact::elastic_force(law, depth);
  return {contact::elastic_slope(law, depth),
          law.viscosity + spring * (law.damping_number / velocity + law.damping_per_stiffness)};
}

class Loop {
 public:
  explicit Loop(const AxialSetup& setup)
      : setup_(setup),
        mass_(reduced_mass(setup)),
        contact_(tangent(setup.contact, mass_, setup.approach_velocity)),
        model_(contact_),
        lags_(lags_of(setup.compensator, setup.actuator, setup.force_sensor)),
        actuator_(linear_path(setup.actuator)),
        sensor_(linear_path(setup.force_sensor)) {
    const auto known = known_instruments(setup.compensator, setup.actuator, setup.force_sensor);
    known_actuator_ = linear_path(known.actuator);
    known_sensor_ = linear_path(known.force_sensor);
    model_.stiffness *= 1.0 + setup.compensator.model_error;
  }

  bool is_linear() const {
    const auto& its = setup_.compensator;
    return its.position != Position::ats && its.force != Force::passivity &&
           !(its.force == Force::damper && !std::isfinite(its.damping));
  }
  /// rad/s
  double frequency() const { return std::sqrt(contact_.stiffness / mass_); }
  /// Of the quickest change of f's argument along a line, s.
  double longest() const {
    return models::lag(setup_.actuator) + models::lag(setup_.force_sensor) +
           std::max(3.0 * lags_.position.first, 0.0);
  }

  /// Z/(m s^2)
  Complex gain(Complex s) const {
    const auto& its = setup_.compensator;
    const Complex a = actuator_.at(s) * command(s), b = sensor_.at(s);
    const Complex k = at(contact_, s);
    Complex z = k * a * b;
    if (its.force == Force::lead) z *= 1.0 + s * lags_.force;
    if (its.force == Force::damper) z += s * its.damping;
    if (its.force == Force::secant) z = k * (1.0 + (b - 1.0) * a);
    if (its.force == Force::smith)
      z += at(model_, s) * (1.0 - known_actuator_.at(s) * known_sensor_.at(s) * command(s));
    return z / (mass_ * s * s);
  }

 private:
  static Complex at(const Tangent& contact, Complex s) { return contact.stiffness + s * contact.damping; }

  Complex command(Complex s) const {
    const double first = lags_.position.first, second = lags_.position.second;
    switch (setup_.compensator.position) {
      case Position::none:
        return 1.0;
      case Position::lead:
        return 1.0 + s * (first + s * second);
      case Position::polynomial:
        return std::exp(s * first) *
               (1.0 - std::pow(1.0 - std::exp(-s * first), setup_.compensator.order + 1));
      case Position::predictor:
        return predicted(s);
      case Position::ats:  // adapts: no linear loop
        return 1.0;
    }
    __builtin_unreachable();
  }

  /// First row of the exponential of (0, 1; -k/m, -b/m) over the lag.
  Complex predicted(Complex s) const {
    const double tau = lags_.position.first, decay = 0.5 * model_.damping / mass_;
    const Complex w = std::sqrt(Complex(model_.stiffness / mass_ - decay * decay));
    const Complex sinc = std::abs(w) * tau > 1e-8 ? std::sin(w * tau) / w : Complex(tau);
    return std::exp(-decay * tau) * (std::cos(w * tau) + (decay + s) * sinc);
  }

  const AxialSetup& setup_;
  double mass_;
  Tangent contact_, model_;
  compensation::Lags lags_;
  LinearPath actuator_, sensor_, known_actuator_, known_sensor_;
};

/// How often f/(m s^2) = 1 + gain comes round from below the negative real axis to above it, less the reverse, between
/// two points; steps are halved until it turns little, as long as there are points `left`.
int rounds(const Loop& loop, Complex from, Complex to, Complex at_from, Complex at_to, int depth, int& left) {
  constexpr double kSmall = 0.55;  // tangent of the turn
  const double along = at_from.real() * at_to.real() + at_from.imag() * at_to.imag();
  const double across = at_from.real() * at_to.imag() - at_from.imag() * at_to.real();
  if (std::abs(across) < kSmall * along || depth == 0 || left == 0) {
    const bool was_above = at_from.imag() >= 0.0, is_above = at_to.imag() >= 0.0;
    // The shorter way round passes left of 0.
    return was_above != is_above && (across > 0.0) == was_above ? (is_above ? 1 : -1) : 0;
  }
  --left;
  const Complex middle = 0.5 * (from + to), at_middle = 1.0 + loop.gain(middle);
  return rounds(loop, from, middle, at_from, at_middle, depth - 1, left) +
         rounds(loop, middle, to, at_middle, at_to, depth - 1, left);
}

}  // namespace

std::optional<bool> is_stable(const AxialSetup& continuous, double growth, int& left) {
  constexpr double kRatio = 1.1;
  constexpr double kFar = 300.0;  // times the frequency of the contact, or the inverse of the lag
  constexpr int kHalvings = 30;
  constexpr double kQuiet = 10.0;  // times that frequency: for so long the gain is low at the end
  AxialSetup setup = continuous;
  add_holds(setup.compensator, setup.actuator, setup.force_sensor);
  if (setup.hybrid.present()) return std::nullopt;
  const Loop loop(setup);
  const double w0 = loop.frequency();
  if (!loop.is_linear() || !(w0 > 0.0) || !std::isfinite(w0)) return std::nullopt;
  const double longest = loop.longest();
  const double far = kFar * std::max(w0, longest > 0.0 ? 1.0 / longest : 0.0);
  const double widest = longest > 0.0 ? 0.25 / longest : far;
  if (!(std::min(kQuiet * w0, far) / widest < left)) return std::nullopt;

  Complex s(growth, 0.0), at_s = 1.0 + loop.gain(s);
  if (!std::isfinite(std::norm(at_s))) return std::nullopt;
  if (at_s.real() < 0.0) return false;  // f is real there, and > 0 for all large s: it has a root between
  int sum = 0;
  double quiet = 0.0;  // for how long the gain has been low, rad/s
  for (double w = 1e-3 * w0; w < far && quiet < kQuiet * w0; w += std::min((kRatio - 1.0) * w, widest)) {
    const Complex next(growth, w), at_next = 1.0 + loop.gain(next);
    if (left-- <= 0 || !std::isfinite(std::norm(at_next))) return std::nullopt;
    sum += rounds(loop, s, next, at_s, at_next, kHalvings, left);
    const bool is_low = std::norm(at_next - 1.0) < 0.01;
    quiet = is_low ? quiet + (next - s).imag() : 0.0;
    s = next;
    at_s = at_next;
  }
  if (left <= 0) return std::nullopt;
  if (!(std::norm(at_s - 1.0) < 1.0)) return false;  // the command answers to the highest frequencies
  // From there to infinity 1 + gain stays right of 0 and ends at 1: once round for each pair of roots.
  return sum == 0;
}

}  // namespace hilspace::models
