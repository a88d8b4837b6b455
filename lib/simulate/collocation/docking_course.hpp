#pragma once
// The docking model's contact by Hunt and Crossley's law with exponent 3/2: solved once, for every scenario.
//
//   d" = -(k/m) d^(3/2) (1 + (chi/v0) d'),   d(0) = 0,   d'(0) = v0
//
// In units of length l = (m v0^2/k)^(2/5) and of time l/v0 it depends on the damping number chi alone:
//
//   d" = -d^(3/2) (1 + chi d'),   d(0) = 0,   d'(0) = 1
//
// Motion over equal parts of its duration, by powers of tau (integrate/collocation.hpp), and what is asked of the
// whole contact are polynomials in
//
//   z = 3 (chi - 1)/(chi + 3),   -1 <= z <= 1 for 0 <= chi <= 3
//
// through solutions at 13 values of z. The solution is regular but at chi = -1, where the damping takes the elastic
// force away, and at infinity: z = -3 and 3. So the error falls by 3 + sqrt(8) = 5.8 with each power.
//
// Error in these units: below 3e-8 for duration, velocity after, peaks and area. Of the motion that of degree 6 over a
// part: the first integral is within 4e-6 for chi up to 0.3, 1e-5 up to 1, 3e-5 up to 3.
// Limits: 0 <= chi <= 3. docs/numerics.md, "Collocation".

#include <array>
#include <cstddef>

#include "core/scalar.hpp"
#include "integrate/collocation.hpp"

namespace hilspace::simulate {

/// Largest damping number of the series.
inline constexpr double kMostDamping = 3.0;

/// Of the velocity after, relative: against the first integral of the law.
inline constexpr double kSeriesError = 3e-8;

template <class S>
struct DockingCourse {
  static constexpr std::size_t kParts = 8;
  static constexpr std::size_t kNumbers = 2 * kParts * (integrate::kNodes + 1) + 5;

  std::array<integrate::OverPiece<S>, kParts> d, v;  // powers of tau: onset, even ones, ending
  S duration, velocity_after;
  S peak_penetration, peak_force;  // of d and of d^(3/2) (1 + chi v)
  S area_penetration;              // integral of d

  /// All of its numbers, in a fixed order.
  template <class Self, class Visit>
  static void each(Self& self, Visit&& visit) {
    for (auto& part : self.d)
      for (auto& power : part) visit(power);
    for (auto& part : self.v)
      for (auto& power : part) visit(power);
    visit(self.duration);
    visit(self.velocity_after);
    visit(self.peak_penetration);
    visit(self.peak_force);
    visit(self.area_penetration);
  }
};

/// Coefficients of the powers of z, of each number of a course.
struct DockingSeries {
  static constexpr std::size_t kTerms = 13;
  std::array<std::array<double, DockingCourse<double>::kNumbers>, kTerms> terms;
};
const DockingSeries& docking_series();

template <class S>
HILSPACE_INLINE DockingCourse<S> docking_course(const DockingSeries& series, S damping_number) {
  const S z = S(3.0) * (damping_number - S(1.0)) / (damping_number + S(3.0));
  DockingCourse<S> course;
  std::size_t i = 0;
  DockingCourse<S>::each(course, [&](S& number) HILSPACE_INLINE_LAMBDA {
    S sum(series.terms[DockingSeries::kTerms - 1][i]);
    for (std::size_t n = DockingSeries::kTerms - 1; n-- > 0;) sum = S(series.terms[n][i]) + z * sum;
    number = sum;
    ++i;
  });
  return course;
}

}  // namespace hilspace::simulate
