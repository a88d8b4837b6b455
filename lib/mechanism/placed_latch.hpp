#pragma once
// A latch in its place: on the chaser or on its link, against the feature that it catches. Pawl or plunger,
// told in the target's axes.
//
//   grip      what the element is held to do for a step:
//     free       its tip is clear of what it catches; no force
//     surface    pushed: a plunger, or a pawl whose direct surface glides on the front edge
//     tip        pushed: a pawl whose tip is on the bore
//     latched    at rest behind the back edge, held by contacts (latch_holds)
//   margins   numbers that stay >= 0 while the grip holds: clear of it; s, and what is left of the piece of the
//             force that s is in; the tip before or behind the front edge; the way to the snap; of a latched
//             one the way to where it slips
//
// A grip changes between two steps, and a step has only one: the direction of the force turns where a pawl's tip
// comes to the bore. docs/theory-mechanisms.md, section 24.

#include <array>
#include <optional>
#include <string>
#include <variant>

#include "mechanism/latch_setup.hpp"
#include "mechanism/pairs/table.hpp"
#include "mechanism/pawl.hpp"
#include "mechanism/plunger.hpp"

namespace hilspace::mechanism {

enum class Grip { free, surface, tip, latched };

class PlacedLatch {
 public:
  static constexpr std::size_t kHolds = 2;  // contacts that hold a latched one, at most
  using Holds = std::array<std::optional<ContactPoint>, kHolds>;

  /// Copy `copy` of the latch; `caught` stands there in the target's axes. Throws InputError where the latch
  /// cannot catch such a feature.
  PlacedLatch(const LatchSetup& setup, std::size_t copy, const Primitive& caught, const Pose& caught_at,
              bool caught_on_link = false);

  const std::string& name() const { return name_; }
  const std::string& catches() const { return catches_; }
  /// Whether it or what it catches stands on the link.
  bool on_link() const { return on_link_; }
  /// A switch: it is pushed as a plunger is, has an event where it has gone `trip` far, and never holds.
  bool is_sensor() const { return sensor_; }
  double trip() const { return trip_; }
  /// Coefficient, of all its surfaces.
  double friction() const { return friction_; }
  /// Whether friction locks it while its carrier moves like that, without turning; of one that is pushed.
  bool locks(Grip grip, const Pose& carrier, const Eigen::Vector3d& rate) const;

  /// The grip where one that was held that way is now, and whether it snapped or slipped on its way.
  struct Change {
    Grip grip;
    bool snapped = false, slipped = false, blocked = false;
    double energy = 0.0;  // J, lost in a snap; taken up by a spring that is pushed after a slip: negative
  };
  Change next(Grip grip, const Pose& carrier) const;

  /// While pushed: force, place, energy. Target axes.
  struct Push {
    Pushed pushed;
    double energy;  // J
  };
  Push push(Grip grip, const Pose& carrier) const;
  Holds holds(const Pose& carrier) const;
  /// Of a latched one: >= 0 until it slips. m
  double to_slip(const Pose& carrier) const;

  /// visit(margin) of one that is pushed that way, in that piece of its spring's force. One that is free has its
  /// clearance, a latched one its slip.
  template <class Visit>
  void margins(Grip grip, int piece, const Pushed& now, Visit&& visit) const {
    visit(now.s);
    visit(spring().left_in(piece, now.s));
    visit(to_snap(now));
    if (is_pawl()) visit(grip == Grip::tip ? now.tip : -now.tip);
  }

  const LatchSpring& spring() const {
    return is_pawl() ? std::get<Pawl>(element_).spring : std::get<Plunger>(element_).spring;
  }

  /// Of the tip at rest from what would push it; negative where it is pushed. m
  double clearance(const Pose& carrier) const;
  /// Lower bound of how far any of it is from what it catches, wherever it is pushed to. m
  double apart(const Pose& carrier) const;
  /// Farthest point of it from the port. m
  double lever() const { return centre_.norm() + radius_; }
  /// What keeps it from ever holding, where the chaser stands straight: a pawl's hinge is outside the bore, or its
  /// tip within; a plunger is thicker than its groove, or its tip on the free side of the wall. Empty: nothing.
  std::string misplaced() const;

 private:
  bool is_pawl() const { return std::holds_alternative<Pawl>(element_); }
  Pose relative(const Pose& carrier) const;
  Pushed pushed(Grip grip, const Pose& carrier) const;
  double to_snap(const Pushed& now) const;
  Pushed at_rest(const Pose& carrier) const;

  std::string name_, catches_;
  bool on_link_;
  bool sensor_, flat_;  // flat: it catches a plane
  double trip_, friction_;
  std::variant<Pawl, Plunger> element_;
  std::variant<PawlCatch, PlungerCatch> met_;
  Pose pose_;                // in the axes of its carrier
  Pose caught_, to_caught_;  // target axes
  Eigen::Vector3d centre_;   // of a ball around it, carrier's axes
  double radius_;            // m
  Eigen::Vector3d caught_centre_;
  double caught_radius_;
};

}  // namespace hilspace::mechanism
