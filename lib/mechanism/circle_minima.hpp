#pragma once
// All local minima of a function over a circle, from its slope by the angle.
//
//   u = (c, s)   a unit vector, (cos, sin) of the angle: no angle is needed, and only the square root
//   brackets     the circle in equal parts; the slope goes through zero upwards where a minimum is
//   dips         where the slope comes near zero and turns back between three directions, it may have gone
//                through zero twice; it is searched for that by golden section
//
// Within a bracket u runs along the chord, and the root is refined to double precision. A minimum and a
// maximum closer than about 1e-3 of a bracket can be missed together; deeper minima are found. Where the
// slope is zero everywhere (a circle on the axis of its partner) there is no minimum but a valley all around:
// one direction, u = (1, 0), represents it.
//
// follow() is the search for one whose direction is known at a pose nearby, by the secant from the slope's rise there.

#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>

#include "mechanism/illinois.hpp"

namespace hilspace::mechanism {

struct UnitVector {
  double c, s;
};

namespace circle {

/// Equally spaced directions of a circle, rotated by the first step, whose cosine and sine are given.
template <std::size_t kParts>
constexpr std::array<UnitVector, kParts> directions(double c, double s) {
  std::array<UnitVector, kParts> all{};
  all[0] = {1.0, 0.0};
  for (std::size_t i = 1; i < kParts; ++i)
    all[i] = {all[i - 1].c * c - all[i - 1].s * s, all[i - 1].s * c + all[i - 1].c * s};
  return all;
}
inline constexpr auto kCoarse = directions<24>(0.96592582628906829, 0.25881904510252076);
inline constexpr auto kMedium = directions<48>(0.99144486137381041, 0.13052619222005159);
inline constexpr auto kFine = directions<96>(0.99785892323860348, 0.06540312923014306);

/// Interval between low and high in which the slope has the other sign, if any: there it comes nearest to
/// zero.
template <class Slope>
bool turns_over(Slope&& toward_zero, double low, double high, double& where) {
  constexpr double kGolden = 0.61803398874989485;
  double left = high - kGolden * (high - low), right = low + kGolden * (high - low);
  double at_left = toward_zero(left), at_right = toward_zero(right);
  for (int i = 0; i < 14; ++i) {
    if (at_left < 0.0) return where = left, true;
    if (at_right < 0.0) return where = right, true;
    if (at_left < at_right) {
      high = right, right = left, at_right = at_left;
      at_left = toward_zero(left = high - kGolden * (high - low));
    } else {
      low = left, left = right, at_left = at_right;
      at_right = toward_zero(right = low + kGolden * (high - low));
    }
  }
  return false;
}

/// slope(u) is the derivative by the angle, flat the value that counts as none; found(u) is called for each
/// minimum between directions that are all `wanted`, and may be for others. False: a valley all around.
template <std::size_t kParts, class Slope, class Found>
bool minima(const std::array<UnitVector, kParts>& all, const std::array<bool, kParts>& wanted, double flat,
            Slope&& slope, Found&& found) {
  std::array<double, kParts> at;
  bool valley = true;
  for (std::size_t i = 0; i < kParts; ++i) {
    if (!wanted[i]) continue;
    at[i] = slope(all[i]);
    valley = valley && std::abs(at[i]) <= flat;
  }
  for (std::size_t i = 0; valley && i < kParts; ++i)
    if (!wanted[i]) valley = std::abs(slope(all[i])) <= flat;
  if (valley) {
    found(all[0]);
    return false;
  }
  for (std::size_t i = 0; i < kParts; ++i) {
    const std::size_t next = i + 1 < kParts ? i + 1 : 0, after = next + 1 < kParts ? next + 1 : 0;
    if (!wanted[i] || !wanted[next]) continue;
    // t from 0 to 1 is from i to next, on to 2 from next to after
    const auto direction = [&](double t) {
      const UnitVector &a = t < 1.0 ? all[i] : all[next], &b = t < 1.0 ? all[next] : all[after];
      const double share = t < 1.0 ? t : t - 1.0;
      const double c = a.c + share * (b.c - a.c), s = a.s + share * (b.s - a.s);
      const double length = std::sqrt(c * c + s * s);
      return UnitVector{c / length, s / length};
    };
    const auto along = [&](double t) { return slope(direction(t)); };
    const auto polish = [&](double low, double at_low, double high, double at_high) {
      found(direction(illinois(along, low, at_low, high, at_high)));
    };
    if (at[i] < 0.0 && at[next] >= 0.0) polish(0.0, at[i], 1.0, at[next]);
    if (!wanted[after]) continue;
    const bool below = at[next] < 0.0;
    if ((at[i] < 0.0) != below || (at[after] < 0.0) != below) continue;
    if (std::abs(at[next]) > std::abs(at[i]) || std::abs(at[next]) > std::abs(at[after])) continue;
    double where = 0.0;
    if (!turns_over([&](double t) { return below ? -along(t) : along(t); }, 0.0, 2.0, where)) continue;
    if (below)
      polish(0.0, at[i], where, along(where));
    else
      polish(where, along(where), 2.0, at[after]);
  }
  return true;
}

template <std::size_t kParts, class Slope, class Found>
bool minima(const std::array<UnitVector, kParts>& all, double flat, Slope&& slope, Found&& found) {
  std::array<bool, kParts> wanted;
  wanted.fill(true);
  return minima(all, wanted, flat, slope, found);
}

/// One of them, and how fast the slope rises there by the angle.
struct Minimum {
  UnitVector at;
  double rise;
};

/// u turned by atan(t).
inline UnitVector turned(UnitVector u, double t) {
  const double length = std::sqrt(1.0 + t * t);
  return {(u.c - u.s * t) / length, (u.s + u.c * t) / length};
}

/// What is to be known of a minimum to follow it.
template <class Slope>
Minimum minimum(UnitVector u, Slope&& slope) {
  constexpr double kAside = 1e-4;
  return {u, (slope(turned(u, kAside)) - slope(turned(u, -kAside))) / (2.0 * kAside)};
}

/// The minimum to which that one has moved. None where the slope does not rise, far away, or where it is too flat.
template <class Slope>
std::optional<UnitVector> follow(const Minimum& from, Slope&& slope) {
  constexpr int kMost = 10;
  constexpr double kFar = 0.1, kStill = 1e-11;
  double last = 0.0, at_last = slope(from.at), rise = from.rise;
  for (int i = 0; i < kMost; ++i) {
    if (!(rise > 0.0)) return std::nullopt;
    const double t = last - at_last / rise;
    if (!(std::abs(t) <= kFar)) return std::nullopt;
    const UnitVector u = turned(from.at, t);
    if (std::abs(t - last) <= kStill) return u;
    const double at = slope(u);
    rise = (at - at_last) / (t - last);
    last = t, at_last = at;
  }
  return std::nullopt;
}

/// All that they have moved to, if none was lost and no two have run into one.
template <std::size_t kMost, class Slope>
bool follow(std::span<const Minimum> from, Slope&& slope, std::array<UnitVector, kMost>& to) {
  constexpr double kSame = 1e-9;
  for (std::size_t i = 0; i < from.size(); ++i) {
    const std::optional<UnitVector> u = follow(from[i], slope);
    if (!u) return false;
    for (std::size_t k = 0; k < i; ++k)
      if (std::abs(u->c - to[k].c) + std::abs(u->s - to[k].s) < kSame) return false;
    to[i] = *u;
  }
  return true;
}

}  // namespace circle
}  // namespace hilspace::mechanism
