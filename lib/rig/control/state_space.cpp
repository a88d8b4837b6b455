#include "rig/control/state_space.hpp"

#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "instruments/digital_filter.hpp"
#include "numerics/linear_algebra.hpp"

namespace hilspace::rig {
namespace {

using numerics::Matrix;

Matrix square(double top_left, double top_right, double bottom_left, double bottom_right) {
  Matrix found(2, 2);
  found.elements = {top_left, top_right, bottom_left, bottom_right};
  return found;
}

/// Copies a block into another matrix.
void put(const Matrix& block, Matrix& whole, std::size_t row, std::size_t column) {
  for (std::size_t i = 0; i < block.rows; ++i)
    for (std::size_t k = 0; k < block.columns; ++k) whole(row + i, column + k) = block(i, k);
}

StateSpace second_order(const instruments::Section& section) {
  const auto& [b, a] = section;
  const double w = a[0] != 0.0 ? std::sqrt(std::abs(a[0] / a[2])) : a[1] != 0.0 ? std::abs(a[1] / a[2]) : 1.0;
  StateSpace s;
  // States w^2 z and w z' of z'' = u - (a0 z + a1 z')/a2.
  s.a = square(0.0, w, -a[0] / (a[2] * w), -a[1] / a[2]);
  s.b = {0.0, w};
  s.d = b[2] / a[2];
  s.c = {(b[0] - s.d * a[0]) / (a[2] * w * w), (b[1] - s.d * a[1]) / (a[2] * w)};
  return s;
}

StateSpace first_order(const instruments::Section& section) {
  const auto& [b, a] = section;
  StateSpace s;
  s.a = Matrix(1, 1);
  s.a(0, 0) = -a[0] / a[1];
  s.b = {1.0 / a[1]};
  s.d = b[1] / a[1];
  s.c = {b[0] - s.d * a[0]};
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
          "a section is improper (numerator of higher degree), and no plant or controller has such a "
          "response; give each section a denominator of at least the numerator's order");
    whole = series(whole, second ? second_order(section) : first ? first_order(section) : gain(b[0] / a[0]));
  }
  return whole;
}

StateSpace held(const StateSpace& continuous, double sample) {
  const std::size_t n = continuous.b.size();
  Matrix joint(n + 1, n + 1);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < n; ++k) joint(i, k) = sample * continuous.a(i, k);
    joint(i, n) = sample * continuous.b[i];
  }
  const Matrix moved = numerics::exponential(joint);
  StateSpace s = continuous;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < n; ++k) s.a(i, k) = moved(i, k);
    s.b[i] = moved(i, n);
  }
  return s;
}

StateSpace sampled(Sections sections, double rate) {
  StateSpace whole;
  for (const instruments::Section& section : sections) {
    const instruments::DigitalSection z = instruments::bilinear(section, rate);
    StateSpace s;  // the states of DigitalFilter
    s.a = square(-z.m1, 1.0, -z.m2, 0.0);
    s.b = {z.n1 - z.m1 * z.n0, z.n2 - z.m2 * z.n0};
    s.c = {1.0, 0.0};
    s.d = z.n0;
    whole = series(whole, s);
  }
  return whole;
}

StateSpace delay(int samples) {
  StateSpace s;
  if (samples == 0) return s;
  const auto n = static_cast<std::size_t>(samples);
  s.a = Matrix(n, n);
  for (std::size_t i = 0; i + 1 < n; ++i) s.a(i + 1, i) = 1.0;
  s.b.assign(n, 0.0);
  s.b.front() = 1.0;
  s.c.assign(n, 0.0);
  s.c.back() = 1.0;
  s.d = 0.0;
  return s;
}

StateSpace series(const StateSpace& first, const StateSpace& second) {
  const std::size_t n = first.b.size(), m = second.b.size();
  StateSpace both;
  both.a = Matrix(n + m, n + m);
  put(first.a, both.a, 0, 0);
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t k = 0; k < n; ++k) both.a(n + i, k) = second.b[i] * first.c[k];
  put(second.a, both.a, n, n);
  both.b = first.b;
  for (const double element : second.b) both.b.push_back(first.d * element);
  for (const double element : first.c) both.c.push_back(second.d * element);
  both.c.insert(both.c.end(), second.c.begin(), second.c.end());
  both.d = second.d * first.d;
  return both;
}

StateSpace feedback(const StateSpace& open) {
  const double through = 1.0 + open.d;
  if (through == 0.0)
    throw InputError(
        "the loop's direct feedthrough is -1, so it has no solution; reverse the controller's sign");
  StateSpace closed = open;
  for (std::size_t i = 0; i < open.b.size(); ++i)
    for (std::size_t k = 0; k < open.c.size(); ++k) closed.a(i, k) -= open.b[i] * open.c[k] / through;
  for (double& element : closed.b) element /= through;
  for (double& element : closed.c) element /= through;
  closed.d /= through;
  return closed;
}

std::vector<Complex> poles(const StateSpace& system) {
  std::vector<Complex> found = numerics::eigenvalues(system.a);
  std::ranges::sort(found, {}, [](Complex pole) { return std::abs(pole); });
  return found;
}

}  // namespace hilspace::rig
