#pragma once
// The contract of a mechanism, which is what the probe's tip meets: pure geometry, in the target's mechanism
// frame. It knows nothing of bodies, laws or steps, and answers six questions about P, the centre of the tip:
//
//   contact(P) -> ContactPoint   penetration, normal and point (contact_point.hpp); continuous in P
//   start() -> m                 where along x the tip's centre is at the start
//   advance_left(P) -> m         how far the tip is from the base, where it has docked; infinite: no base
//   way_out(P) -> m              how far it has to go until it is out for good, when it moves out
//   bend(P) -> m                 radius at which the wall bends away from a path: d'' <= V^2/bend + |P''|
//   kMeetsAgain                  whether a probe that has left the wall may come back to it
//
// bend() has to be a true bound: leaps through free flight rely on it. The concept below says the same to the
// compiler; the model holds its mechanism to it.

#include <concepts>

#include "mechanism/contact_point.hpp"
#include "mechanism/setup.hpp"

namespace hilspace::mechanism {

template <class T>
concept Mechanism = std::constructible_from<T, const Setup&> &&
    requires(const T mechanism, const Eigen::Vector3d& centre) {
  { mechanism.contact(centre) } -> std::same_as<ContactPoint>;
  { mechanism.start() } -> std::same_as<double>;
  { mechanism.advance_left(centre) } -> std::same_as<double>;
  { mechanism.way_out(centre) } -> std::same_as<double>;
  { mechanism.bend(centre) } -> std::same_as<double>;
  { T::kMeetsAgain } -> std::convertible_to<bool>;
};

}  // namespace hilspace::mechanism
