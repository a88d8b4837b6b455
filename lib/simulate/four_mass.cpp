#include "simulate/four_mass.hpp"

#include <algorithm>
#include <cmath>

#include "simulate/axial_recorder.hpp"
#include "simulate/delay_memory.hpp"
#include "simulate/latch_watch.hpp"
#include "simulate/pair_run.hpp"
#include "simulate/solvers.hpp"

namespace hilspace::simulate {
namespace {

using models::FourMassSetup;

dynamics::FourMasses<double> bodies_of(const FourMassSetup& setup) {
  const auto& impact = setup.impact;
  return {dynamics::inverse_reduced_mass(impact.chaser_mass, impact.target_mass),
          dynamics::sprung_mass(impact.chaser_mass, setup.chaser.mass, setup.chaser.stiffness,
                                setup.chaser.damping),
          dynamics::sprung_mass(impact.target_mass, setup.target.mass, setup.target.stiffness,
                                setup.target.damping),
          setup.acceleration, models::whole_mass(setup)};
}

/// One model's run: its impact, then what becomes of the latch.
template <class Model>
class FourMassModelRun {
 public:
  FourMassModelRun(const Model& model, double displacement, double status, const FourMassSetup& setup)
      : latch_(setup.latch_travel), first_only_(setup.first_impact) {
    run_.model = model;
    run_.state = run_.model.start(displacement, setup.impact.approach_velocity);
    run_.status = status;
    place_ = run_.model.bodies.whole_displacement(displacement, inner(run_.state));
  }

  /// Whether the impact is still to end, and whether anything is.
  bool in_impact() const { return run_.running(); }
  bool over() const { return !in_impact() && (!is_ok() || latch_.decided()); }

  double begin_step(Horizon<double> horizon) {
    if (over()) return horizon.longest;
    const double until = run_.begin_step(horizon);
    met_ = met_ || run_.model.law.touching;
    if (parted_ > 0 && run_.model.law.touching) latch_.touch();
    return until;
  }

  /// Records the first parting and the end of the impact, and limits that end the whole run.
  void judge(double threshold, double time, const AnyPair<double>& limits, bool exhausted) {
    if (over()) return;
    const bool apart = in_impact() && run_.model.separated(run_.state, threshold);
    const double velocity = run_.model.bodies.whole_velocity(run_.state[1], inner(run_.state));
    if (apart && met_) part(velocity);
    if (!in_impact() || (apart && !first_only_ && velocity >= 0.0)) {  // nothing touches
      if (time > limits.time_limit) run_.status = static_cast<double>(Outcome::time_limit);
      if (exhausted) run_.status = static_cast<double>(Outcome::work_limit);
      return;
    }
    run_.judge(threshold, time, limits.time_limit, limits.penetration_limit, exhausted);
    if (!in_impact()) end_impact(velocity);
  }

  /// Observations over a step; without force or penetration once the impact is over.
  models::Views<double> advance(double h, Horizon<double> horizon, models::Views<double>& true_views) {
    if (over()) {
      const auto last = run_.model.observe(run_.state);
      true_views = {last, last, last};
      return silent(true_views);
    }
    const typename Model::State begin = run_.state;
    const auto reached = integrate::rk4(begin, h, [this](const auto& y) { return run_.model.derivative(y); });
    true_views = run_.moved({&begin, &reached.middle, &reached.end}, horizon);
    latch_.add(look(begin), look(reached.end), h, parted_ > 0);
    if (!in_impact()) return silent(true_views);
    const auto& bodies = run_.model.bodies;
    damped_ +=
        simpson(Points<double>{bodies.damped_power(inner(begin)), bodies.damped_power(inner(reached.middle)),
                               bodies.damped_power(inner(reached.end))},
                h);
    const double teeth = spread().potential;
    for (const auto* view : {&true_views[0], &true_views[2]}) {
      const auto& y = view == &true_views[0] ? begin : reached.end;
      end_.peak_mechanical =
          larger(end_.peak_mechanical,
                 view->potential + teeth + bodies.kinetic(y[1], inner(y)) + bodies.stored(inner(y)));
    }
    return true_views;
  }

