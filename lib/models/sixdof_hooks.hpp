#pragma once
// Hooks: what follows a capture, up to the rigid joint. All of them are driven by one clock, which runs once all
// latches hold.
//
//   p, e    place of a hook in the target's axes, and the way from there to its mate along x: e = at_x - p_x
//   t       of the clock, s       l    to where the hook is driven:  stroke - speed (t - delay), down to -pull
//   x = e - l                     T    its tension, along x on the chaser at p, reversed on the target at p
//
//   waiting   before its delay: T = 0                  missed   e > stroke when it sets out: it never catches
//   slack     x <= 0: T = 0                            U = 0           given by the drive: 0
//   pulling   T = k x                                  U = k x^2/2              T speed while it is driven
//   limited   x > limit/k: T = limit, the drive lags   U = limit^2/2k           -T e'
//   closed    pulling, and driven to its end
//
// The phase of a hook is held for a step; numbers that stay >= 0 while it holds are its margins. It is that of a moment
// after the step's beginning, the shortest step: hooks that change together would else be late by that. Until it begins
// the hook is what it was: T is continuous. T at one point of both bodies keeps momentum, and U + what is taken - what is
// given balances exactly.
//
// Joint: once all hooks are closed the ports are joined where they are, by springs and dampers as stiff as they are
// given (the law of sixdof_link.hpp), from rest: what is left of pose and rate is kept as a residual, and what they
// push with is the load of the joint.
// docs/theory-mechanisms.md, section 29.

#include <cmath>
#include <optional>
#include <vector>

#include "models/sixdof_link.hpp"
#include "models/sixdof_touch.hpp"

namespace hilspace::models {

class Hooks {
 public:
  explicit Hooks(const mechanism::HardCapture& setup);
  bool any() const { return !hooks_.empty(); }

  /// The phases for the next step. Shortens `until` to where one ends by the clock.
  void begin_step(const LinkEnd& port, double clock, bool captured, const Horizon<double>& horizon,
                  double& until);
  /// Whether the clock runs.
  bool running() const { return running_; }
  int closed() const { return closed_; }
  /// Where the joint is made.
  const Residual& residual() const { return residual_; }
  /// Adds what they push with.
  void add(const LinkEnd& port, double clock, SixDofContact& now) const;

  template <class Visit>
  void margins(const LinkEnd& port, double clock, Visit&& visit) const {
    for (const Hook& hook : hooks_) {
      const double x = stretch(hook, port, clock), most = hook.most();
      if (hook.phase == Phase::slack) visit(-x);
      if (hook.phase == Phase::pulling) visit(x), visit(most - x);
      if (hook.phase == Phase::limited) visit(x - most);
    }
  }

 private:
  enum class Phase { waiting, missed, slack, pulling, limited };
  struct Hook {
    Eigen::Vector3d at;
    double stroke, pull, speed, stiffness, limit, delay;
    Phase phase = Phase::waiting;
    bool driven = false;
    bool early = false;  // the phase begins within the step
    double most() const { return limit / stiffness; }
    double end() const { return delay + (stroke + pull) / speed; }  // s, of the clock
  };
  static double reach(const Hook& hook, double clock) {
    if (hook.driven) return std::fmax(hook.stroke - hook.speed * (clock - hook.delay), -hook.pull);
    return clock > hook.delay ? -hook.pull : hook.stroke;
  }
  static double stretch(const Hook& hook, const LinkEnd& port, double clock) {
    return hook.at.x() - port.pose.point(hook.at).x() - reach(hook, clock);
  }
  /// -e', m/s, of a hook at that place.
  static double closing(const LinkEnd& port, const Eigen::Vector3d& place) {
    return port.rate.x() + port.turning.cross(place - port.pose.origin).x();
  }
  void join(const LinkEnd& port, double now);
  LinkEnd joined(const LinkEnd& port) const;

  std::vector<Hook> hooks_;
  std::optional<SixSpring> joint_;
  mechanism::Pose reference_;  // of the joint's axes in the chaser's, about its port
  Residual residual_;
  int closed_ = 0;
  bool running_ = false;
};

/// With hooks, or none: features with and without them are one type, or each would be compiled. Their states stand
/// behind those of the base: the clock, s; J that the drives gave; J that the joint's dampers took.
template <class Base>
class Hooked : public Base {
 public:
  static constexpr std::size_t kHooksAt = Base::kStates;
  static constexpr std::size_t kStates = kHooksAt + 3;
  static constexpr bool kHooked = true;

  explicit Hooked(const SixDofSetup& setup) : Base(setup), hooks_(setup.mechanism.hard) {}

  SixDofContact meet(const Interface& interface, Asked asked = Asked::all) const {
    SixDofContact now = Base::meet(interface, asked);
    if (hooks_.any() && interface.own() != nullptr) hooks_.add(Base::port(interface), clock(interface), now);
    return now;
  }
  Ahead begin_step(const Interface& interface, Horizon<double> horizon) {
    Ahead ahead = Base::begin_step(interface, horizon);
    if (!hooks_.any()) return ahead;
    hooks_.begin_step(Base::port(interface), clock(interface), Base::capture().done(), horizon, ahead.until);
    ahead.until = std::fmax(ahead.until, horizon.shortest);
    ahead.contact = meet(interface);
    return ahead;
  }
  /// The bodies no longer coast.
  bool touching() const { return Base::touching() || hooks_.running(); }
  const Hooks& hooks() const { return hooks_; }
  static void note_work(const double* own, double& of_hooks, double& of_joint) {
    of_hooks = own[kHooksAt + 1];
    of_joint = own[kHooksAt + 2];
  }
  void derivative(const Interface& interface, const SixDofContact& now, double* rates) const {
    Base::derivative(interface, now, rates);
    rates[kHooksAt] = hooks_.running() ? 1.0 : 0.0;
    rates[kHooksAt + 1] = now.hook_power;
    rates[kHooksAt + 2] = now.joint_power;
  }
  template <class Visit>
  void margins(const Interface& interface, const SixDofContact& now, Visit&& visit) const {
    Base::margins(interface, now, visit);
    if (hooks_.any()) hooks_.margins(Base::port(interface), clock(interface), visit);
  }

 private:
  static double clock(const Interface& interface) { return interface.own()[kHooksAt]; }
  Hooks hooks_;
};

}  // namespace hilspace::models
