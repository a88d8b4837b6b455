#pragma once
// Run: one model of a scenario in six degrees of freedom. Contact is integrated in adaptive steps with
// located jumps, free flight in analytic coast steps that provably end before the next contact.
//
// A step consists of separate calls, so that two models can share it:
//   begin(time)      -> maximum length of the next step
//   attempt(h)       attempts a step; returns the ratio of its error to the tolerance
//   smooth_share()   -> the part of it up to the first jump
//   at(x)            the state after the share x of it
//   look(...)        tallies a part of it
//   accept(share)    advances
//
// Flight: neither force nor torque acts, and none is in transit through the sensor. The bodies coast exactly
// (dynamics/coast.hpp); the robot's filters take the same step with the pose as a cubic
// (instruments/leap.hpp). Bounds on rates and accelerations of the tip give a time within which it cannot
// meet the wall.

#include <cmath>
#include <vector>

#include "core/outcome.hpp"
#include "core/parabola.hpp"
#include "dynamics/coast.hpp"
#include "dynamics/eigen.hpp"
#include "instruments/leap.hpp"
#include "integrate/smooth_share.hpp"
#include "metrics/docking_metrics.hpp"
#include "models/sixdof.hpp"
#include "simulate/sixdof.hpp"
#include "simulate/sixdof/sixdof_limits.hpp"
#include "simulate/sixdof/sixdof_looks.hpp"
#include "simulate/sixdof/sixdof_memory.hpp"
#include "simulate/sixdof/sixdof_method.hpp"
#include "simulate/sixdof/sixdof_miss.hpp"
#include "simulate/sixdof/sixdof_progress.hpp"

namespace hilspace::simulate {

template <class Model, template <std::size_t> class Method = SixDofMethod>
class SixDofRun {
  static_assert(StepMethod<Method<Model::kStates>, Model::kStates>,
                "a method needs the members that simulate/sixdof/sixdof_method.hpp lists");

 public:
  using State = typename Model::State;
  using Touching = decltype(Model::touch);
  static constexpr bool kInstruments = Model::kInstruments;
  /// Whether its instruments can take coast steps: filters can, what remembers cannot.
  static constexpr bool kLeaps = kInstruments && !Model::kRemembers;
  using Looks = StepLooks<Model>;
  using Way = Miss::Way;

  SixDofRun(const Model& model, const State& start, const State& scale, const SixDofLimits& limits)
      : model_(model),
        state_(start),
        limits_(limits),
        chaser_wobble_(wobble(model.chaser.body)),
        target_wobble_(wobble(model.target.body)),
        next_(limits.step),
        method_(scale, limits.tolerance, limits.reference) {
    const models::SixDofView now = model_.view(state_);
    tally_.start(model_.kinetic(now));
    tally_.has_latches = Touching::kLatches;
    bool overlaps = model_.surfaces(now).penetration > kTouch;
    if constexpr (Touching::kLatches)
      overlaps = overlaps || model_.touch.pushes_latch({now.attitude, now.tip});
    if (overlaps) stop(Outcome::start_overlap, 0.0);
  }

  bool over() const { return over_; }
  /// Whether the first impact is over, or cannot occur any more.
  bool first_over() const { return over() || tally_.first_closed(); }
  /// Whether the first impact is over unless contact recurs.
  bool first_quiet() const { return over() || tally_.first_quiet(); }
  bool in_flight() const { return flying_; }

