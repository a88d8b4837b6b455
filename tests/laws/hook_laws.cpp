// What follows a capture: hooks that close, the joint that they make, sensors that switch.

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "simulate/sixdof.hpp"
#include "study/scenario.hpp"
#include "study/study.hpp"
#include "support/axial_cases.hpp"
#include "support/pawl_text.hpp"
#include "support/same_models.hpp"

namespace hilspace::test {
namespace {

const std::string kBodies = R"(
title = "After a capture"
model = "sixdof"
[chaser]
mass = "12000 kg"
inertia = ["24e3 kg m2", "50e3 kg m2", "50e3 kg m2"]
center_to_port = "3.5 m"
[target]
mass = "100000 kg"
inertia = ["6e5 kg m2", "20e5 kg m2", "20e5 kg m2"]
center_to_port = "8 m"
[approach]
velocity = "0.1 m/s"
offset = ["2 mm", "-1 mm"]
attitude = ["0.1 deg", "0.1 deg", "-0.1 deg"]
[contact]
law = "viscoplastic"
exponent = 1
stiffness = "1e6 N/m"
damping_per_stiffness = "15 s/m"
friction = { stiction = 0.15, sliding = 0.15, creep_velocity = "1 mm/s" }
[numerics]
error_share = 0
)";
/// Pads and pawls on the bodies themselves, twelve hooks with a preload of 1 mm, and a joint.
const std::string kHooked = kBodies + R"(
[scenario]
ends_with = "capture"
after_capture = "6 s"
[mechanism]
kind = "features"
[[mechanism.feature]]
name = "pad"
side = "chaser"
type = "point"
at = ["0 mm", "630 mm", "0 mm"]
repeat = 12
[[mechanism.feature]]
name = "face"
side = "target"
type = "plane"
)" + kRingAndPawl + R"(
repeat = 3
[[mechanism.hook]]
name = "hook"
at = ["0 mm", "640 mm", "0 mm"]
repeat = 12
stroke = "60 mm"
pull = "1 mm"
speed = "20 mm/s"
stiffness = "1e6 N/m"
force_limit = "3 kN"
delay = "1 s"
[mechanism.joint]
stiffness = ["1e7 N/m", "1e7 N/m", "1e7 N/m", "1e6 N m/rad", "1e6 N m/rad", "1e6 N m/rad"]
damping = ["1e5 N s/m", "1e5 N s/m", "1e5 N s/m", "1e4 N m s/rad", "1e4 N m s/rad", "1e4 N m s/rad"]
)";

metrics::Row row_of(const std::string& study, const std::vector<study::Override>& changes = {}) {
  return simulate::simulate(study::sixdof_setup(study::parse(study, "study.toml", changes, {}), 0));
}

TEST(Hooks, CloseAfterACaptureAndMakeAJoint) {
  const auto row = row_of(kHooked);
  ASSERT_EQ(row.outcome, Outcome::ok);
  EXPECT_EQ(row.end_docking, RunEnd::captured);
  EXPECT_EQ(metric(row, "hooks.closed_docking"), 12.0);
  EXPECT_GE(metric(row, "joint.time_docking"), metric(row, "capture.time_docking") + 1.0 + 0.061 / 0.02);
  EXPECT_LT(metric(row, "joint.tilt_docking"), 0.01);
  EXPECT_GT(metric(row, "load.hook_docking"), 0.0);
  EXPECT_LE(metric(row, "load.hook_docking"), 3000.0 * (1.0 + 1e-9));
  EXPECT_GT(metric(row, "load.tension_docking"), metric(row, "load.hook_docking"));
  EXPECT_GT(metric(row, "load.joint_force_docking"), 0.0);
  EXPECT_GT(metric(row, "energy.hooks_docking"), 0.0);
  EXPECT_LT(metric(row, "energy.imbalance_docking"), 1e-6);
  // Hooks hang on the robot's pose.
  expect_hil_is_docking(row, 30);
}

/// Straight on, nothing but the pawls takes energy before they hold; what is left of the motion is along the axis.
TEST(Hooks, ACaptureLeavesTheSpeedThatThePawlsDoNotTake) {
  const auto row = row_of(kHooked, {{"approach.offset.y", "0 m"},
                                    {"approach.offset.z", "0 m"},
                                    {"approach.attitude.roll", "0 deg"},
                                    {"approach.attitude.pitch", "0 deg"},
                                    {"approach.attitude.yaw", "0 deg"}});
  ASSERT_EQ(row.outcome, Outcome::ok);
  constexpr double kMass = 12000.0 * 100000.0 / 112000.0;  // kg
  const double taken = metric(row, "energy.snaps_docking");
  EXPECT_GT(taken, 1.0);
  EXPECT_NEAR(metric(row, "capture.speed_docking"), std::sqrt(0.1 * 0.1 - 2.0 * taken / kMass), 1e-6);
  // The pawls hold once their tips have turned about the hinge to the radius of the ring, which is 20 mm deep in its bore.
  EXPECT_NEAR(metric(row, "capture.offset_docking"),
              0.110 - std::sqrt(0.060 * 0.060 + 0.127 * 0.127 - 0.115 * 0.115) - 0.020, 1e-6);
  for (const char* name : {"capture.tilt_docking", "capture.roll_docking", "capture.turning_docking"})
    EXPECT_NEAR(metric(row, name), 0.0, 1e-9) << name;
}

