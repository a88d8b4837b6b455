#pragma once
// SixDofRecorder: converts the steps of both models into a Trace, each with its own times and list of
// impacts.

#include <Eigen/Core>
#include <array>
#include <atomic>
#include <cmath>
#include <optional>
#include <type_traits>
#include <vector>

#include "dynamics/eigen.hpp"
#include "dynamics/euler.hpp"
#include "metrics/docking_tally.hpp"
#include "models/sixdof.hpp"
#include "models/trace.hpp"
#include "simulate/axial_recorder.hpp"

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

class SixDofRecorder {
 public:
  /// Stops recording once `stop` is raised.
  SixDofRecorder(double interval, const std::atomic<bool>& stop, bool contacts = false);

  /// Called before a step is accepted: `share` of the attempted step, from `time` lasting `h`. h = 0 at the
  /// end of the run.
  template <class Run>
  void add(std::size_t which, const Run& run, double time, double h, double share) {
    Model& model = models_[which];
    if (run.over() && h > 0.0) return;
    const auto sample = [&](double x) {
      const models::SixDofView view = run.view(x);
      SixDofSample seen{run.observe(view), view, run.energies(view), run.tally().initial, {}, {}};
      if constexpr (Run::Touching::kLinked) {
        const auto& its = run.model();
        using Of = std::decay_t<decltype(its)>;
        const auto y = run.at(x);
        seen.link = dynamics::motion(its.touch.body(), &y[Of::kOwnAt + Run::Touching::kLinkAt]);
        seen.link_place =
            view.target.rotation.transpose() * (seen.link->position - view.target.position) - its.target.port;
      }
      return seen;
    };
    if (interval_ > 0.0 && h > 0.0)
      for (double due; (due = interval_ * static_cast<double>(model.time.size())) < time + h &&
                       !stop_.load(std::memory_order_relaxed);)
        record(model, due, sample(share * std::fmin((due - time) / h, 1.0)));
    else if (!(interval_ > 0.0))
      record(model, time, sample(0.0));
    note(model, run.tally());
    if constexpr (Run::Touching::kLatches) {
      if (!contacts_ || stop_.load(std::memory_order_relaxed)) return;
      check_samples(model.contacts.size(), 0.0);
      run.model().each_pushing(run.at(0.0), [&](const std::string& chaser, const std::string& target,
                                                const auto& contact, double force, double friction) {
        model.contacts.push_back({time, chaser, target, dynamics::plain(contact.point),
                                  dynamics::plain(contact.normal), contact.penetration, force, friction});
      });
    }
  }

  models::Trace take();

 private:
  struct Model {
    std::vector<double> time;
    std::vector<std::vector<double>> channels, link_channels;
    std::vector<metrics::Impact> impacts;
    int begun = 0;
    std::vector<models::ContactRecord> contacts;
  };
  void record(Model& model, double time, const SixDofSample& sample);
  static void note(Model& model, const metrics::DockingTally& tally);

  double interval_;
  const std::atomic<bool>& stop_;
  bool contacts_;
  std::array<Model, 2> models_;
};

}  // namespace hilspace::simulate