  metrics::ModelEnd model_end() const {
    metrics::ModelEnd end = run_.end();
    // Without what it fell: the docking model is to gain no other energy.
    const double square = end_.velocity * end_.velocity - 2.0 * fallen_;
    end.velocity = fallen_ != 0.0 ? std::sqrt(larger(square, 0.0)) : end_.velocity;
    return end;
  }
  metrics::FourMassRun ended(const metrics::ModelEnd& end) const {
    metrics::FourMassRun its = end_;
    its.outcome = end.outcome;
    its.end = end.end;
    its.latch = latch_.outcome();
    its.peak_travel = latch_.peak();
    return its;
  }
  Model& model() { return run_.model; }
  models::Spread<double> spread() const {
    return in_impact() ? run_.model.spread(run_.state, run_.now) : models::Spread<double>{};
  }

 private:
  void part(double velocity) {
    if (parted_ == 0) end_.first_velocity = velocity;
    ++parted_;
    met_ = false;
  }
  void end_impact(double velocity) {
    const auto& bodies = run_.model.bodies;
    const double* const x = inner(run_.state);
    end_.velocity = velocity;
    end_.front_velocity = run_.state[1];
    end_.kinetic = bodies.kinetic(run_.state[1], x);
    const double way = bodies.whole_displacement(run_.state[0], x) - place_;
    fallen_ = bodies.drive * way;
    end_.kept = bodies.stored(x) + damped_ - bodies.whole_mass * fallen_;
    end_.rebounds = parted_ > 0 ? parted_ - 1 : 0;
    end_.dent = metrics::dent_of(run_.model);
  }
  static const double* inner(const typename Model::State& y) { return y.data() + Model::kInnerAt; }
  static LatchWatch::Look look(const typename Model::State& y) {
    const double* const target = inner(y) + 2;
    return {target[0], target[1], y[0] + target[0]};
  }
  static models::Views<double> silent(const models::Views<double>& views) {
    models::Views<double> quiet = views;
    for (auto& view : quiet) view.penetration = view.contact_force = view.force = view.potential = 0.0;
    return quiet;
  }
  bool is_ok() const { return run_.status == static_cast<double>(Outcome::ok); }

  ModelRun<double, Model> run_;
  LatchWatch latch_;
  metrics::FourMassRun end_;
  bool first_only_;
  bool met_ = false;     // the front masses, since they last parted
  int parted_ = 0;       // how often they did, the sensor at rest
  double damped_ = 0.0;  // J, by the springs' dampers
  double fallen_ = 0.0;  // m^2/s^2, the acceleration's work on 1 kg
  double place_ = 0.0;   // m, of the centres of mass at the start
};

/// Docking and HIL model of one scenario.
class FourMassPair {
 public:
  /// `parts`: the pair of an axial impact of the front masses, whose law and instruments these are.
  FourMassPair(AnyPair<double>& parts, const FourMassSetup& setup)
      : setup_(setup),
        parts_(parts),
        docking_(docking_of(parts, setup), parts.docking.state[0], parts.docking.status, setup),
        hil_(hil_of(parts, setup), parts.hil.state[0], parts.hil.status, setup),
        time_(parts.time) {
    tallies_.take_tooth(setup.impact.tooth);
  }

  bool run(const Watcher& watch, const std::atomic<bool>& stop) {
    DelayMemory memory;
    for (unsigned steps = 1; !over(); ++steps) {
      if (steps % kStepsBetweenLooks == 0 && stop.load(std::memory_order_relaxed)) return false;
      memory.make_room(hil_.model(), parts_.step);
      const Horizon<double> horizon = parts_.horizon(parts_.step);
      const double h = std::min(docking_.begin_step(at(horizon)), hil_.begin_step(at(horizon)));
      const bool exhausted = steps > kMostSteps;
      docking_.judge(0.0, time_, parts_, exhausted);
      hil_.judge(larger(parts_.silence, 1e-6 * tallies_.force.peak_hil), time_, parts_, exhausted);
      if (over()) break;
      take_step(h, watch);
    }
    return true;
  }