  double begin(double time) {
    if (over()) return kNever;
    horizon_ = {limits_.step, kNearest * limits_.fine, time, false};
    const double until = model_.begin_step(state_, horizon_);
    looks_.forget();
    const models::SixDofView& now = looks_.at(model_, state_, asked_of(model_.touch), Looks::start);
    const bool quiet = !model_.touching() && is_silent(kQuiet);
    tally_.begin_step(time, energies(now), model_.surfaces(now).closing_rate, quiet, limits_.closing,
                      model_.touch.advance_left(now.interface));
    if constexpr (Touching::kLatches) tally_.capture = capture_of(model_);
    judge(now, time);
    if (over()) return kNever;
    wish_ = std::fmin(std::fmin(next_, until), std::fmax(time_left(time), horizon_.shortest));
    flying_ = false;
    progress_.begin_step();
    spread_ = now.spread;
    // The bounds of a coast step do not hold for a coupled robot, whose angles affect its position.
    if (!model_.touching() && !model_.robot.coupled && may_coast() && is_silent(kSilence)) {
      const double safe = safe_time(now);
      flying_ = safe > limits_.fine;
      if (flying_) {
        wish_ = std::fmin(safe, std::fmax(limits_.time_limit - time, 0.0) + limits_.step);
        if constexpr (kLeaps) {
          for (std::size_t i = Model::kSensorAt; i < Model::kStates; ++i) state_[i] = 0.0;
          model_.robot.release();
          model_.sensor.release();
          looks_.forget();
        }
      }
    }
    return wish_;
  }

  double attempt(double h) {
    if (over()) return 0.0;
    h_ = h;
    if (flying_) {
      prepare_leap();
      return 0.0;
    }
    ++work_.attempts;
    work_.derivatives += method_.derivatives();
    const auto derivative = [this](const State& y) {
      return model_.derivative(y, looks_.at(model_, y, models::Asked::touching, Looks::stage));
    };
    error_ = method_.attempt(derivative, state_, h);
    progress_.note_error(error_);
    return error_;
  }

  double smooth_share() {
    if (over() || flying_) return 1.0;
    const double share = integrate::smooth_share_by([this](double x) { return least_margin(x, false); },
                                                    horizon_.shortest / h_);
    progress_.note_share(share);
    if constexpr (kInstruments)
      if (share * h_ < Progress::short_step(limits_.fine))
        progress_.note_cell(share < 1.0 ? least_margin(share, true) >= 0.0 : model_.instruments_bind);
    return share;
  }

  State at(double x) const {
    if (over() || x == 0.0) return state_;
    if (!flying_) return method_.at(x);
    State y = state_;
    const double h = x * h_;
    dynamics::coast(model_.chaser.body, h, y.data());
    dynamics::coast(model_.target.body, h, y.data() + Model::kTargetAt);
    if constexpr (kLeaps)
      for (std::size_t i = 0; i < models::kComponents; ++i)
        instruments::leap(model_.robot.chains[i].low_pass(), pose_[i], h,
                          models::PlainSix::at(&y[Model::kRobotAt], i));
    return y;
  }

  /// Number of parts into which the metrics divide that share of the step.
  int looks(double share) const { return over() || flying_ ? 1 : looks_in(share * h_ / limits_.step); }

  /// Observations after these shares of the step, from `time` lasting `h`; also tallied. First impact only.
  models::Views<double> look(const std::array<double, 3>& shares, double time, double h) {
    models::Views<double> nothing{};
    if (over() || flying_) return nothing;
    const bool first = tally_.first_open();
    const models::Asked asked = asked_of(model_.touch);
    metrics::DockingLook look;
    for (std::size_t k = 0; k < shares.size(); ++k) {
      const auto& now = looks_.at(model_, at(shares[k]), asked, k == 1 ? Looks::middle : Looks::end);
      look.views[k] = observe(now);
      look.friction[k] = std::sqrt(now.friction.squaredNorm());
      look.torque[k] = std::sqrt(now.measured.torque.squaredNorm());
      if (k == 0) look.place = dynamics::plain(now.contact.point);
      if (k == 2) look.end = energies(now);
      if constexpr (Touching::kLatches) look.loads[k] = loads_of(now);
    }
    tally_.add(look, time, h, horizon_.shortest, spread_.penetration);
    return first ? look.views : nothing;
  }
  /// Spread of unresolved quantizers at the start of the step.
  models::Spread<double> spread() const { return over() || flying_ ? models::Spread<double>{} : spread_; }

