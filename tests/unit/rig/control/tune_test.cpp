#include "rig/control/tune.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "models/published_rig.hpp"

namespace hilspace::rig {
namespace {

const auto kTunedPlant = series(models::kAmplifier, models::kPiezo);

TEST(Tune, ReportsThePublishedLoop) {
  const TuneReport report = tune(kTunedPlant, models::kPid, models::kPrefilterPublished, {});
  EXPECT_TRUE(report.stable);
  EXPECT_NEAR(*report.bandwidth, 5820.0, 58.0);
  EXPECT_NEAR(report.largest_z, 0.9982, 0.0001);
  EXPECT_NEAR(report.continuous.values.back(), 1.0, 1e-3);
  EXPECT_NEAR(report.sampled.values.back(), 1.0, 1e-3);
  EXPECT_NE(text(report).find("0.9982"), std::string::npos) << text(report);
}

TEST(Tune, SaysUnstableWhereItIs) {
  auto controller = std::vector(models::kPid.begin(), models::kPid.end());
  for (double& b : controller[0].numerator) b *= 5.0;
  const TuneReport report = tune(kTunedPlant, controller, models::kPrefilterPublished, {});
  EXPECT_FALSE(report.stable);
  EXPECT_GT(report.largest_z, 1.0);
  EXPECT_TRUE(text(report).starts_with("UNSTABLE"));
}

// The margin from the frequency response, with the lag of hold and delay, is where |z| of the sampled loop
// reaches 1.
TEST(Tune, GainMarginIsThatOfTheLoopInTheComputer) {
  const double margin = tune(kTunedPlant, models::kPid, {}, {}).margins.gain;
  const auto largest_z = [&](double factor) {
    auto controller = std::vector(models::kPid.begin(), models::kPid.end());
    for (double& b : controller[0].numerator) b *= factor;
    return tune(kTunedPlant, controller, {}, {}).largest_z;
  };
  EXPECT_LT(largest_z(0.97 * margin), 1.0);
  EXPECT_GT(largest_z(1.03 * margin), 1.0);
}

TEST(Tune, StableInContinuousTimeIsNotStableInTheComputer) {
  TuneSetup setup;
  setup.sampling.delay = 10;
  const TuneReport report = tune(kTunedPlant, models::kPid, {}, setup);
  for (const Complex pole : report.poles) EXPECT_LT(pole.real(), 0.0);
  EXPECT_FALSE(report.stable);
}

TEST(Tune, WarnsBeyondItsLimits) {
  TuneSetup setup;
  setup.least_bandwidth = 1e4;
  setup.most_overshoot = 1.0;
  const auto few = tune(kTunedPlant, models::kPid, models::kPrefilterPublished, setup).warnings;
  EXPECT_TRUE(std::ranges::any_of(few, [](const auto& w) { return w.starts_with("bandwidth"); }));
  EXPECT_TRUE(std::ranges::none_of(few, [](const auto& w) { return w.starts_with("overshoot"); }));
  setup.longest_settling = 1e-6;
  EXPECT_EQ(tune(kTunedPlant, models::kPid, models::kPrefilterPublished, setup).warnings.size(),
            few.size() + 1);
}

TEST(ResponseCsv, HoldsTheResponses) {
  const std::string table =
      response_csv({kTunedPlant, models::kPid, models::kPrefilterPublished, 0.0}, 0.8, 3000.0, 11);
  EXPECT_EQ(std::ranges::count(table, '\n'), 12);
  double w = 0.0, with = 0.0, phase = 0.0;
  ASSERT_EQ(std::sscanf(table.c_str() + table.find('\n') + 1, "%lf,%lf,%lf", &w, &with, &phase), 3);
  EXPECT_NEAR(w, 10.0, 1e-3);
  EXPECT_NEAR(with, 1.0, 1e-3);
}

}  // namespace
}  // namespace hilspace::rig
