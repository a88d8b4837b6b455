#include "mechanism/pairs/table.hpp"

#include <cmath>
#include <string>

#include "core/error.hpp"
#include "mechanism/pairs/borders.hpp"
#include "mechanism/pairs/no_pair.hpp"
#include "mechanism/pairs/petal.hpp"
#include "mechanism/pairs/segment.hpp"
#include "mechanism/pairs/sphere.hpp"
#include "mechanism/pairs/torus.hpp"

namespace hilspace::mechanism {

namespace {

template <class Active, class Passive, class... Its>
void straight(const Primitive& active, const Primitive& passive, const Pose& pose, Its&... its,
              Contacts& out) {
  pairs::contacts(*std::get_if<Active>(&active), *std::get_if<Passive>(&passive), pose, its..., out);
}

/// The passive feature plays the active one.
template <class Active, class Passive, class... Its>
void exchanged(const Primitive& active, const Primitive& passive, const Pose& pose, Its&... its,
               Contacts& out) {
  const std::size_t before = out.size();
  pairs::contacts(*std::get_if<Passive>(&passive), *std::get_if<Active>(&active), pose.inverse(), its...,
                  out);
  for (std::size_t i = before; i < out.size(); ++i) {
    const double d = out[i].penetration;
    const Eigen::Vector3d n = -pose.direction(out[i].normal);
    out[i] = {d, n, pose.point(out[i].point) + d * n};
  }
}

template <class Active, class Passive, class... Its>
concept Known = requires(const Active& a, const Passive& p, Its&... its, Contacts& out) {
  pairs::contacts(a, p, Pose{}, its..., out);
};

/// PairFunction, or with Followed a FollowFunction.
template <class Function, class Active, class Passive, class... Its>
constexpr Function function() {
  if constexpr (Known<Active, Passive, Its...>)
    return straight<Active, Passive, Its...>;
  else if constexpr (Known<Passive, Active, Its...>)
    return exchanged<Active, Passive, Its...>;
  else
    return nullptr;
}

template <class Active, class Passive>
concept HasGap = requires(const Active& a, const Passive& p) {
  pairs::gap(a, p, Pose{});
};

template <class Active, class Passive>
constexpr GapFunction gap_function() {
  if constexpr (HasGap<Active, Passive>)
    return [](const Primitive& a, const Primitive& p, const Pose& pose) {
      return pairs::gap(*std::get_if<Active>(&a), *std::get_if<Passive>(&p), pose);
    };
  else if constexpr (HasGap<Passive, Active>)
    return [](const Primitive& a, const Primitive& p, const Pose& pose) {
      return pairs::gap(*std::get_if<Passive>(&p), *std::get_if<Active>(&a), pose.inverse());
    };
  else
    return nullptr;
}

struct Pair {
  PairFunction contacts;
  FollowFunction follow;
  GapFunction gap;
};

constexpr std::size_t kKinds = std::variant_size_v<Primitive>;
using Row = std::array<Pair, kKinds>;

template <class Active, class Passive>
constexpr Pair of() {
  return {function<PairFunction, Active, Passive>(), function<FollowFunction, Active, Passive, Followed>(),
          gap_function<Active, Passive>()};
}

template <std::size_t kActive, std::size_t... kPassive>
constexpr Row row(std::index_sequence<kPassive...>) {
  return {of<std::variant_alternative_t<kActive, Primitive>,
             std::variant_alternative_t<kPassive, Primitive>>()...};
}
template <std::size_t... kActive>
constexpr std::array<Row, kKinds> table(std::index_sequence<kActive...>) {
  return {row<kActive>(std::make_index_sequence<kKinds>())...};
}
constexpr std::array<Row, kKinds> kTable = table(std::make_index_sequence<kKinds>());

const Pair& pair(const Primitive& active, const Primitive& passive) {
  return kTable[active.index()][passive.index()];
}

}  // namespace

PairFunction find_pair(const Primitive& active, const Primitive& passive) {
  return pair(active, passive).contacts;
}

FollowFunction find_follow(const Primitive& active, const Primitive& passive) {
  return pair(active, passive).follow;
}

GapFunction find_gap(const Primitive& active, const Primitive& passive) { return pair(active, passive).gap; }

std::string no_pair(const Primitive& active, const Primitive& passive) {
  std::string known;
  for (std::size_t i = 0; i < kKinds; ++i)
    for (std::size_t j = i; j < kKinds; ++j)
      if (kTable[i][j].contacts != nullptr) {
        if (!known.empty()) known += ", ";
        known += std::string(kPrimitiveNames[i]) + " and " + std::string(kPrimitiveNames[j]);
      }
  return "there is no contact of " + std::string(name_of(active)) + " and " + std::string(name_of(passive)) +
         "; pairs that meet, either of them active: " + known;
}

bool never_push(const Primitive& one, const Primitive& other) {
  constexpr double kSurface = HUGE_VAL;
  const auto thickness = [](const Primitive& its) {
    if (const auto* sphere = std::get_if<primitive::Sphere>(&its)) return sphere->radius;
    if (const auto* torus = std::get_if<primitive::Torus>(&its)) return torus->tube;
    if (const auto* segment = std::get_if<primitive::Segment>(&its)) return segment->radius;
    return std::holds_alternative<primitive::Edge>(its) ? 0.0 : kSurface;
  };
  const auto is_signed = [](const Primitive& a, const Primitive& b) {  // met from inside
    return std::holds_alternative<primitive::Segment>(a) && std::holds_alternative<primitive::Edge>(b);
  };
  return thickness(one) + thickness(other) == 0.0 && !is_signed(one, other) && !is_signed(other, one);
}

PairFunction pair_of(const Primitive& active, const Primitive& passive) {
  if (const PairFunction found = find_pair(active, passive)) return found;
  throw InputError(no_pair(active, passive));
}

}  // namespace hilspace::mechanism
