// A mechanism that gives no bound on how its wall bends.

#include "models/sixdof.hpp"

namespace hilspace::mechanism {

struct Ball {
  explicit Ball(const Setup&) {}
  ContactPoint contact(const Eigen::Vector3d& centre) const {
    return {1.0 - centre.norm(), centre.normalized(), centre.normalized()};
  }
  double start() const { return -1.0; }
  static bool meets_again() { return true; }
  double advance_left(const Eigen::Vector3d&) const { return 1.0; }
  double way_out(const Eigen::Vector3d&) const { return 1.0; }
  double to_mouth(const Eigen::Vector3d&) const { return 1.0; }
  bool outside(const Eigen::Vector3d&) const { return false; }
#ifdef RIGHT
  double bend(const Eigen::Vector3d& centre) const { return centre.norm(); }
#endif
};

constexpr std::size_t kStates = models::SixDofModel<models::TipTouch<Ball>, models::PlainSix>::kStates;

}  // namespace hilspace::mechanism
