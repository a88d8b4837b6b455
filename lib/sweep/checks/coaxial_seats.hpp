#pragma once
// Coaxial seats of a study (mechanism/coaxial.hpp): in which of its scenarios features meet exactly on one axis.
//
// The answer depends on the mechanism, the pose and how far the chaser goes on; scenarios that share these are asked
// once. Of more poses than there is time for, those that come straight in go first: there features meet on one axis, if
// anywhere.

#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/vec.hpp"
#include "sweep/execution/scenario.hpp"

namespace hilspace::mechanism {
class Assembly;
}

namespace hilspace::sweep {

struct Coaxial {
  std::uint64_t looked_at = 0;  // scenarios
  std::uint64_t found = 0;      // those that have a coaxial seat
  bool all_judged = true;       // false: there were more poses than are examined
  std::string chaser, target;   // features of the first one
};

class CoaxialSeats {
 public:
  /// `depth` is that of the elastic contact, m.
  void look_at(const Scenario& scenario, double depth);
  Coaxial judged() const;

  struct Pose {
    std::shared_ptr<const mechanism::Assembly> assembly;  // kept: no other one takes its place
    double start_at = -std::numeric_limits<double>::infinity();
    Vec2 offset{};
    Vec3 attitude{};
    Vec3 reach{};  // m, mechanism::Reach: of the bodies, of the link, and how far that travels
    friend auto operator<=>(const Pose&, const Pose&) = default;
  };
  struct Shared {
    Pose pose;
    std::uint64_t scenarios;
  };

 private:
  std::map<Pose, std::size_t> places_;  // of those below, which are in the order of the scenarios
  std::vector<Shared> poses_;
  std::uint64_t looked_at_ = 0;
};

}  // namespace hilspace::sweep
