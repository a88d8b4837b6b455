#include "mechanism/revolution.hpp"

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "core/error.hpp"

namespace hilspace::mechanism {

namespace {

std::string numbered(std::size_t i) { return "point " + std::to_string(i + 1) + " of the profile"; }

/// On which side of the way from a to b a point is: > 0 left, < 0 right.
double side_of(const Vec2& a, const Vec2& b, const Vec2& p) {
  return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
}

bool cross(const Vec2& a, const Vec2& b, const Vec2& c, const Vec2& d) {
  return side_of(a, b, c) * side_of(a, b, d) < 0.0 && side_of(c, d, a) * side_of(c, d, b) < 0.0;
}

/// Two of its walls that cross: what is free on one side of the one is material of the other.
std::string crossing(std::span<const Vec2> profile) {
  for (std::size_t i = 0; i + 1 < profile.size(); ++i)
    for (std::size_t j = i + 2; j + 1 < profile.size(); ++j)
      if (cross(profile[i], profile[i + 1], profile[j], profile[j + 1]))
        return "the profile crosses itself: its way from point " + std::to_string(i + 1) + " to " +
               std::to_string(i + 2) + " meets that from " + std::to_string(j + 1) + " to " +
               std::to_string(j + 2);
  return {};
}

std::vector<std::string> wrong_with(std::span<const Vec2> profile, std::size_t most) {
  std::vector<std::string> findings;
  if (profile.empty()) findings.emplace_back("the profile has no points; give at least one (x, r)");
  if (profile.size() > most)
    findings.push_back("the profile has " + std::to_string(profile.size()) + " points, at most " +
                       std::to_string(most) + " are possible; split it into two features");
  if (profile.size() == 1 && !(profile[0][1] > 0.0))
    findings.emplace_back("a profile of one point is a circle; give it a radius above 0");
  for (std::size_t i = 0; i < profile.size(); ++i) {
    if (!std::isfinite(profile[i][0]) || !(profile[i][1] >= 0.0) || !std::isfinite(profile[i][1]))
      findings.push_back(numbered(i) + " is nowhere; x has to be finite, r finite and not negative");
    if (i > 0 && profile[i] == profile[i - 1])
      findings.push_back(numbered(i) + " is the same as the one before; leave one of them out");
  }
  if (auto found = crossing(profile); findings.empty() && !found.empty())
    findings.push_back(std::move(found));
  return findings;
}

}  // namespace

Revolution::Revolution(std::span<const Vec2> profile) {
  if (auto findings = wrong_with(profile, kMostPoints); !findings.empty())
    throw InputError(std::move(findings));
  points_ = profile.size();
  for (std::size_t i = 0; i < points_; ++i) {
    point_[i].x = profile[i][0];
    point_[i].r = profile[i][1];
    if (i + 1 == points_) break;
    const double dx = profile[i + 1][0] - profile[i][0], dr = profile[i + 1][1] - profile[i][1];
    point_[i].length = std::sqrt(dx * dx + dr * dr);
    point_[i].along_x = dx / point_[i].length;
    point_[i].along_r = dr / point_[i].length;
  }
  first_[chains_++] = 0;
  for (std::size_t i = 1; i + 1 < points_; ++i) {
    const Point &in = point_[i - 1], &out = point_[i];
    if (in.along_x * out.along_r - in.along_r * out.along_x > 0.0) first_[chains_++] = i;
  }
  first_[chains_] = points_ - 1;
}

Wall Revolution::nearest(std::size_t chain, double x, double r) const {
  const std::size_t first = first_[chain], last = first_[chain + 1];
  Wall best{HUGE_VAL, -1.0, 0.0};
  for (std::size_t i = first; i < last; ++i) {
    const Point& a = point_[i];
    const double dx = x - a.x, dr = r - a.r;
    const double foot = dx * a.along_x + dr * a.along_r;
    if (foot < 0.0 || foot > a.length) continue;
    const double k = dr * a.along_x - dx * a.along_r;
    if (std::abs(k) < std::abs(best.distance)) best = {k, -a.along_r, a.along_x};
  }
  for (std::size_t i = first; i <= last; ++i) {
    const double dx = x - point_[i].x, dr = r - point_[i].r;
    const double k = std::sqrt(dx * dx + dr * dr);
    if (k >= std::abs(best.distance)) continue;
    best = k > 0.0 ? Wall{k, dx / k, dr / k} : Wall{0.0, best.axial, best.radial};
  }
  return best;
}

double Revolution::wall_at(std::size_t chain, double x) const {
  double least = HUGE_VAL;
  for (std::size_t i = first_[chain]; i < first_[chain + 1]; ++i) {
    const Point &a = point_[i], &b = point_[i + 1];
    if (a.along_x == 0.0 || (x - a.x) * (x - b.x) > 0.0) continue;
    least = std::fmin(least, a.r + (x - a.x) * a.along_r / a.along_x);
  }
  return least;
}

}  // namespace hilspace::mechanism