/// The unit of study 20, 2 mm and 0.1 degrees off, with twelve hooks.
const std::string kUnit = R"(
title = "Hooks behind a link"
model = "sixdof"
models = ["docking"]
[chaser]
mass = "12000 kg"
inertia = ["24e3 kg m2", "50e3 kg m2", "50e3 kg m2"]
center_to_port = "3.5 m"
[target]
mass = "100000 kg"
inertia = ["6e5 kg m2", "20e5 kg m2", "20e5 kg m2"]
center_to_port = "8 m"
[approach]
velocity = "0.1 m/s"
offset = ["2 mm", "0 mm"]
attitude = ["0 deg", "0.1 deg", "0 deg"]
[contact]
law = "viscoplastic"
exponent = 1
stiffness = "1e6 N/m"
damping_per_stiffness = "15 s/m"
friction = { stiction = 0.15, sliding = 0.15, creep_velocity = "1 mm/s" }
[scenario]
ends_with = "capture"
after_capture = "20 s"
[numerics]
error_share = 0
[mechanism]
kind = "features"
[mechanism.link]
mass = "70 kg"
inertia = ["25 kg m2", "14 kg m2", "14 kg m2"]
stiffness = ["8 kN/m", "8 kN/m", "8 kN/m", "3 kN m/rad", "3 kN m/rad", "3 kN m/rad"]
damping = ["8 kN s/m", "4 kN s/m", "4 kN s/m", "1 kN m s/rad", "1 kN m s/rad", "1 kN m s/rad"]
[[mechanism.feature]]
name = "petal"
side = "both"
on = "link"
type = "petal"
radius = "598.5 mm"
half_angle = "45 deg"
height = "160 mm"
half_width = ["28.5 deg", "15 deg"]
repeat = 3
[[mechanism.feature]]
name = "edge"
side = "chaser"
on = "link"
type = "edge"
radius = "600 mm"
[[mechanism.feature]]
name = "pad"
side = "chaser"
on = "link"
type = "point"
at = ["0 m", "0.608533270562113 m", "0.16305599841458807 m"]
repeat = 12
[[mechanism.feature]]
name = "face"
side = "target"
type = "plane"
[[mechanism.pair]]
active = "petal"
passive = "ring"
[[mechanism.pair]]
active = "edge"
passive = "petal"
[[mechanism.pair]]
active = "pad"
passive = "face"
)" + kRingAndPawl + R"(
on = "link"
repeat = 3
[[mechanism.hook]]
name = "hook"
at = ["0 mm", "640 mm", "0 mm"]
repeat = 12
stroke = "60 mm"
pull = "1 mm"
speed = "20 mm/s"
stiffness = "1e6 N/m"
force_limit = "3 kN"
delay = "1 s"
)";
/// Twelve points behind the ring, on the chaser itself, against the target's face; and hooks that reach them.
std::string stopped(const std::string& behind, const std::string& pull) {
  std::string study = kUnit;
  study.replace(study.find("1 mm\"\nspeed"), 4, pull);
  return study + "[[mechanism.feature]]\nname = \"stop\"\nside = \"chaser\"\ntype = \"point\"\nat = [\"-" +
         behind +
         "\", \"640 mm\", \"0 mm\"]\nrepeat = 12\n[[mechanism.pair]]\nactive = \"stop\"\npassive = "
         "\"face\"\n";
}

/// Nothing but the link's springs holds the bodies apart: the hooks throw the chaser into its ring.
TEST(Hooks, BehindASoftLinkCloseAgainstAStopAlone) {
  const auto alone = row_of(kUnit);
  ASSERT_EQ(alone.outcome, Outcome::ok);
  EXPECT_EQ(metric(alone, "captured.docking"), 1.0);
  EXPECT_GT(metric(alone, "load.hook_docking"), 0.0);
  EXPECT_EQ(metric(alone, "hooks.closed_docking"), 0.0);
  const auto against = row_of(stopped("5 mm", "6 mm"));
  ASSERT_EQ(against.outcome, Outcome::ok);
  EXPECT_EQ(metric(against, "hooks.closed_docking"), 12.0);
  EXPECT_EQ(metric(against, "capture.time_docking"), metric(alone, "capture.time_docking"));
  for (const auto& row : {alone, against}) EXPECT_LT(metric(row, "energy.imbalance_docking"), 1e-6);
}

