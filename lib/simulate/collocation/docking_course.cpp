#include "simulate/collocation/docking_course.hpp"

#include <algorithm>
#include <cmath>

#include "core/parabola.hpp"
#include "simulate/collocation/contact_pieces.hpp"

namespace hilspace::simulate {
namespace {

using Course = DockingCourse<double>;
using integrate::kNodes;

constexpr std::size_t kTerms = DockingSeries::kTerms;
/// Near those of Chebyshev, so that the error is spread evenly.
constexpr std::array<double, kTerms> kAbscissae{-0.9927, -0.9350, -0.8230, -0.6631, -0.4647, -0.2393, 0.0,
                                                0.2393,  0.4647,  0.6631,  0.8230,  0.9350,  0.9927};

/// Many more pieces than the error needs: they are solved once.
constexpr std::size_t kPieces = 24;

/// Of the docking model, within 1 %: its dependence on chi, fitted up to kMostDamping. In units of the series.
double expected_duration(double chi) {
  constexpr double kElastic = 3.218;
  return kElastic * (1.0 + chi * (0.0684 + 0.0078 * chi));
}

struct PlaceAndRate {
  double d, v;
};
struct PowersOfPieces {
  std::array<integrate::OverPiece<double>, kPieces> d, v;
};
PlaceAndRate motion_at(const Pieces<double, kPieces>& contact, const PowersOfPieces& powers, double time) {
  std::size_t p = 0;
  while (p + 1 < kPieces && time > contact.pieces[p + 1].start) ++p;
  const auto& piece = contact.pieces[p];
  const double share = std::clamp((time - piece.start) / piece.length, 0.0, 1.0);
  const double tau = integrate::tau_at(integrate::course_of(p, kPieces), share);
  return {integrate::at(powers.d[p], tau), integrate::at(powers.v[p], tau)};
}

Course solved_course(double chi) {
  const PieceLaw<double> law{1.0, chi};
  Pieces<double, kPieces> contact;
  solve_contact<false>(Linear<double>{1.0, 0.0, 0.0, 0.0, 0.0}, law, {0.0, 1.0, 0.0, 1.0, 0.0, 0.0}, 0.0,
                       expected_duration(chi), Quanta<double>{}, contact);
  PowersOfPieces powers;
  for (std::size_t p = 0; p < kPieces; ++p) {
    powers.d[p] = integrate::powers_of(contact.pieces[p].d);
    powers.v[p] = integrate::powers_of(contact.pieces[p].v);
  }
  Course course{};
  course.duration = contact.end;
  course.velocity_after = contact.last.v;
  for (std::size_t part = 0; part < Course::kParts; ++part) {
    const integrate::Course its = integrate::course_of(part, Course::kParts);
    integrate::OverPiece<double> d, v;
    for (std::size_t i = 0; i <= kNodes; ++i) {
      const double tau = i == 0 ? 0.0 : integrate::kNodeTaus[i - 1];
      const auto at = motion_at(contact, powers,
                                (static_cast<double>(part) + integrate::time_share(its, tau)) *
                                    (contact.end / static_cast<double>(Course::kParts)));
      d[i] = at.d;
      v[i] = at.v;
    }
    course.d[part] = integrate::powers_of(d);
    course.v[part] = integrate::powers_of(v);
  }
  for (std::size_t p = 0; p < kPieces; ++p) {
    const auto& piece = contact.pieces[p];
    const integrate::Course its = integrate::course_of(p, kPieces);
    for (std::size_t i = 0; i < kNodes; ++i)
      course.area_penetration += piece.length * integrate::kQuadrature[i] *
                                 integrate::time_rate(its, integrate::kNodeTaus[i]) * piece.d[i + 1];
  }
  // Parabolas through the largest of many samples.
  constexpr int kSamples = 600;
  Points<double> d{}, f{};
  for (int k = 0; k <= kSamples; ++k) {
    const auto at = motion_at(contact, powers, contact.end * k / kSamples);
    d = {d[1], d[2], at.d};
    f = {f[1], f[2], law.force(at.d, at.v)};
    if (k < 2) continue;
    const auto raise = [](double& peak, const Points<double>& points) {
      const Parabola<double> curve(points);
      peak = std::max(peak, curve.at(curve.summit()));
    };
    raise(course.peak_penetration, d);
    raise(course.peak_force, f);
  }
  return course;
}

/// Coefficients of the polynomials through the values at all abscissae.
DockingSeries series() {
  DockingSeries result{};
  for (std::size_t k = 0; k < kTerms; ++k) {
    std::array<double, kTerms> product{1.0};  // Lagrange's polynomial, multiplied out
    std::size_t degree = 0;
    for (std::size_t j = 0; j < kTerms; ++j) {
      if (j == k) continue;
      const double apart = kAbscissae[k] - kAbscissae[j];
      ++degree;
      for (std::size_t i = degree + 1; i-- > 0;)
        product[i] = ((i > 0 ? product[i - 1] : 0.0) - kAbscissae[j] * product[i]) / apart;
    }
    const double z = kAbscissae[k];
    const Course course = solved_course((3.0 + 3.0 * z) / (3.0 - z));
    std::size_t number = 0;
    Course::each(course, [&](double value) {
      for (std::size_t i = 0; i < kTerms; ++i) result.terms[i][number] += product[i] * value;
      ++number;
    });
  }
  return result;
}

}  // namespace

const DockingSeries& docking_series() {
  static const DockingSeries all = series();
  return all;
}

}  // namespace hilspace::simulate
