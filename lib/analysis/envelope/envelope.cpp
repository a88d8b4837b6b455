#include "analysis/envelope/envelope.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/error.hpp"
#include "hybrid/envelope.hpp"
#include "metrics/catalogue.hpp"
#include "models/axial_setup.hpp"
#include "models/sixdof_setup.hpp"
#include "study/scenario.hpp"
#include "sweep/execution/all_rows.hpp"

namespace hilspace::analysis {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

double value(const metrics::Row& row, std::string_view name) {
  const auto all = metrics::catalogue();
  const auto its = std::ranges::find(all, name, &metrics::Metric::name);
  return row.values[static_cast<std::size_t>(its - all.begin())];
}

/// The testbed of a loop, whatever its virtual part is.
hybrid::HybridLoop testbed_of(hybrid::HybridLoop loop) {
  loop.virtual_stiffness = loop.virtual_damping = 0.0;
  return loop;
}

bool same(const hybrid::HybridLoop& a, const hybrid::HybridLoop& b) {
  return a.mass == b.mass && a.real_stiffness == b.real_stiffness && a.real_damping == b.real_damping &&
         a.real == b.real && a.computed == b.computed && a.is_whole == b.is_whole;
}

/// Without the limits, where the loop is not linear or too late.
Border no_border() {
  const std::vector<double> none(kBorderPoints, kNone);
  return {none, none, none};
}

/// Up to the largest stiffness, or to four times the real one and `seen`.
Border border_of(hybrid::HybridLoop loop, double largest, double seen) {
  Border border;
  const double high = !std::isfinite(largest) ? 4.0 * std::max(loop.real_stiffness, seen) : largest;
  const double low = -loop.real_stiffness, least = low + 1e-3 * std::max(loop.real_stiffness, 1e-3 * high);
  for (std::size_t i = 0; i < kBorderPoints; ++i) {
    const double x = static_cast<double>(i) / (kBorderPoints - 1);
    // Denser at both ends: the lower one has the soft contacts, the upper one the tip.
    loop.virtual_stiffness = std::max(low + (high - low) * x * x * (3.0 - 2.0 * x), least);
    const auto range = stable_damping(loop);
    border.stiffness.push_back(loop.virtual_stiffness);
    border.least.push_back(range ? range->least : kNone);
    border.most.push_back(range ? range->most : kNone);
  }
  return border;
}

void check(const study::Study& study) {
  if (study.model != models::ModelKind::axial && study.model != models::ModelKind::sixdof)
    throw InputError("envelope: is known for model = \"axial\" and model = \"sixdof\"");
  if (!study::has_hybrid_contact(study))
    throw InputError(
        "envelope: the study has no hybrid contact; write [compliance] with the real spring, and [virtual] "
        "with the "
        "source of the computed part");
  if (!study.hil)
    throw InputError("envelope: models: the HIL model is required; add \"hil\", or omit models");
}

}  // namespace

std::optional<Envelope> envelope(const study::Study& study, int threads, const std::atomic<bool>& stop) {
  check(study);
  std::vector<metrics::Row> rows(study::scenario_count(study), metrics::not_run());
  if (!sweep::simulate_all(study, threads, stop,
                           [&](std::uint64_t index, const metrics::Row& row) { rows[index] = row; }))
    return std::nullopt;
  Envelope all;
  std::vector<hybrid::HybridLoop> testbeds;
  std::vector<double> largest;
  for (std::uint64_t index = 0; index < rows.size(); ++index) {
    if (stop) return std::nullopt;
    const auto setup = study.model == models::ModelKind::sixdof
                           ? models::straight_hit(study::sixdof_setup(study, index))
                           : study::axial_setup(study, index);
    auto loop =
        hybrid::loop_of(models::reduced_mass(setup), setup.hybrid, setup.actuator, setup.force_sensor);
    loop.is_whole = loop.is_whole && !setup.compensator.present();
    const bool answers = is_answerable(loop) && !setup.compensator.present();
    const auto testbed = testbed_of(loop);
    const auto known =
        std::ranges::find_if(testbeds, [&](const auto& other) { return same(testbed, other); });
    const auto border = static_cast<std::size_t>(known - testbeds.begin());
    if (known == testbeds.end()) {
      testbeds.push_back(testbed);
      largest.push_back(answers ? hybrid::largest_stiffness(testbed) : kNone);
      all.borders.push_back(answers ? border_of(testbed, largest.back(), std::abs(setup.contact.stiffness))
                                    : no_border());
    }
    const auto range = answers ? stable_damping(loop) : std::nullopt;
    const metrics::Row& row = rows[index];
    const bool ok = row.outcome == Outcome::ok;
    Emulation verdict = Emulation::undefined;
    if (loop.is_whole && answers) verdict = is_stable(loop) ? Emulation::stable : Emulation::unstable;
    all.scenarios.push_back({loop.mass, loop.real_stiffness, loop.virtual_stiffness, loop.virtual_damping,
                             range ? range->least : kNone, range ? range->most : kNone, largest[border],
                             verdict, ok ? value(row, "restitution.docking") : kNone,
                             ok ? value(row, "restitution.hil") : kNone, row.outcome, border});
  }
  return all;
}

}  // namespace hilspace::analysis
