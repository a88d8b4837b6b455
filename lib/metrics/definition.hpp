#pragma once
// How the metrics of the catalogue are computed, for the sources that make rows: catalogue.cpp,
// four_mass_metrics.cpp.

#include <span>

#include "metrics/catalogue.hpp"
#include "metrics/docking_metrics.hpp"
#include "metrics/four_mass_metrics.hpp"
#include "metrics/hybrid_facts.hpp"
#include "metrics/normal_loop.hpp"
#include "metrics/pair_metrics.hpp"

namespace hilspace::metrics {

/// Results of one model's run, for every kind of model.
struct ModelFacts {
  double velocity_before, velocity;      // of the surfaces, before and after the (first) impact, m/s
  double kinetic_before, kinetic, work;  // at the start, at the end, taken in between, J
  double peak_stored, peak_mechanical;   // J
  double duration;                       // of the (first) impact's contact, s
  const DockingRun* run = nullptr;       // of a docking in six degrees of freedom
  /// In contact and springs at the end, or taken within the bodies, less what a thruster gave, J
  double stored = 0.0;
  Dent dent = {};
  const FourMassRun* masses = nullptr;  // of two spacecraft of two masses each

  double rebound() const { return masses != nullptr ? masses->front_velocity : velocity; }  // of the surfaces
  double found() const { return kinetic + stored + work; }  // energy accounted for at the end, J
};

/// The inputs of the definitions below.
struct Facts {
  const PairMetrics<double>& tallies;
  const SignalTally<double>* signal;  // for the measures common to all signals
  const ModelFacts &docking, &hil;
  const models::ImpactTheory* theory = nullptr;  // of two spacecraft of two masses each
  HybridFacts hybrid = {};
  const NormalLoopTally* loop = nullptr;  // of a single contact in six degrees of freedom
};

/// `part` in percent of `whole`; undefined for a zero reference.
inline double percent(double part, double whole) { return whole != 0.0 ? 100.0 * part / whole : kUndefined; }

/// How a metric is computed: for all models, or for some of them alone.
struct Value {
  using Function = double (*)(const Facts&);
  Function of_axial = nullptr;
  Function of_sixdof = nullptr;
  Function of_four_mass = nullptr;

  template <class Lambda>
  Value(Lambda of_all) : of_axial(of_all), of_sixdof(of_all), of_four_mass(of_all) {}
  Value(Function of_axial_, Function of_sixdof_, Function of_four_mass_ = nullptr)
      : of_axial(of_axial_), of_sixdof(of_sixdof_), of_four_mass(of_four_mass_) {}
};

struct Definition {
  Metric metric;
  const SignalTally<double> PairMetrics<double>::*signal;
  Value value;
};

/// All of them, in the order of the catalogue.
std::span<const Definition> definitions();
/// Those of a mechanism of features alone.
std::span<const Definition> capture_definitions();
/// Those of a viscoplastic contact.
std::span<const Definition> dent_definitions();
/// Those of a hybrid contact.
std::span<const Definition> hybrid_definitions();
/// Those of two spacecraft of two masses each alone.
std::span<const Definition> four_mass_definitions();

/// An infinite value invalidates the whole row.
void refuse_infinite(Row& row);

}  // namespace hilspace::metrics
