#include "sweep/execution/simulator.hpp"

#include <algorithm>
#include <vector>

#include "simulate/four_mass.hpp"
#include "simulate/rig.hpp"
#include "simulate/simulate.hpp"
#include "simulate/sixdof.hpp"
#include "sweep/execution/scenario.hpp"

namespace hilspace::sweep {
namespace {

template <class Setup>
Setup refined(const Setup& setup, const Order& order) {
  return order.refinement == Order::kAsItIs ? setup : simulate::finer(setup, order.refinement);
}

class AxialSimulator : public Simulator {
 public:
  explicit AxialSimulator(const study::Study& study) : study_(study) {}

  bool simulate(std::span<const Order> orders, std::span<metrics::Row> rows,
                const std::atomic<bool>& stop) override {
    return simulate_checked(orders, rows, {}, stop);
  }

  bool simulate_checked(std::span<const Order> orders, std::span<metrics::Row> rows,
                        std::span<metrics::Row> checks, const std::atomic<bool>& stop) override {
    setups_.clear();
    for (const Order& order : orders)
      setups_.push_back(refined(study::axial_setup(study_, order.index), order));
    return simulate::simulate_lanes_checked(setups_, rows, checks, stop);
  }

 private:
  const study::Study& study_;
  std::vector<models::AxialSetup> setups_;  // its room is kept from batch to batch
};

/// Scenarios with individual control flow, one after the other.
class SingleSimulator : public Simulator {
 public:
  explicit SingleSimulator(const study::Study& study) : study_(study) {}

  bool simulate(std::span<const Order> orders, std::span<metrics::Row> rows,
                const std::atomic<bool>& stop) override {
    for (std::size_t k = 0; k < orders.size(); ++k) {
      if (stop) return false;
      rows[k] =
          std::visit([&](const auto& setup) { return simulate::simulate(refined(setup, orders[k]), stop); },
                     scenario(study_, orders[k].index));
    }
    return !stop;
  }

 private:
  const study::Study& study_;
};

bool goes_in_lanes(const study::Study& study) {
  return models::is_on_one_axis(study.model) && study.model != models::ModelKind::four_mass &&
         study.twin == study::Twin::identified;
}

}  // namespace

bool Simulator::simulate_checked(std::span<const Order> orders, std::span<metrics::Row> rows,
                                 std::span<metrics::Row> checks, const std::atomic<bool>& stop) {
  std::ranges::fill(checks, metrics::not_run());
  return simulate(orders, rows, stop);
}

std::unique_ptr<Simulator> simulator_of(const study::Study& study) {
  if (goes_in_lanes(study)) return std::make_unique<AxialSimulator>(study);
  return std::make_unique<SingleSimulator>(study);
}

double guessed_seconds(const study::Study& study) {
  if (goes_in_lanes(study)) return 0.0;
  return study.model == models::ModelKind::sixdof ? 0.1 : 0.01;
}

}  // namespace hilspace::sweep
