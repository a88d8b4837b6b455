#pragma once
// The contract of a mechanism, the counterpart of the probe's tip: pure geometry, in the target's mechanism
// frame. It is independent of bodies, laws and steps, and answers eight questions about P, the centre of the
// tip:
//
//   contact(P) -> ContactPoint   penetration, normal and point (contact_point.hpp); continuous in P
//   start() -> m                 where along x the tip's centre is at the start
//   advance_left(P) -> m         how far the tip is from the base, where it has docked; infinite: no base
//   way_out(P) -> m              how far it has to go until it is out for good, when it moves out
//   to_mouth(P) -> m             how far it has to go in to the plane of the mouth, negative behind it; infinite:
//                                no mouth
//   outside(P) -> bool           whether it is farther from the axis than the mouth's rim
//   bend(P) -> m                 radius at which the wall bends away from a path: d'' <= V^2/bend + |P''|
//   meets_again() -> bool        whether a probe that has left the wall may come back to it
//
// bend() must be a true bound: analytic coast steps rely on it. The concept below states the contract to the
// compiler; the model requires it of its mechanism.

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
  { mechanism.to_mouth(centre) } -> std::same_as<double>;
  { mechanism.outside(centre) } -> std::same_as<bool>;
  { mechanism.bend(centre) } -> std::same_as<double>;
  { mechanism.meets_again() } -> std::same_as<bool>;
};

}  // namespace hilspace::mechanism