  void accept(double share) {
    if (over()) return;
    ++(flying_ ? work_.coast_steps : work_.steps);
    if (!flying_) {
      const double factor = error_ > 0.0 ? std::fmin(std::fmax(0.9 * std::pow(error_, -0.2), 0.2), 4.0) : 4.0;
      const double longer = h_ * factor;
      // One that something else has cut short says nothing against the length that it had before.
      const bool own = h_ == next_ || progress_.rejected();
      next_ = std::fmin(std::fmax(own ? longer : std::fmax(next_, longer), horizon_.shortest), limits_.step);
    }
    State end = normalised(at(share));
    if constexpr (Model::kRemembers)
      memory_.remember(model_, state_, end, share * h_, limits_, [&](double x) { return at(x * share); });
    state_ = end;
    progress_.end_step(h_, wish_, limits_.fine);
  }

  double shortest() const { return horizon_.shortest; }
  const SixDofWork& work() const { return work_; }
  models::SixDofView view(double x) const { return model_.view(at(x)); }
  models::Observation<double> observe(const models::SixDofView& now) const {
    return observation_of(model_.surfaces(now), now);
  }
  metrics::Energies energies(const models::SixDofView& now) const { return energies_of(model_, now); }
  const Model& model() const { return model_; }
  const metrics::DockingTally& tally() const { return tally_; }
  void give_up(Outcome outcome, double time) {
    if (!over()) stop(outcome, time);
  }
  metrics::DockingRun ended() const {
    return {tally_, {outcome_, end_, end_time_}, !limits_.first_impact && model_.touch.meets_again()};
  }

 private:
  static State normalised(State y) {
    dynamics::normalise(y.data());
    dynamics::normalise(y.data() + Model::kTargetAt);
    if constexpr (Touching::kLinked) dynamics::normalise(&y[Model::kOwnAt + Touching::kLinkAt]);
    return y;
  }

  /// The least of the margins after that share of the step; of those of what touches alone.
  double least_margin(double x, bool of_touch) {
    double margin = HUGE_VAL;
    const auto take = [&margin](double its) { margin = its == its ? std::fmin(margin, its) : -HUGE_VAL; };
    const State y = at(x);
    const auto& now = looks_.at(model_, y, models::Asked::touching, x == 0.5 ? Looks::middle : Looks::end);
    of_touch ? model_.touch_margins(y, now, take) : model_.margins(y, now, take);
    return margin;
  }

  void prepare_leap() {
    if constexpr (kLeaps) {
      const auto begin = model_.view(state_).pose;
      State y = state_;
      dynamics::coast(model_.chaser.body, h_, y.data());
      dynamics::coast(model_.target.body, h_, y.data() + Model::kTargetAt);
      const auto end = model_.view(y).pose;
      for (std::size_t i = 0; i < models::kComponents; ++i)
        pose_[i] = instruments::hermite(begin[i], end[i], h_);
    }
  }

  /// Whether the output of the sensors is zero and will remain so without further input.
  bool is_silent(double share) const {
    if constexpr (kInstruments) {
      const double force = share * std::fmax(tally_.peak_force, 0.0);  // of torques: at 1 m
      for (std::size_t i = 0; i < models::kComponents; ++i)
        if (!sensors_settled(model_, state_, i, force)) return false;
    }
    return true;
  }

