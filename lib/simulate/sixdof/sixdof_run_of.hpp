#pragma once
// A run behind AnyRun, and its start with what the mechanism touches with.

#include <type_traits>

#include "mechanism/drogue_or_plane.hpp"
#include "models/sixdof_features.hpp"
#include "models/sixdof_hooks.hpp"
#include "simulate/sixdof/sixdof_start.hpp"
#include "simulate/sixdof/sixdof_variants.hpp"

namespace hilspace::simulate::sixdof {

template <class Model>
class RunOf final : public AnyRun {
 public:
  using Touching = decltype(Model::touch);
  using State = typename Model::State;

  RunOf(const Model& model, const State& start, const State& scale, const SixDofLimits& limits)
      : run_(model, start, scale, limits) {}

  bool over() const override { return run_.over(); }
  bool first_over() const override { return run_.first_over(); }
  bool first_quiet() const override { return run_.first_quiet(); }
  double begin(double time) override { return run_.begin(time); }
  double attempt(double h) override { return run_.attempt(h); }
  double smooth_share() override { return run_.smooth_share(); }
  double shortest() const override { return run_.shortest(); }
  int looks(double share) const override { return run_.looks(share); }
  models::Views<double> look(const std::array<double, 3>& shares, double time, double h) override {
    return run_.look(shares, time, h);
  }
  models::Spread<double> spread() const override { return run_.spread(); }
  void accept(double share) override { run_.accept(share); }
  void give_up(Outcome outcome, double time) override { run_.give_up(outcome, time); }
  metrics::DockingRun ended() const override { return run_.ended(); }
  const metrics::DockingTally& tally() const override { return run_.tally(); }
  const SixDofWork& work() const override { return run_.work(); }

  SixDofSample sample(double share) const override {
    const models::SixDofView view = run_.view(share);
    SixDofSample seen{run_.observe(view), view, run_.energies(view), run_.tally().initial, {}, {}};
    if constexpr (Touching::kLinked) {
      const auto& its = run_.model();
      const auto y = run_.at(share);
      seen.link = dynamics::motion(its.touch.body(), &y[Model::kOwnAt + Touching::kLinkAt]);
      seen.link_place =
          view.target.rotation.transpose() * (seen.link->position - view.target.position) - its.target.port;
    }
    return seen;
  }
  std::vector<models::ContactRecord> pushing([[maybe_unused]] double time) const override {
    std::vector<models::ContactRecord> found;
    if constexpr (Touching::kLatches)
      run_.model().each_pushing(run_.at(0.0), [&](const std::string& chaser, const std::string& target,
                                                  const auto& contact, double force, double friction) {
        found.push_back({time, chaser, target, dynamics::plain(contact.point),
                         dynamics::plain(contact.normal), contact.penetration, force, friction});
      });
    return found;
  }

 private:
  SixDofRun<Model> run_;
};

/// f(std::type_identity<Touching>) for what the mechanism touches with.
template <class F>
auto with_touching(const mechanism::Setup& its, F&& f) {
  switch (its.kind) {
    case mechanism::MechanismKind::drogue:
    case mechanism::MechanismKind::plane:
      return f(std::type_identity<models::TipTouch<mechanism::DrogueOrPlane>>{});
    case mechanism::MechanismKind::features:
    case mechanism::MechanismKind::androgynous:  // of which a setup has the features
    case mechanism::MechanismKind::probe_cone:
    case mechanism::MechanismKind::berthing:
      break;
  }
  return its.link ? f(std::type_identity<models::Hooked<models::LinkedFeatureTouch>>{})
                  : f(std::type_identity<models::Hooked<models::FeatureTouch>>{});
}

template <class Model>
std::unique_ptr<AnyRun> start_run(const SixDofSetup& setup, double early) {
  Model its = model<Model>(setup);
  const auto begin = start(its, setup, early);
  SixDofLimits limits{setup.step,
                      fine_step(setup),
                      setup.tolerance,
                      setup.time_limit,
                      setup.penetration_limit,
                      0.0,
                      setup.first_impact,
                      setup.solver == models::Solver::reference,
                      setup.ends_with_capture,
                      setup.after_capture};
  if constexpr (Model::kInstruments) limits.closing = closing(setup);
  return std::make_unique<RunOf<Model>>(its, begin, scales<Model>(setup), limits);
}

template <class Instruments>
HilStart start_hil(const SixDofSetup& setup) {
  return with_touching(setup.mechanism, [&](auto of) {
    using Model = models::SixDofModel<typename decltype(of)::type, Instruments>;
    const auto early = early_start<Model>(setup);
    return HilStart{early, start_run<Model>(setup, early.value_or(0.0))};
  });
}

}  // namespace hilspace::simulate::sixdof
