#include "rig/control/state_space.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <unsupported/Eigen/MatrixFunctions>

#include "core/error.hpp"
#include "instruments/digital_filter.hpp"

namespace hilspace::rig {
namespace {

StateSpace second_order(const instruments::Section& section) {
  const auto& [b, a] = section;
  const double w = a[0] != 0.0 ? std::sqrt(std::abs(a[0] / a[2])) : a[1] != 0.0 ? std::abs(a[1] / a[2]) : 1.0;
  StateSpace s;
  // States w^2 z and w z' of z'' = u - (a0 z + a1 z')/a2.
  s.a = Eigen::Matrix2d{{0.0, w}, {-a[0] / (a[2] * w), -a[1] / a[2]}};
  s.b = Eigen::Vector2d{0.0, w};
  s.d = b[2] / a[2];
  s.c = Eigen::RowVector2d{(b[0] - s.d * a[0]) / (a[2] * w * w), (b[1] - s.d * a[1]) / (a[2] * w)};
  return s;
}

StateSpace first_order(const instruments::Section& section) {
  const auto& [b, a] = section;
  StateSpace s;
  s.a.setConstant(1, 1, -a[0] / a[1]);
  s.b.setConstant(1, 1.0 / a[1]);
  s.d = b[1] / a[1];
  s.c.setConstant(1, b[0] - s.d * a[0]);
  return s;
}

StateSpace gain(double d) {
  StateSpace s;
  s.d = d;
  return s;
}

}  // namespace

StateSpace realised(Sections sections) {
  StateSpace whole;
  for (const instruments::Section& section : sections) {
    const auto& [b, a] = section;
    const bool second = a[2] != 0.0, first = !second && a[1] != 0.0;
    if ((!second && b[2] != 0.0) || (!second && !first && (b[1] != 0.0 || a[0] == 0.0)))
      throw InputError(
          "a section has a higher order above than below, and no plant or controller has such a "
          "response; give each section a denominator of at least the numerator's order");
    whole = series(whole, second ? second_order(section) : first ? first_order(section) : gain(b[0] / a[0]));
  }
  return whole;
}

StateSpace held(const StateSpace& continuous, double sample) {
  const Eigen::Index n = continuous.b.size();
  Eigen::MatrixXd joint = Eigen::MatrixXd::Zero(n + 1, n + 1);
  joint.topLeftCorner(n, n) = sample * continuous.a;
  joint.topRightCorner(n, 1) = sample * continuous.b;
  const Eigen::MatrixXd moved = joint.exp();
  return {moved.topLeftCorner(n, n), moved.topRightCorner(n, 1), continuous.c, continuous.d};
}

StateSpace sampled(Sections sections, double rate) {
  StateSpace whole;
  for (const instruments::Section& section : sections) {
    const instruments::DigitalSection z = instruments::bilinear(section, rate);
    StateSpace s;  // as DigitalFilter runs it
    s.a = Eigen::Matrix2d{{-z.m1, 1.0}, {-z.m2, 0.0}};
    s.b = Eigen::Vector2d{z.n1 - z.m1 * z.n0, z.n2 - z.m2 * z.n0};
    s.c = Eigen::RowVector2d{1.0, 0.0};
    s.d = z.n0;
    whole = series(whole, s);
  }
  return whole;
}

StateSpace delay(int samples) {
  StateSpace s;
  if (samples == 0) return s;
  s.a = Eigen::MatrixXd::Zero(samples, samples);
  s.a.diagonal(-1).setOnes();
  s.b = Eigen::VectorXd::Unit(samples, 0);
  s.c = Eigen::RowVectorXd::Unit(samples, samples - 1);
  s.d = 0.0;
  return s;
}

StateSpace series(const StateSpace& first, const StateSpace& second) {
  const Eigen::Index n = first.b.size(), m = second.b.size();
  StateSpace both;
  both.a = Eigen::MatrixXd::Zero(n + m, n + m);
  both.a.topLeftCorner(n, n) = first.a;
  both.a.bottomLeftCorner(m, n) = second.b * first.c;
  both.a.bottomRightCorner(m, m) = second.a;
  both.b.resize(n + m);
  both.b << first.b, first.d * second.b;
  both.c.resize(n + m);
  both.c << second.d * first.c, second.c;
  both.d = second.d * first.d;
  return both;
}

StateSpace feedback(const StateSpace& open) {
  const double through = 1.0 + open.d;
  if (through == 0.0)
    throw InputError(
        "the loop's direct gain is -1, so that it has no solution; turn the controller's sign round");
  return {open.a - open.b * open.c / through, open.b / through, open.c / through, open.d / through};
}

std::vector<Complex> poles(const StateSpace& system) {
  std::vector<Complex> found;
  if (system.b.size() > 0)
    for (const Complex pole : system.a.eigenvalues()) found.push_back(pole);
  std::ranges::sort(found, {}, [](Complex pole) { return std::abs(pole); });
  return found;
}

}  // namespace hilspace::rig
