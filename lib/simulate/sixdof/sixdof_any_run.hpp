#pragma once
// AnyRun: a run in six degrees of freedom (sixdof_run.hpp), whatever its contacts and instruments are. What steps, compares
// and records runs is compiled once for all of them.

#include <Eigen/Core>
#include <array>
#include <optional>
#include <vector>

#include "dynamics/eigen.hpp"
#include "metrics/docking_metrics.hpp"
#include "models/observation.hpp"
#include "models/sixdof_motion.hpp"
#include "models/trace.hpp"
#include "simulate/sixdof.hpp"

namespace hilspace::simulate {

/// Quantities recorded of one model at one instant.
struct SixDofSample {
  models::Observation<double> normal;
  models::SixDofView view;
  metrics::Energies energies;
  double initial_energy;
  std::optional<dynamics::Motion> link;  // where there is one
  Eigen::Vector3d link_place{};          // m, of its centre of mass from the target's port, target axes
};

/// The members of SixDofRun of the same names.
class AnyRun {
 public:
  virtual ~AnyRun() = default;
  virtual bool over() const = 0;
  virtual bool first_over() const = 0;
  virtual bool first_quiet() const = 0;
  virtual double begin(double time) = 0;
  virtual double attempt(double h) = 0;
  virtual double smooth_share() = 0;
  virtual double shortest() const = 0;
  virtual int looks(double share) const = 0;
  virtual models::Views<double> look(const std::array<double, 3>& shares, double time, double h) = 0;
  virtual models::Spread<double> spread() const = 0;
  virtual void accept(double share) = 0;
  virtual void give_up(Outcome outcome, double time) = 0;
  virtual metrics::DockingRun ended() const = 0;
  virtual const metrics::DockingTally& tally() const = 0;
  virtual const SixDofWork& work() const = 0;
  /// After that share of the step.
  virtual SixDofSample sample(double share) const = 0;
  /// Contacts that push at the start of the step; none of a single tip.
  virtual std::vector<models::ContactRecord> pushing(double time) const = 0;
};

}  // namespace hilspace::simulate