  /// A link never rests, a thruster accelerates, and a memory is filled step by step.
  bool may_coast() const {
    if constexpr (Model::kRemembers) return false;
    if constexpr (Touching::kLinked) return false;
    if constexpr (Touching::kLatches) return model_.touch.thrust() == 0.0;
    return true;
  }
  void judge(const models::SixDofView& now, double time) {
    const Eigen::Vector3d& where = now.interface;
    double sum = now.interface_rate.sum() + now.measured.force.sum();
    for (const double each : state_) sum += each;
    if (!std::isfinite(sum)) return stop(Outcome::diverged, time);
    if (!(tally_.last.kinetic <= kMostEnergy * tally_.given())) return stop(Outcome::diverged, time);
    if (now.depth.value > limits_.penetration_limit) return stop(Outcome::penetration_limit, time);
    if (progress_.stalled()) return stop(Outcome::stalled, time);
    if (model_.broken()) return stop(Outcome::broken_contact, time);
    // What a testbed adds to bodies that hang together is no rebound, but a loop that is unstable.
    const double added = tally_.capture.left.time <= time ? kMostAdded : kNever;
    const double most = kInstruments ? added : kMostImbalance;
    if (!(tally_.imbalance <= most * tally_.given()))
      return stop(kInstruments ? Outcome::diverged : Outcome::unresolved, time);
    if constexpr (Touching::kLatches)
      if (limits_.capture) {
        const auto& its = model_.touch.capture();
        if (its.done() && time >= its.left.time + limits_.after_capture)
          return finish(RunEnd::captured, time);
        if (time > limits_.time_limit)
          return finish(its.done() ? RunEnd::captured : RunEnd::not_captured, time);
      }
    if (const auto way = miss_.look(model_.touch, where); way != Way::none)
      return way == Way::around_the_rim ? finish(RunEnd::left_mouth, time) : stop(Outcome::unresolved, time);
    if (model_.touch.advance_left(where) <= 0.0 && !limits_.capture)
      return finish(model_.touch.beside(where) ? RunEnd::left_mouth : RunEnd::docked, time);
    if (model_.touch.way_out(where) < 0.0 && now.interface_rate.x() < 0.0)
      return finish(RunEnd::left_mouth, time);
    if (tally_.first_closed() && (limits_.first_impact || !model_.touch.meets_again()))
      return finish(RunEnd::separated, time);
    if (time > limits_.time_limit) return stop(Outcome::time_limit, time);
  }
  /// Until the run ends by itself, with its capture; it ends on that instant. s
  double time_left(double time) const {
    if (!limits_.capture) return kNever;
    double end = limits_.time_limit;
    if constexpr (Touching::kLatches)
      if (model_.touch.capture().done()) end = model_.touch.capture().left.time + limits_.after_capture;
    return end - time;
  }
  void finish(RunEnd end, double time) { conclude(Outcome::ok, end, time); }
  void stop(Outcome outcome, double time) { conclude(outcome, RunEnd::stopped, time); }
  void conclude(Outcome outcome, RunEnd end, double time) {
    over_ = true;
    outcome_ = outcome;
    end_ = end;
    end_time_ = time;
  }

