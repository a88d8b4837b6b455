#pragma once
// What the pairs are held to, without a line of theirs: points of parametrised curves and surfaces, tried on
// a grid, and the nearest ones polished until the distance is right to 1e-12 (its error is the square of that
// of the parameters). And the law that holds every pair: the rate of the penetration by differences.

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <numbers>
#include <optional>
#include <random>
#include <vector>

#include "mechanism/contacts.hpp"
#include "mechanism/pose.hpp"
#include "support/times.hpp"

namespace hilspace::mechanism::test {

using Eigen::Vector3d;

/// A parameter: its bounds, and in how many parts they are first tried.
struct Range {
  double low, high;
  int parts;
};

/// Smallest value of f near x, within the ranges: pattern search, then Newton with differences.
template <std::size_t N, class Function>
double polished(Function&& f, const std::array<Range, N>& ranges, std::array<double, N>& x) {
  const auto clamped = [&](std::array<double, N> y) {
    for (std::size_t i = 0; i < N; ++i) y[i] = std::clamp(y[i], ranges[i].low, ranges[i].high);
    return y;
  };
  double best = f(x = clamped(x));
  const auto search = [&](double share, double until) {
    for (int round = 0; share > until && round < 30; ++round) {
      bool better = false;
      for (std::size_t i = 0; i < N; ++i)
        for (const double sign : {-1.0, 1.0}) {
          auto y = x;
          y[i] += sign * share * (ranges[i].high - ranges[i].low);
          if (const double value = f(y = clamped(y)); value < best) best = value, x = y, better = true;
        }
      if (!better) share *= 0.5;
    }
  };
  search(0.02, 1e-3);
  using Vector = Eigen::Matrix<double, static_cast<int>(N), 1>;
  using Matrix = Eigen::Matrix<double, static_cast<int>(N), static_cast<int>(N)>;
  for (int round = 0; round < 60; ++round) {
    Vector gradient;
    Matrix hessian;
    std::array<double, N> h;
    for (std::size_t i = 0; i < N; ++i) h[i] = 1e-4 * (ranges[i].high - ranges[i].low);
    const auto at = [&](std::size_t i, double a, std::size_t j, double b) {
      auto y = x;
      y[i] += a * h[i];
      y[j] += b * h[j];
      return f(y);
    };
    for (std::size_t i = 0; i < N; ++i) {
      const auto row = static_cast<int>(i);
      const double up = at(i, 1, i, 0), down = at(i, -1, i, 0);
      gradient[row] = (8 * (up - down) - (at(i, 2, i, 0) - at(i, -2, i, 0))) / 12;
      hessian(row, row) = up - 2 * best + down;
      for (std::size_t j = 0; j < i; ++j) {
        const auto column = static_cast<int>(j);
        hessian(row, column) = hessian(column, row) =
            0.25 * (at(i, 1, j, 1) - at(i, 1, j, -1) - at(i, -1, j, 1) + at(i, -1, j, -1));
      }
    }
    for (std::size_t i = 0; i < N; ++i) {  // held at a bound that it would go beyond
      const auto row = static_cast<int>(i);
      const bool held =
          (x[i] <= ranges[i].low && gradient[row] > 0) || (x[i] >= ranges[i].high && gradient[row] < 0);
      if (!held) continue;
      hessian.row(row).setZero();
      hessian.col(row).setZero();
      hessian(row, row) = 1.0;
      gradient[row] = 0.0;
    }
    // towards the least value, be it by a part of the way and along the gradient
    bool better = false;
    for (double damping = 0.0; damping < 1e9 && !better; damping = damping == 0.0 ? 1e-4 : 10.0 * damping) {
      const Matrix damped = hessian + damping * hessian.cwiseAbs().maxCoeff() * Matrix::Identity();
      const Vector step = damped.fullPivLu().solve(gradient);
      auto y = x;
      for (std::size_t i = 0; i < N; ++i) y[i] -= step[static_cast<int>(i)] * h[i];
      const double value = f(y = clamped(y));
      if (value < best) best = value, x = y, better = true;
    }
    if (!better) break;
  }
  search(1e-6, 1e-9);
  return best;
}

/// Smallest value of f within the ranges, from the best places of a grid.
template <std::size_t N, class Function>
double least(Function&& f, const std::array<Range, N>& ranges, std::array<double, N>& where,
             std::size_t tries = 2) {
  struct Place {
    double value;
    std::array<double, N> x;
  };
  std::vector<Place> places;
  std::array<int, N> index{};
  while (true) {
    Place place;
    for (std::size_t i = 0; i < N; ++i)
      place.x[i] = ranges[i].low + (ranges[i].high - ranges[i].low) * (index[i] + 0.5) / ranges[i].parts;
    place.value = f(place.x);
    places.push_back(place);
    std::size_t i = 0;
    while (i < N && ++index[i] == ranges[i].parts) index[i++] = 0;
    if (i == N) break;
  }
  double best = HUGE_VAL;
  for (std::size_t k = 0; k < tries && !places.empty(); ++k) {
    const auto found = std::min_element(places.begin(), places.end(),
                                        [](const Place& a, const Place& b) { return a.value < b.value; });
    const Place start = *found;
    std::erase_if(places, [&](const Place& place) {  // its neighbours lead to the same
      for (std::size_t i = 0; i < N; ++i)
        if (std::abs(place.x[i] - start.x[i]) > 0.13 * (ranges[i].high - ranges[i].low)) return false;
      return true;
    });
    auto x = start.x;
    if (const double value = polished(f, ranges, x); value < best) best = value, where = x;
  }
  return best;
}

inline Vector3d on_circle(double x, double radius, double angle) {
  return {x, radius * std::cos(angle), radius * std::sin(angle)};
}

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  double in(double low, double high) { return std::uniform_real_distribution<double>(low, high)(engine_); }
  Vector3d in_box(double side) { return {in(-side, side), in(-side, side), in(-side, side)}; }
  Vector3d direction() {
    while (true)
      if (const Vector3d v = in_box(1.0); v.norm() > 0.1 && v.norm() < 1.0) return v.normalized();
  }
  Eigen::Matrix3d turn(double most) {
    return Eigen::AngleAxisd(in(-most, most), direction()).toRotationMatrix();
  }

