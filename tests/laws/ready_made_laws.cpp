// Ready-made units with the dimensions that they have by default: that they capture, and keep the energy on their way.

#include <gtest/gtest.h>

#include <string>

#include "simulate/sixdof.hpp"
#include "study/scenario.hpp"
#include "study/study.hpp"
#include "support/axial_cases.hpp"

namespace hilspace::test {
namespace {

const std::string kApproach = R"(
title = "A ready-made unit"
model = "sixdof"
models = ["docking"]
[chaser]
mass = "7000 kg"
inertia = ["6e3 kg m2", "30e3 kg m2", "30e3 kg m2"]
center_to_port = "4 m"
[target]
mass = "400000 kg"
inertia = ["6e7 kg m2", "6e7 kg m2", "6e7 kg m2"]
center_to_port = "14 m"
[approach]
velocity = "0.08 m/s"
[contact]
law = "viscoplastic"
exponent = 1
stiffness = "1e6 N/m"
damping_per_stiffness = "15 s/m"
friction = { stiction = 0.15, sliding = 0.15, creep_velocity = "1 mm/s" }
[scenario]
ends_with = "capture"
after_capture = "0.5 s"
post_contact_thrust = "100 N"
thrust_time = "10 s"
[numerics]
error_share = 0
)";

metrics::Row captured_by(const std::string& unit, const std::vector<study::Override>& changes) {
  std::vector<study::Override> all{{"mechanism", "\"" + unit + "\""}};
  all.insert(all.end(), changes.begin(), changes.end());
  return simulate::simulate(study::sixdof_setup(study::parse(kApproach, "unit.toml", all, {}), 0));
}

/// Straight on, and from aside and tilted: the head finds its way down the cone, and each plunger its groove.
TEST(ReadyMade, TheBerthingUnitCaptures) {
  const std::vector<study::Override> skew{{"approach.offset", R"(["20 mm", "-12 mm"])"},
                                          {"approach.attitude", R"(["1 deg", "0.8 deg", "-0.5 deg"])"}};
  for (const auto& start : {std::vector<study::Override>{}, skew}) {
    const auto row = captured_by("berthing", start);
    ASSERT_EQ(row.outcome, Outcome::ok);
    EXPECT_EQ(row.end_docking, RunEnd::captured);
    EXPECT_EQ(metric(row, "captured.docking"), 1.0);
    EXPECT_EQ(metric(row, "capture.latches_docking"), 3.0);
    // of three: 20 N and 2 N/mm over the 4 mm from tip to bore, straight on; the preload's seat takes 0.01 mJ of each
    EXPECT_NEAR(metric(row, "energy.snaps_docking"), 0.288 - 3e-5, start.empty() ? 1e-6 : 0.05);
    EXPECT_LT(metric(row, "energy.imbalance_docking"), 1e-6);
  }
}

/// Energies of its own grow from rounding, which no tolerance of theirs may be relative to.
TEST(ReadyMade, TheReferenceGoesTheSameWay) {
  std::vector<study::Override> skew{{"approach.offset", R"(["184 mm", "78 mm"])"},
                                    {"approach.attitude", R"(["0.03 deg", "-2.7 deg", "-1.25 deg"])"},
                                    {"numerics.time_limit", "\"0.02 s\""}};
  const auto row = captured_by("probe_cone", skew);
  skew.push_back({"numerics.solver", "reference"});
  const auto reference = captured_by("probe_cone", skew);
  ASSERT_EQ(row.outcome, Outcome::ok);
  ASSERT_EQ(reference.outcome, Outcome::ok);
  EXPECT_GT(metric(row, "energy.link_docking"), 0.0);
  for (const char* name : {"energy.link_docking", "energy.thrust_docking", "energy.kinetic_docking"})
    EXPECT_NEAR(metric(row, name) / metric(reference, name), 1.0, 2e-5)
        << name;  // since the first touch, of little
}

}  // namespace
}  // namespace hilspace::test
