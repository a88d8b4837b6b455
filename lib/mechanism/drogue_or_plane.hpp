#pragma once
// What a single tip touches: a drogue or a plane, whichever a setup has. One type for both: a run is compiled once.

#include "mechanism/drogue.hpp"
#include "mechanism/plane.hpp"

namespace hilspace::mechanism {

struct DrogueOrPlane {
  bool is_plane;
  Drogue drogue;
  Plane plane;

  explicit DrogueOrPlane(const Setup& setup)
      : is_plane(setup.kind == MechanismKind::plane), drogue(setup), plane(setup) {}

  ContactPoint contact(const Eigen::Vector3d& centre) const {
    return is_plane ? plane.contact(centre) : drogue.contact(centre);
  }
  double advance_left(const Eigen::Vector3d& centre) const {
    return is_plane ? plane.advance_left(centre) : drogue.advance_left(centre);
  }
  double way_out(const Eigen::Vector3d& centre) const {
    return is_plane ? plane.way_out(centre) : drogue.way_out(centre);
  }
  double to_mouth(const Eigen::Vector3d& centre) const {
    return is_plane ? plane.to_mouth(centre) : drogue.to_mouth(centre);
  }
  bool outside(const Eigen::Vector3d& centre) const {
    return is_plane ? plane.outside(centre) : drogue.outside(centre);
  }
  double bend(const Eigen::Vector3d& centre) const {
    return is_plane ? plane.bend(centre) : drogue.bend(centre);
  }
  double start() const { return is_plane ? plane.start() : drogue.start(); }
  bool meets_again() const { return is_plane ? plane.meets_again() : drogue.meets_again(); }
};

}  // namespace hilspace::mechanism