 private:
  std::mt19937_64 engine_;
};

/// The pose after moving for a time: a point q of the active body goes with v + w x q.
inline Pose moved(const Pose& pose, const Vector3d& v, const Vector3d& w, double time) {
  const Eigen::Matrix3d turn = Eigen::AngleAxisd(w.norm() * time, w.normalized()).toRotationMatrix();
  return {turn * pose.turn, turn * pose.origin + time * v};
}

/// The contact that goes on as the one that is looked for.
inline const ContactPoint* same(const Contacts& all, const ContactPoint& as) {
  const ContactPoint* best = nullptr;
  double nearest = 1e-2;
  for (const ContactPoint& one : all) {
    const double apart = std::abs(one.penetration - as.penetration) + 0.05 * (one.normal - as.normal).norm() +
                         0.05 * (one.point - as.point).norm();
    if (apart < nearest) nearest = apart, best = &one;
  }
  return best;
}

/// How far d' is from -n . (v + w x c). None where differences of two widths disagree: across a bend of the
/// surface, or where the contact begins or ends.
template <class Meet>
std::optional<double> rate_error(Meet&& meet, const Pose& pose, const ContactPoint& contact,
                                 const Vector3d& v, const Vector3d& w) {
  bool whole = true;
  const auto depth = [&](double time) {
    Contacts all;
    meet(moved(pose, v, w, time), all);
    const ContactPoint* const found = same(all, contact);
    whole = whole && found != nullptr;
    return found != nullptr ? found->penetration : 0.0;
  };
  const auto slope = [&](double h) {
    return (8 * (depth(h) - depth(-h)) - (depth(2 * h) - depth(-2 * h))) / (12 * h);
  };
  const double wide = slope(2e-5), narrow = slope(1e-5);
  if (!whole || std::abs(wide - narrow) > 2e-9) return std::nullopt;
  return std::abs(narrow + contact.normal.dot(v + w.cross(contact.point)));
}

/// Tallies of a pair over many poses.
struct Tally {
  double depth = 0.0, rate = 0.0;
  int poses = 0, rates = 0, unsmooth = 0;

  void add_depth(double error) { depth = std::max(depth, std::abs(error)), ++poses; }
  template <class Meet>
  void add_rates(Meet&& meet, const Pose& pose, const Contacts& all, Random& random) {
    const Vector3d v = random.in_box(1.0), w = random.in_box(1.0);
    for (const ContactPoint& contact : all) {
      const auto error = rate_error(meet, pose, contact, v, w);
      if (error)
        rate = std::max(rate, *error), ++rates;
      else
        ++unsmooth;
    }
  }
};

/// Rates within 1e-8; where a minimum over a circle is behind them, 1e-7.
inline constexpr double kRate = 1e-8, kRingRate = 1e-7;

inline int poses(int usual) {
  return static_cast<int>(hilspace::test::fewer(static_cast<std::uint64_t>(usual) * hilspace::test::times()));
}

inline void expect_law(const Tally& tally, double rate, const char* what, double unsmooth = 0.02) {
  EXPECT_LT(tally.depth, 1e-12) << what;
  EXPECT_LT(tally.rate, rate) << what;
  EXPECT_LE(tally.unsmooth, 2 + unsmooth * tally.rates) << what;
  EXPECT_GT(tally.rates, tally.poses / 2) << what;
  std::printf("%-28s %7d poses  d %.1e  rate %.1e of %d (%d across a bend)\n", what, tally.poses, tally.depth,
              tally.rate, tally.rates, tally.unsmooth);
}

}  // namespace hilspace::mechanism::test
