#include "rig/control/linear_system.hpp"

#include <algorithm>
#include <cmath>

#include "numerics/linear_algebra.hpp"

namespace hilspace::rig {
namespace {

Complex value(const std::array<double, 3>& c, Complex s) { return c[0] + s * (c[1] + s * c[2]); }

template <class Part>
std::vector<Complex> all_roots(Sections sections, Part part) {
  std::vector<Complex> found;
  for (const instruments::Section& section : sections)
    for (const Complex root : roots(part(section))) found.push_back(root);
  return found;
}

}  // namespace

Complex response(Sections sections, double frequency) {
  const Complex s(0.0, frequency);
  Complex found = 1.0;
  for (const auto& [numerator, denominator] : sections) found *= value(numerator, s) / value(denominator, s);
  return found;
}

std::vector<Complex> poles(Sections sections) {
  return all_roots(sections, [](const instruments::Section& section) { return section.denominator; });
}
std::vector<Complex> zeros(Sections sections) {
  return all_roots(sections, [](const instruments::Section& section) { return section.numerator; });
}

std::vector<instruments::Section> series(Sections first, Sections second) {
  std::vector<instruments::Section> both(first.begin(), first.end());
  both.insert(both.end(), second.begin(), second.end());
  return both;
}

std::vector<double> product(std::span<const double> a, std::span<const double> b) {
  std::vector<double> found(a.size() + b.size() - 1, 0.0);
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t k = 0; k < b.size(); ++k) found[i + k] += a[i] * b[k];
  return found;
}

std::vector<Complex> roots(std::span<const double> polynomial) {
  while (!polynomial.empty() && polynomial.back() == 0.0)
    polynomial = polynomial.first(polynomial.size() - 1);
  std::vector<Complex> found;
  while (polynomial.size() > 1 && polynomial.front() == 0.0) {  // roots at 0
    found.emplace_back(0.0);
    polynomial = polynomial.subspan(1);
  }
  if (polynomial.size() < 2) return found;
  const std::size_t order = polynomial.size() - 1;
  const double mean =
      std::pow(std::abs(polynomial.front() / polynomial.back()), 1.0 / static_cast<double>(order));
  numerics::Matrix companion(order, order);
  for (std::size_t i = 0; i + 1 < order; ++i) companion(i + 1, i) = 1.0;
  // With s = mean x the coefficient of x^i is c_i mean^i; the leading one becomes 1.
  double scale = polynomial.back();
  for (std::size_t i = order; i-- > 0;) {
    scale *= mean;
    companion(i, order - 1) = -polynomial[i] / scale;
  }
  for (const Complex root : numerics::eigenvalues(companion)) found.push_back(mean * root);
  std::ranges::sort(found, {}, [](Complex root) { return std::abs(root); });
  return found;
}

double natural_frequency(Complex root) { return std::abs(root); }
double damping(Complex root) { return -root.real() / std::abs(root); }

std::vector<double> logarithmic(double from, double to, std::size_t count) {
  std::vector<double> found(count);
  const double step = std::log(to / from) / static_cast<double>(count - 1);
  for (std::size_t i = 0; i < count; ++i) found[i] = from * std::exp(step * static_cast<double>(i));
  return found;
}

}  // namespace hilspace::rig
