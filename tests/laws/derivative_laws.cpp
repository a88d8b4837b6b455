// Derivatives of all scenarios by the linearised solve, against differences of the reference solver.

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <string>
#include <vector>

#include "analysis/derivatives/every_derivative.hpp"
#include "results/results.hpp"
#include "support/axial_study.hpp"
#include "support/read_study.hpp"
#include "support/times.hpp"

namespace hilspace::analysis {
namespace {

using test::read_study;

/// Two scenarios of a law, and by night four; of one that has no restitution with two dampings in its place.
std::string varied(const std::string& law, const std::string& restitutions) {
  std::string study = test::without(test::kAxialStudy, "restitution = 0.8\n");
  study.replace(study.find("flores"), 6, law);
  study += R"(
[actuator]
total_delay = "0.4 ms"
[force_sensor]
total_delay = "0.2 ms"
)";
  if (test::times() > 1) study += "[[axis]]\n\"actuator.total_delay\" = [\"0.3 ms\", \"0.8 ms\"]\n";
  return restitutions.empty() ? study + "[[axis]]\n\"actuator.damping\" = [0.6, 0.9]\n"
                              : study + "[[axis]]\n\"contact.restitution\" = " + restitutions + "\n";
}

/// How the derivatives of all scenarios compare with those by differences.
struct Comparison {
  std::size_t all = 0, stated = 0, close = 0;
  double share(std::size_t of_them) const { return static_cast<double>(of_them) / static_cast<double>(all); }
};
Comparison compared(const study::Study& study) {
  const std::atomic<bool> never{false};
  const auto metrics = results::stored_metrics(study);
  const EveryDerivative every = *every_derivative(study, metrics, {}, never);
  EXPECT_EQ(every.solved, every.scenarios);
  Comparison found;
  for (std::uint64_t scenario = 0; scenario < every.scenarios; ++scenario) {
    const auto local = *derivatives(study, scenario, metrics, {}, never);
    for (std::size_t k = 0; k < local.parameters.size(); ++k) {
      const auto its = std::ranges::find(every.parameters, local.parameters[k].id);
      if (its == every.parameters.end()) continue;
      const auto p = static_cast<std::size_t>(its - every.parameters.begin());
      for (std::size_t m = 0; m < metrics.size(); ++m) {
        const Derivative truth = local.at(m, k), found_one = every.at(scenario, m, p);
        const bool has_kink = truth.error > 0.1 * std::abs(truth.value);
        if (std::isnan(truth.value) || std::isnan(found_one.value) || has_kink) continue;
        const double off = std::abs(found_one.value - truth.value);
        ++found.all;
        if (off <= found_one.error + truth.error) ++found.stated;
        if (off <= 1e-3 * std::abs(truth.value) + truth.error) ++found.close;
      }
    }
  }
  return found;
}

void expect_agreement(const std::string& text, double least_close = 0.95) {
  const Comparison found = compared(read_study(text));
  EXPECT_GT(found.all, 400u);
  EXPECT_GE(found.share(found.stated), 0.95);
  EXPECT_GE(found.share(found.close), least_close);
}

TEST(DerivativeLaws, OfAllScenariosAreThoseByDifferencesForHertz) { expect_agreement(varied("hertz", "")); }
TEST(DerivativeLaws, OfAllScenariosAreThoseByDifferencesForFlores) {
  expect_agreement(varied("flores", "[0.55, 0.98]"));
}
TEST(DerivativeLaws, OfAllScenariosAreThoseByDifferencesForLinearInstruments) {
  expect_agreement(test::kAxialStudy + R"(
[actuator]
chain = ["transport_delay", "low_pass"]
low_pass.total_delay = "0.3 ms"
transport_delay.delay = "0.1 ms"
[force_sensor]
total_delay = "0.2 ms"
[compensator]
lag_error = 0.1
[[axis]]
"compensator.position" = ["none", "lead"]
)",
                   0.93);  // of a compensated scenario some errors are next to nothing
}
// By night: the differences take a while.
TEST(DerivativeLaws, OfAllScenariosAreThoseByDifferencesForOtherLaws) {
  if (test::times() == 1) return;
  expect_agreement(varied("lankarani_nikravesh", "[0.5, 0.8]"));
  expect_agreement(varied("gonthier_exact", "[0.7, 1.0]"));
}

}  // namespace
}  // namespace hilspace::analysis