/// A tilt of 1 degree brings the nearest of the stop's points, 640 mm from the axis, forward by 11.2 mm: one that
/// stands less behind the ring meets the target before the last pawl does, and throws the chaser back.
TEST(Hooks, AStopStandsBehindTheRingByWhatATiltBringsItForward) {
  const auto row = [](const std::string& study) {
    return row_of(study, {{"approach.offset.y", "20 mm"}, {"approach.attitude.pitch", "1 deg"}});
  };
  const auto alone = row(kUnit), near = row(stopped("5 mm", "6 mm")), far = row(stopped("15 mm", "16 mm"));
  EXPECT_EQ(metric(alone, "captured.docking"), 1.0);
  EXPECT_EQ(metric(near, "captured.docking"), 0.0);
  EXPECT_EQ(metric(far, "captured.docking"), 1.0);
  EXPECT_NEAR(metric(far, "capture.time_docking"), metric(alone, "capture.time_docking"), 5e-3);
  EXPECT_EQ(metric(far, "hooks.closed_docking"), 12.0);
}

TEST(Hooks, ThatAreTooWeakDoNotClose) {
  std::string weak = kHooked;
  weak.replace(weak.find("3 kN"), 4, "1 N");
  const auto other = row_of(weak, {{"models", R"(["docking"])"}});
  ASSERT_EQ(other.outcome, Outcome::ok);
  EXPECT_EQ(metric(other, "captured.docking"), 1.0);
  EXPECT_LE(metric(other, "load.hook_docking"), 1.0 + 1e-6);
  EXPECT_LT(metric(other, "hooks.closed_docking"), 12.0);
  EXPECT_TRUE(std::isnan(metric(other, "joint.time_docking")));
  EXPECT_LT(metric(other, "energy.imbalance_docking"), 1e-6);
}

/// What a late robot adds to bodies that stiff hooks hold together grows without bound: no result.
TEST(Hooks, ThatALateRobotMakesUnstableAreNoResult) {
  std::string stiff = kHooked;
  stiff.replace(stiff.find("stiffness = \"1e6 N/m\"\nforce_limit"), 21, "stiffness = \"1e9 N/m\"");
  stiff.replace(stiff.find("3 kN"), 4, "3 MN");
  const auto row = row_of(stiff, {{"robot.total_delay", "50 ms"}});
  EXPECT_EQ(row.outcome, Outcome::diverged);
  EXPECT_EQ(metric(row, "captured.docking"), 1.0);
}

/// However fast they are driven, and where all of them reach their limits at once.
TEST(Hooks, KeepTheLimitOfTheirDrives) {
  for (const std::string speed : {"20 mm/s", "1 m/s"})
    for (const std::string attitude :
         {R"(["0 deg", "0 deg", "0 deg"])", R"(["0.1 deg", "0.1 deg", "-0.1 deg"])"}) {
      std::string study = kHooked;
      study.replace(study.find("20 mm/s"), 7, speed);
      const auto row = row_of(study, {{"models", R"(["docking"])"}, {"approach.attitude", attitude}});
      ASSERT_EQ(row.outcome, Outcome::ok) << speed;
      EXPECT_GT(metric(row, "load.hook_docking"), 100.0) << speed;
      EXPECT_LE(metric(row, "load.hook_docking"), 3000.0 * (1.0 + 1e-9)) << speed;
      EXPECT_LT(metric(row, "energy.imbalance_docking"), 1e-6) << speed;
    }
}

/// Its pin is 8 mm ahead, straight on and too weak to matter: it switches where the port is 6 mm away.
TEST(Sensors, SwitchWhereTheyArePushedFarEnough) {
  const auto row =
      row_of(kBodies + R"(
[mechanism]
kind = "features"
start_at = "-10 mm"
[[mechanism.feature]]
name = "pad"
side = "chaser"
type = "point"
[[mechanism.feature]]
name = "face"
side = "target"
type = "plane"
[[mechanism.latch]]
name = "switch"
type = "sensor"
catches = "face"
tip = ["8 mm", "0 mm", "0 mm"]
direction = [1, 0, 0]
trip = "2 mm"
preload = "0.01 N"
rate = "1 N/m"
travel = "10 mm"
stop = "1e6 N/m"
)",
             {{"models", R"(["docking"])"}, {"approach.attitude", R"(["0 deg", "0 deg", "0 deg"])"}});
  ASSERT_EQ(row.outcome, Outcome::ok);
  EXPECT_NEAR(metric(row, "sensor.time_1_docking"), 0.04, 1e-8);
  EXPECT_NEAR(metric(row, "capture.first_contact_docking"), 0.02, 1e-8);
  EXPECT_TRUE(std::isnan(metric(row, "captured.docking")));  // it is no latch
  EXPECT_TRUE(std::isnan(metric(row, "sensor.time_2_docking")));
}

}  // namespace
}  // namespace hilspace::test
