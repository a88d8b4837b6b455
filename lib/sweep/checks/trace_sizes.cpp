#include "sweep/checks/trace_sizes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <variant>

#include "contact/law.hpp"
#include "core/count_text.hpp"
#include "core/error.hpp"
#include "simulate/axial_recorder.hpp"
#include "sweep/execution/scenario.hpp"

namespace hilspace::sweep {
namespace {

/// Channels of both models, time included (simulate/recorder.cpp, simulate/sixdof/sixdof_recorder.cpp).
constexpr double kAxialNumbers = 2.0 * 8.0, kSixDofNumbers = 2.0 * 57.0;

struct Grid {
  double duration, step;  // s
};

Grid grid_of(const models::AxialSetup& setup) {
  return {contact::elastic_duration(setup.contact, models::reduced_mass(setup), setup.approach_velocity),
          models::resolved(setup).step};
}
Grid grid_of(const models::FourMassSetup& setup) {
  Grid grid = grid_of(setup.impact);
  grid.step = models::resolved(setup).impact.step;
  return grid;
}
Grid grid_of(const models::SixDofSetup& setup) {
  return {contact::elastic_duration(setup.contact, models::reduced_mass(setup), setup.approach_velocity),
          models::resolved(setup).step};
}
Grid grid_of(const models::RigSetup& setup) {
  models::AxialSetup docking;
  docking.chaser_mass = setup.computer.chaser_mass;
  docking.target_mass = setup.computer.target_mass;
  docking.approach_velocity = setup.computer.approach_velocity;
  docking.contact = setup.plant.contact;
  docking.step = setup.step > 0.0 ? setup.step : 0.25 / setup.computer.rate;
  return grid_of(docking);
}

Grid grid_of(const study::Study& study, std::uint64_t index) {
  return std::visit([](const auto& setup) { return grid_of(setup); }, scenario(study, index));
}

}  // namespace

double least_samples(const study::Study& study, std::uint64_t index) {
  const Grid grid = grid_of(study, index);
  const double interval = study.output.sample_interval > 0.0 ? study.output.sample_interval : grid.step;
  const double samples = grid.duration / interval;
  return std::isfinite(samples) ? samples : 0.0;  // nothing is known if numbers underflow
}

double least_trace_size(const study::Study& study, std::uint64_t index) {
  const double numbers = models::is_on_one_axis(study.model) ? kAxialNumbers : kSixDofNumbers;
  return sizeof(double) * numbers * least_samples(study, index);
}

TraceSizes least_trace_sizes(const study::Study& study) {
  TraceSizes sizes;
  for (const std::uint64_t index : study.output.traces) {
    const double size = least_trace_size(study, index);
    sizes.all += size;
    sizes.largest = std::max(sizes.largest, size);
  }
  return sizes;
}

void check_trace(const study::Study& study, std::uint64_t index) {
  const double samples = least_samples(study, index), interval = study.output.sample_interval;
  if (!(interval > 0.0) || samples <= static_cast<double>(simulate::kMostSamples)) return;
  throw InputError(
      fmt::format("output.sample_interval: {:.3g} s makes {:.2g} samples of the contact in scenario {}, and "
                  "a time history has "
                  "{} at most; write \"{:.2g} s\" for a million",
                  interval, samples, index, grouped(simulate::kMostSamples), 1e-6 * samples * interval));
}

void check_traces(const study::Study& study) {
  for (const std::uint64_t index : study.output.traces) check_trace(study, index);
}

}  // namespace hilspace::sweep