  /// Time, s, within which the interface cannot meet the wall or the base for any motion of the tip. Symbols:
  /// docs/numerics.md, coast steps, (38) and (39).
  double safe_time(const models::SixDofView& now) const {
    // Bounds for the interface relative to the tip: m/s, m/s^2, m, and the overshoot of a filter.
    double ringing = 0.0, ringing_rate = 0.0, slack = 0.0, g = 1.0;
    models::FlightBounds bounds{};
    if constexpr (kLeaps) {
      for (std::size_t i = 0; i < models::kLinearComponents; ++i) {
        const auto& chain = model_.robot.chains[i];
        const double R = chain.quantizer().resolution;
        slack += R * R;  // half a cell now, and half at the end
        const auto& filter = chain.low_pass();
        if (!filter.present()) continue;
        const double e =
            instruments::off_ramp(filter, now.pose[i], models::PlainSix::at(&state_[Model::kRobotAt], i));
        ringing += e * e;
        ringing_rate += (filter.square + filter.drag * filter.drag) * e * e;
        g = std::fmax(g, filter.residual(1.0));
      }
      slack = std::sqrt(slack);
      ringing = 2.0 * std::sqrt(ringing);
      ringing_rate = 2.0 * std::sqrt(ringing_rate);
    }
    const auto spin = [](const dynamics::Motion& its) { return std::sqrt(its.rate.squaredNorm()); };
    const double wc = spin(now.chaser) * chaser_wobble_, wt = spin(now.target) * target_wobble_;
    const double pc = std::sqrt(model_.chaser.port.squaredNorm());
    const double reach = std::sqrt((now.tip + model_.target.port).squaredNorm()) + kReach;
    const double S =
        std::sqrt((now.chaser.velocity - now.target.velocity).squaredNorm()) + wc * pc + wt * reach + ringing;
    const double A = g * (wc * wc * pc * (1.0 + chaser_wobble_) + wt * wt * reach * (1.0 + target_wobble_) +
                          2.0 * wt * S) +
                     ringing_rate;
    bounds.speed = S;
    bounds.acceleration = A;
    bounds.slack = slack;
    bounds.turning = wc + wt;
    if constexpr (kLeaps) bound_angles(now, bounds);
    const double wall = model_.wall_time(state_, now, bounds);
    const double left = model_.touch.advance_left(now.interface) - slack;
    const double base = std::fmax(left / S, models::reaching(left, now.interface_rate.x(), A));
    const double turning = kTurn / (wc + wt);
    // Nor beyond the mouth, or past it outside the rim: there the run ends.
    const double vx = now.interface_rate.x();
    const double out = vx < 0.0 ? std::fmax(model_.touch.way_out(now.interface) / -vx, 0.0)
                                : Miss::time_left(model_.touch, now.interface, vx);
    const double leaving = std::fmax(out, limits_.fine);
    return std::fmin(std::fmin(std::fmin(wall, base), std::fmin(turning, kReach / S)), leaving);
  }
  /// What the robot's angles turn by, in the place of the bodies', adds up. docs/numerics.md, (40).
  void bound_angles(const models::SixDofView& now, models::FlightBounds& bounds) const {
    if (!model_.sees_angles) return;
    const models::SixSignals& in = now.pose;
    const double level = std::cos(std::abs(in[4].value) + 2.0 * kTurn);
    double ringing = 0.0, g = 1.0;
    for (std::size_t i = models::kLinearComponents; i < models::kComponents; ++i) {
      bounds.turned += model_.robot.chains[i].quantizer().resolution;
      const auto& filter = model_.robot.chains[i].low_pass();
      if (!filter.present()) continue;
      ringing +=
          2.0 * instruments::off_ramp(filter, in[i], models::PlainSix::at(&state_[Model::kRobotAt], i));
      g = std::fmax(g, filter.residual(1.0));
    }
    bounds.turning = level > 0.0 ? g * bounds.turning * 2.0 * (1.0 + 1.0 / level) + ringing : kNever;
  }
  static constexpr double kReach = 0.2;  // m, largest travel of the tip in one coast step
  static constexpr double kTurn = 0.02;  // rad, likewise: the cubic of the pose is accurate to kTurn^4/384

  Model model_;
  State state_;
  SixDofLimits limits_;
  double chaser_wobble_, target_wobble_;
  double next_;        // s, permitted by the error control
  double wish_ = 0.0;  // s, of this step
  double h_ = 0.0;
  double error_ = 0.0;
  Progress progress_;
  SixDofWork work_;
  Horizon<double> horizon_{};
  bool flying_ = false;
  models::Spread<double> spread_;
  Method<Model::kStates> method_;
  mutable Looks looks_;                                         // of this step
  std::array<instruments::Cubic, models::kComponents> pose_{};  // of a coast step
  [[no_unique_address]] StepMemory<Model> memory_;
  metrics::DockingTally tally_;
  Miss miss_;
  bool over_ = false;
  Outcome outcome_ = Outcome::not_run;
  RunEnd end_ = RunEnd::stopped;
  double end_time_ = 0.0;
};

}  // namespace hilspace::simulate