  metrics::Row row() {
    tallies_.force.peak_hil = displayable(tallies_.force.peak_hil, setup_.impact.force_sensor);
    tallies_.penetration.peak_hil = displayable(tallies_.penetration.peak_hil, setup_.impact.actuator);
    store_at_peak(docking_.model().law, tallies_.penetration.peak_docking, tallies_.docking.peak_potential);
    store_at_peak(hil_.model().law, tallies_.penetration.peak_hil, tallies_.hil.peak_potential);
    const double velocity = setup_.impact.approach_velocity;
    const bool seen = setup_.impact.step * velocity <= kLongestShare * tallies_.penetration.peak_docking;
    const Ends ends = checked({docking_.model_end(), hil_.model_end()}, !seen, velocity);
    return metrics::row(tallies_, docking_.ended(ends.docking), hil_.ended(ends.hil), setup_);
  }

 private:
  static models::FourMassDocking docking_of(const AnyPair<double>& parts, const FourMassSetup& setup) {
    models::FourMassDocking model;
    model.bodies = bodies_of(setup);
    model.law = parts.docking.model.law;
    return model;
  }
  static models::FourMassHil hil_of(const AnyPair<double>& parts, const FourMassSetup& setup) {
    models::FourMassHil model;
    model.bodies = bodies_of(setup);
    model.law = parts.hil.model.law;
    model.actuator = parts.hil.model.actuator;
    model.sensor = parts.hil.model.sensor;
    return model;
  }

  bool over() const { return docking_.over() && hil_.over(); }
  Horizon<double> at(Horizon<double> horizon) const {
    horizon.now = time_;
    return horizon;
  }

  void take_step(double h, const Watcher& watch) {
    const Horizon<double> horizon = at(parts_.horizon(h));
    const bool in_impact = docking_.in_impact() || hil_.in_impact();
    models::Views<double> docking, hil;
    const auto seen_docking = docking_.advance(h, horizon, docking);
    const auto seen_hil = hil_.advance(h, horizon, hil);
    if (watch) watch(time_, h, docking, hil);
    if (in_impact) {
      tallies_.add(seen_docking, seen_hil, time_, h, hil_.spread());
      tallies_.place_ends(seen_docking, seen_hil, time_, horizon.shortest, hil_.spread());
    }
    time_ += h;
  }

  const FourMassSetup& setup_;
  const AnyPair<double>& parts_;
  FourMassModelRun<models::FourMassDocking> docking_;
  FourMassModelRun<models::FourMassHil> hil_;
  metrics::PairMetrics<double> tallies_;
  double time_;
};

metrics::Row run(const FourMassSetup& given, const Watcher& watch, const std::atomic<bool>& stop) {
  const FourMassSetup setup = models::resolved(given);
  AnyPair<double> parts = start_any(setup.impact);
  FourMassPair pair(parts, setup);
  return pair.run(watch, stop) ? pair.row() : metrics::not_run();
}

}  // namespace

metrics::Row simulate(const FourMassSetup& setup, const std::atomic<bool>& stop) {
  return run(setup, {}, stop);
}

Traced simulate_traced(const FourMassSetup& setup, double sample_interval, const std::atomic<bool>& stop) {
  AxialRecorder recorder(sample_interval, stop);
  const metrics::Row row = run(
      setup,
      [&recorder](double time, double h, const auto& docking, const auto& hil) {
        recorder.add(time, h, docking, hil);
      },
      stop);
  return {row, recorder.take()};
}

FourMassSetup finer(const FourMassSetup& setup, std::size_t refinement) {
  FourMassSetup its = models::resolved(setup);
  its.impact = finer(its.impact, refinement);
  return its;
}

}  // namespace hilspace::simulate
