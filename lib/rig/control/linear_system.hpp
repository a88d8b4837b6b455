#pragma once
// Linear systems as second-order sections in cascade: frequency response, poles and zeros.
//
//   G(s) = product of (b0 + b1 s + b2 s^2)/(a0 + a1 s + a2 s^2)
//
// Sections are kept apart: the coefficients of a whole plant's polynomials (1e21 to 1e38 in A.12) are so
// badly scaled that rounding, or a misprint, displaces the roots. Polynomials are lists of coefficients c0,
// c1, ... of c0 + c1 s + c2 s^2 + ...; their roots are the eigenvalues of the companion matrix, scaled by the
// roots' geometric mean. Frequencies in rad/s.

#include <complex>
#include <span>
#include <vector>

#include "instruments/setup.hpp"

namespace hilspace::rig {

using Complex = std::complex<double>;
using Sections = std::span<const instruments::Section>;

/// G(j w).
Complex response(Sections sections, double frequency);

std::vector<Complex> poles(Sections sections);
std::vector<Complex> zeros(Sections sections);

/// Series connection.
std::vector<instruments::Section> series(Sections first, Sections second);

std::vector<double> product(std::span<const double> a, std::span<const double> b);
/// In rising order of magnitude. Leading zeros (c_n = 0) do not count.
std::vector<Complex> roots(std::span<const double> polynomial);

/// {d, w} of 1 + 2 d s/w + s^2/w^2 for a root, or for a pair of roots p, p*.
double natural_frequency(Complex root);
double damping(Complex root);

/// Evenly spaced on a logarithmic axis, both ends included.
std::vector<double> logarithmic(double from, double to, std::size_t count);

}  // namespace hilspace::rig
