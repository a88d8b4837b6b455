// Studies in six degrees of freedom: their keys, and the setups that come of them.

#include <gtest/gtest.h>

#include <numbers>
#include <variant>

#include "mechanism/assembly.hpp"
#include "support/message.hpp"
#include "unit/study/example.hpp"

namespace hilspace::study {
namespace {

using instruments::ChainSetup;
using instruments::LowPassSetup;
using instruments::QuantizerSetup;

constexpr double kDegree = std::numbers::pi / 180.0;

Study sixdof(const std::vector<Override>& overrides, const std::string& more = "") {
  return read(kSixDof + more, overrides);
}
models::SixDofSetup setup(const std::vector<Override>& overrides = {}, const std::string& more = "") {
  return sixdof_setup(sixdof(overrides, more), 0);
}

const std::string kInertia = "inertia = [\"26 kg m2\", \"27 kg m2\", \"28 kg m2\"]\n";

TEST(SixDof, HasTheNumbersOfTheStudy) {
  const auto text = without(kSixDof, kInertia) + R"(
[contact.friction]
stiction = 0.35
sliding = 0.25
stribeck_velocity = "20 mm/s"
[numerics]
tolerance = 1e-10
step = "1 us"
time_limit = "300 s"
penetration_limit = "1 mm"
)";
  const auto made =
      sixdof_setup(read(text, {{"chaser.inertia.xx", "26 kg m2"},
                               {"chaser.inertia.yy", "27 kg m2"},
                               {"chaser.inertia.zz", "28 kg m2"},
                               {"chaser.inertia.xy", "1 kg m2"},
                               {"chaser.inertia.xz", "-2 kg m2"},
                               {"chaser.inertia.yz", "3 kg m2"},
                               {"approach.offset", "[\"1 mm\", \"75 mm\"]"},
                               {"approach.attitude", "[\"1 deg\", \"-7.5 deg\", \"2 deg\"]"},
                               {"approach.angular_velocity", "[\"1 deg/s\", \"2 deg/s\", \"3 deg/s\"]"},
                               {"approach.lateral_velocity", "[\"1 mm/s\", \"2 mm/s\"]"},
                               {"impacts", "first"},
                               {"seed", "7"}}),
                   0);
  EXPECT_EQ(made.chaser.mass, 203.0);
  EXPECT_EQ(made.target.mass, 403.0);
  EXPECT_EQ(made.chaser.inertia, (Mat3{26, 1, -2, 1, 27, 3, -2, 3, 28}));
  EXPECT_EQ(made.target.inertia, (Mat3{110, 0, 0, 0, 112, 0, 0, 0, 113}));
  EXPECT_EQ(made.chaser.port, (Vec3{1.8325, 0, 0}));   // ahead of the chaser
  EXPECT_EQ(made.target.port, (Vec3{-0.8477, 0, 0}));  // on the side of the target it comes to
  EXPECT_EQ(made.mechanism.kind, mechanism::MechanismKind::drogue);
  EXPECT_EQ(made.mechanism.tip_radius, 0.025);
  EXPECT_EQ(made.mechanism.cylinder_radius, 0.032);
  EXPECT_EQ(made.mechanism.cylinder_length, 0.05);
  EXPECT_EQ(made.mechanism.frustum_length, 0.195);
  EXPECT_DOUBLE_EQ(made.mechanism.half_angle, 24.78 * kDegree);
  EXPECT_EQ(made.contact, axial_setup(read(kExample), 0).contact);
  EXPECT_EQ(made.friction, (contact::FrictionSetup{0.35, 0.25, 0.02}));
  EXPECT_EQ(made.approach_velocity, 0.1);
  EXPECT_EQ(made.offset, (Vec2{0.001, 0.075}));
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(made.attitude[i], (Vec3{1, -7.5, 2})[i] * kDegree, 1e-16);
    EXPECT_NEAR(made.angular_velocity[i], (Vec3{1, 2, 3})[i] * kDegree, 1e-16);
  }
  EXPECT_EQ(made.lateral_velocity, (Vec2{0.001, 0.002}));
  EXPECT_EQ(made.random, (models::RandomKey{7, 0}));
  EXPECT_TRUE(made.hil);
  EXPECT_TRUE(made.first_impact);
  EXPECT_EQ(made.solver, models::Solver::dopri5);
  EXPECT_EQ(made.tolerance, 1e-10);
  EXPECT_EQ(made.step, 1e-6);
  EXPECT_EQ(made.time_limit, 300.0);
  EXPECT_EQ(made.penetration_limit, 1e-3);
}

TEST(SixDof, LeavesToTheSetupWhatTheStudyDoesNotSay) {
  const auto made = setup();
  const models::SixDofSetup neutral;
  EXPECT_EQ(made.friction, neutral.friction);
  EXPECT_EQ(made.lateral_velocity, neutral.lateral_velocity);
  EXPECT_EQ(made.offset, neutral.offset);
  EXPECT_EQ(made.attitude, neutral.attitude);
  EXPECT_EQ(made.angular_velocity, neutral.angular_velocity);
  EXPECT_EQ(made.robot, neutral.robot);
  EXPECT_EQ(made.wrench_sensor, neutral.wrench_sensor);
  EXPECT_EQ(made.robot_coupling, neutral.robot_coupling);
  EXPECT_EQ(made.wrench_coupling, neutral.wrench_coupling);
  EXPECT_EQ(made.hil, neutral.hil);
  EXPECT_EQ(made.first_impact, neutral.first_impact);
  EXPECT_EQ(made.solver, neutral.solver);
  EXPECT_EQ(made.tolerance, neutral.tolerance);
  EXPECT_EQ(made.step, neutral.step);
  EXPECT_EQ(made.time_limit, neutral.time_limit);
  EXPECT_EQ(made.penetration_limit, neutral.penetration_limit);
}

const std::string kOfFeatures = without(kSixDof, R"([drogue]
cylinder_radius = "32 mm"
cylinder_length = "50 mm"
frustum_length = "195 mm"
half_angle = "24.78 deg"
)") + R"(
[mechanism]
kind = "features"
docked_at = "-45 mm"
[[mechanism.feature]]
name = "head"
side = "chaser"
type = "sphere"
radius = "45 mm"
[[mechanism.feature]]
name = "cone"
side = "target"
type = "revolution"
profile = [["0 mm", "50 mm"], ["-90 mm", "50 mm"], ["-440 mm", "400 mm"]]
repeat = 2
)";

TEST(SixDof, ReadsAMechanismOfFeatures) {
  const auto study = read(kOfFeatures);
  const auto made = sixdof_setup(study, 0).mechanism;
  EXPECT_EQ(made.kind, mechanism::MechanismKind::features);
  EXPECT_EQ(made.assembly, study.features.assembly);
  EXPECT_EQ(made.docked_at, -0.045);
  EXPECT_TRUE(std::isinf(made.start_at));
  EXPECT_EQ(made.assembly->pairs().size(), 2u);
  const auto& chain = std::get<mechanism::Revolution>(made.assembly->target()[0].primitive);
  EXPECT_EQ(chain.point(2), (Vec2{-0.44, 0.4}));
  const auto again = read(study.resolved);
  EXPECT_EQ(again.resolved, study.resolved);
  EXPECT_NE(read(kOfFeatures, {{"mechanism.docked_at", "-44 mm"}}).sha256, study.sha256);
}

TEST(SixDof, TakesAReadyMadeMechanismInItsTableToo) {
  EXPECT_EQ(read(kSixDof, {{"mechanism.kind", "drogue"}}).resolved, read(kSixDof).resolved);
}

TEST(SixDof, MouthRadiusGivesTheAngle) {
  const auto text = without(kSixDof, "half_angle = \"24.78 deg\"\n");
  EXPECT_DOUBLE_EQ(sixdof_setup(read(text, {{"drogue.mouth_radius", "227 mm"}}), 0).mechanism.half_angle,
                   45.0 * kDegree);
}

TEST(SixDof, PlaneNeedsNoDrogue) {
  const auto text = kSixDof.substr(0, kSixDof.find("[drogue]"));
  const auto made = sixdof_setup(read(text, {{"mechanism", "plane"}}), 0).mechanism;
  EXPECT_EQ(made.kind, mechanism::MechanismKind::plane);
  EXPECT_EQ(made.tip_radius, 0.025);
}

TEST(SixDof, ContactWithoutMaterialsStillHasATip) {
  const auto text = without(kSixDof, "chaser_material = \"polyimide\"\ntarget_material = \"aluminium\"\n");
  const auto made = sixdof_setup(read(text, {{"contact.stiffness", "1 N/um"}, {"contact.exponent", "1"}}), 0);
  EXPECT_EQ(made.contact.stiffness, 1e6);
  EXPECT_EQ(made.mechanism.tip_radius, 0.025);
}

TEST(SixDof, WholeInstrumentsHoldForAllComponents) {
  const auto made = setup({{"robot.total_delay", "1 ms"},
                           {"robot.resolution", "1 um"},
                           {"robot.angular_resolution", "2e-6 rad"},
                           {"wrench_sensor.natural_frequency", "500 rad/s"},
                           {"wrench_sensor.damping", "0.9"},
                           {"wrench_sensor.torque_resolution", "0.1 N m"}});
  for (std::size_t c = 0; c < 6; ++c) {
    EXPECT_EQ(made.robot[c], chain({LowPassSetup{4000.0, 0.7}, QuantizerSetup{c < 3 ? 1e-6 : 2e-6}})) << c;
    EXPECT_EQ(made.wrench_sensor[c], c < 3 ? chain({LowPassSetup{500.0, 0.9}})
                                           : chain({LowPassSetup{500.0, 0.9}, QuantizerSetup{0.1}}))
        << c;
  }
}

TEST(SixDof, ComponentsSayOtherwise) {
  const auto made = setup({{"robot.total_delay", "1 ms"},
                           {"robot.resolution", "1 um"},
                           {"robot.y.natural_frequency", "100 rad/s"},
                           {"robot.z.damping", "0.5"},
                           {"robot.rx.resolution", "3e-6 rad"},
                           {"robot.rz.total_delay", "0 s"},
                           {"wrench_sensor.tx.total_delay", "2 ms"}});
  EXPECT_EQ(made.robot[0], chain({LowPassSetup{4000.0, 0.7}, QuantizerSetup{1e-6}}));
  EXPECT_EQ(made.robot[1], chain({LowPassSetup{100.0, 0.7}, QuantizerSetup{1e-6}}));
  EXPECT_EQ(made.robot[2], chain({LowPassSetup{4000.0, 0.5}, QuantizerSetup{1e-6}}));
  EXPECT_EQ(made.robot[3], chain({LowPassSetup{4000.0, 0.7}, QuantizerSetup{3e-6}}));
  EXPECT_EQ(made.robot[5], chain({LowPassSetup{0.0, 0.7}}));  // a delay of 0 is none
  for (std::size_t c = 0; c < 6; ++c)
    EXPECT_EQ(made.wrench_sensor[c], c == 3 ? chain({LowPassSetup{2000.0, 0.7}}) : ChainSetup{}) << c;
}

TEST(SixDof, CurvesAndSectionsAreForAllOrForOneComponent) {
  const Study study = sixdof({}, R"(
[robot]
chain = ["transfer_function", "calibration"]
transfer_function.sections = [{ numerator = [1.0], denominator = [1.0, 1e-3] }]
calibration = { input = ["0 mm", "1 mm"], output = ["0 mm", "2 mm"] }
rx.calibration = { input = ["0 rad", "1 rad"], output = ["0 rad", "3 rad"] }
z.transfer_function.sections = [{ numerator = [2.0], denominator = [1.0, 0.0, 1e-6] }, { numerator = [4.0], denominator = [1.0] }]
[wrench_sensor]
chain = ["calibration"]
torque_calibration = { input = ["0 N m", "1 N m"], output = ["1 N m", "2 N m"] }
)");
  for (const Study& its : {study, read(study.resolved)}) {
    const auto made = sixdof_setup(its, 0);
    for (std::size_t c = 0; c < 6; ++c) {
      SCOPED_TRACE(c);
      const bool has_curve = c <= 3;
      ASSERT_EQ(made.robot[c].count, has_curve ? 2u : 1u);
      const auto sections = std::get<instruments::TransferFunctionSetup>(made.robot[c].stages[0]).sections;
      ASSERT_EQ(sections.size(), c == 2 ? 2u : 1u);
      EXPECT_EQ(sections[0].numerator[0], c == 2 ? 2.0 : 1.0);
      EXPECT_EQ(sections[0].denominator[2], c == 2 ? 1e-6 : 0.0);
      if (has_curve) {
        EXPECT_EQ(std::get<instruments::CalibrationSetup>(made.robot[c].stages[1]).curve[1].output,
                  c == 3 ? 3.0 : 2e-3);
      }
      ASSERT_EQ(made.wrench_sensor[c].count, c < 3 ? 0u : 1u);
      if (c >= 3) {
        EXPECT_EQ(std::get<instruments::CalibrationSetup>(made.wrench_sensor[c].stages[0]).curve[0].output,
                  1.0);
      }
    }
  }
}

TEST(SixDof, HasIdealInstrumentsWhenNobodyAsksForHil) {
  const auto made = setup({{"robot.total_delay", "1 ms"}, {"models", "[\"docking\"]"}});
  EXPECT_EQ(made.robot, models::SixChains{});
  EXPECT_FALSE(made.hil);
}

TEST(SixDof, CouplingIsByRows) {
  const auto made = setup({{"robot.coupling",
                            "[[1,2,0,0,0,0],[0,1,0,0,0,0],[0,0,1,0,0,0],[0,0,0,1,0,0],[0,0,0,0,1,0],"
                            "[0.5,0,0,0,0,1]]"}});
  auto expected = models::kUncoupled;
  expected[1] = 2.0;
  expected[30] = 0.5;
  EXPECT_EQ(made.robot_coupling, expected);
  EXPECT_EQ(made.wrench_coupling, models::kUncoupled);
}

TEST(Vectors, MayBeGivenWholeOrByComponent) {
  const auto whole = sixdof({{"approach.offset", "[\"1 mm\", \"75 mm\"]"}});
  EXPECT_EQ(whole.resolved, sixdof({{"approach.offset.y", "1 mm"}, {"approach.offset.z", "75 mm"}}).resolved);
  EXPECT_EQ(whole.resolved, sixdof({}, "[approach.offset]\ny = \"1 mm\"\nz = \"75 mm\"\n").resolved);
  EXPECT_EQ(whole.resolved,
            read(without(kSixDof, "velocity = \"0.1 m/s\"\n"),
                 {{"approach.velocity", "0.1 m/s"}, {"approach.offset", "[\"1 mm\", \"75 mm\"]"}})
                .resolved);
}

TEST(Vectors, ComponentsOnTheCommandLineChangeWhatIsGivenWhole) {
  const auto study = sixdof({{"chaser.inertia.yy", "26.5 kg m2"}, {"chaser.inertia.xz", "1 kg m2"}});
  EXPECT_EQ(sixdof_setup(study, 0).chaser.inertia, (Mat3{26, 0, 1, 0, 26.5, 0, 1, 0, 28}));
  EXPECT_EQ(setup({{"approach.offset", "[\"1 mm\", \"2 mm\"]"}, {"approach.offset.z", "3 mm"}}).offset,
            (Vec2{0.001, 0.003}));
}

TEST(Vectors, InertiaIsADiagonalOrAMatrix) {
  const std::string matrix =
      "[[\"26 kg m2\", \"1 kg m2\", \"0 kg m2\"], [\"1 kg m2\", \"27 kg m2\", \"2 kg m2\"], "
      "[\"0 kg m2\", \"2 kg m2\", \"28 kg m2\"]]";
  EXPECT_EQ(setup({{"chaser.inertia", matrix}}).chaser.inertia, (Mat3{26, 1, 0, 1, 27, 2, 0, 2, 28}));
  const auto made = sixdof_setup(read(without(kSixDof, kInertia), {{"chaser.inertia", matrix}}), 0);
  EXPECT_EQ(made.chaser.inertia[5], 2.0);
}

// Programs print mirrored products that differ in their last digits.
TEST(Vectors, MirroredProductsMayDifferByRounding) {
  const auto inertia = [](const std::string& above, const std::string& below) {
    return setup({{"chaser.inertia", "[[\"26 kg m2\", \"" + above + "\", \"0 kg m2\"], [\"" + below +
                                         "\", \"27 kg m2\", \"0 kg m2\"], "
                                         "[\"1e-17 kg m2\", \"0 kg m2\", \"28 kg m2\"]]"}})
        .chaser.inertia;
  };
  const auto made = inertia("0.1 kg m2", "0.10000002 kg m2");
  EXPECT_DOUBLE_EQ(made[1], 0.10000001);
  EXPECT_EQ(made[1], made[3]);
  EXPECT_EQ(made[2], 5e-18);
  EXPECT_EQ(inertia("0.1 kg m2", "0.1 kg m2")[1], 0.1);
  const auto why = test::message_of([&] { inertia("0.1 kg m2", "0.1000001 kg m2"); });
  EXPECT_NE(why.find("chaser.inertia.xy = \"0.1000001 kg m2\": is \"0.1 kg m2\" in the mirrored place"),
            std::string::npos)
      << why;
}

TEST(Vectors, CanBeVariedWhole) {
  const auto study = sixdof({}, R"(
[[axis]]
"approach.offset" = [["0 mm", "10 mm"], ["1 mm", "20 mm"]]
[[axis]]
name = "craft"
"chaser.inertia" = [["26 kg m2", "27 kg m2", "28 kg m2"], ["30 kg m2", "30 kg m2", "30 kg m2"]]
"chaser.mass" = ["200 kg", "300 kg"]
)");
  ASSERT_EQ(scenario_count(study), 4U);
  EXPECT_EQ(study.axes[0].name, "axis1");
  EXPECT_EQ(sixdof_setup(study, 2).offset, (Vec2{0.001, 0.02}));
  EXPECT_EQ(sixdof_setup(study, 2).chaser.inertia[8], 28.0);
  EXPECT_EQ(sixdof_setup(study, 3).chaser.inertia[8], 30.0);
  EXPECT_EQ(read(study.resolved).resolved, study.resolved);
}

/// The example with a chaser made of a cube and a rod before it.
const std::string kShaped = [] {
  std::string text = without(kSixDof, "mass = \"203 kg\"\n" + kInertia + "center_to_port = \"1.8325 m\"\n");
  const std::string table = "[chaser]\n";
  return text.insert(text.find(table) + table.size(), R"(port = ["1.5 m", "0.1 m", "-0.2 m"]
[[chaser.shape]]
kind = "cube"
edge = "1 m"
density = "30 kg/m3"
[[chaser.shape]]
kind = "cylinder"
radius = "20 mm"
length = "1 m"
mass = "10 kg"
place = ["1 m", "0 m", "0 m"]
)");
}();

TEST(Shapes, MakeASpacecraft) {
  const auto study = read(kShaped, {{"chaser.port", "[\"1.5 m\", \"0.1 m\", \"-0.2 m\"]"}});
  const auto chaser = sixdof_setup(study, 0).chaser;
  EXPECT_DOUBLE_EQ(chaser.mass, 40.0);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(chaser.port[i], (Vec3{1.25, 0.1, -0.2})[i], 1e-15);
  const double about = 30.0 / 6.0 + 10.0 * 0.0004 / 2.0;
  const double across = 30.0 / 6.0 + 30.0 * 0.0625 + 10.0 * (3.0 * 0.0004 + 1.0) / 12.0 + 10.0 * 0.5625;
  const Mat3 expected{about, 0, 0, 0, across, 0, 0, 0, across};
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(chaser.inertia[i], expected[i], 1e-11) << i;
  EXPECT_TRUE(std::isnan(study.base["chaser.mass"_id]));
  EXPECT_EQ(sixdof_setup(study, 0).target, setup().target);
}

TEST(Shapes, AreWrittenBack) {
  const auto study = read(kShaped);
  const auto again = read(study.resolved);
  EXPECT_EQ(again.resolved, study.resolved);
  EXPECT_EQ(sixdof_setup(again, 0), sixdof_setup(study, 0));
  EXPECT_NE(study.resolved.find(R"([chaser]
port = ["1.5 m", "0.1 m", "-0.2 m"]

[[chaser.shape]]
kind = "cube"
density = "30 kg m-3"
edge = "1 m"
place = ["0 m", "0 m", "0 m"]

[[chaser.shape]]
kind = "cylinder"
mass = "10 kg"
radius = "0.02 m"
length = "1 m"
place = ["1 m", "0 m", "0 m"]
direction = "+x"

[target]
)"),
            std::string::npos)
      << study.resolved;
}

TEST(Inertia, IsCheckedInEveryScenario) {
  const std::string axes = R"([[axis]]
"chaser.inertia.xx" = { from = "20 kg m2", to = "60 kg m2", count = 5 }
)";
  EXPECT_NE(refusal(kSixDof + axes).find("Iyy + Izz = 55 kg m2 is less than Ixx = 60 kg m2"),
            std::string::npos)
      << refusal(kSixDof + axes);
  EXPECT_EQ(refusal(kSixDof + axes, {{"chaser.inertia.yy", "50 kg m2"}, {"chaser.inertia.zz", "50 kg m2"}}),
            "");
}

TEST(Metrics, BelongToAModel) {
  EXPECT_EQ(refusal(kSixDof, {{"output.metrics", "[\"docking.success\", \"force.e_imax\"]"}}), "");
  EXPECT_NE(refusal(kSixDof, {{"output.metrics", "[\"velocity.error\"]"}}), "");
  EXPECT_NE(refusal(kExample, {{"output.metrics", "[\"docking.success\"]"}}), "");
}

TEST(SixDofStudy, ResolvesQuantizersWhereAsked) {
  EXPECT_FALSE(sixdof_setup(read(kSixDof), 0).resolve_quantizers);
  const auto study = read(kSixDof, {{"numerics.resolve_quantizers", "true"}});
  EXPECT_TRUE(sixdof_setup(study, 0).resolve_quantizers);
  EXPECT_TRUE(sixdof_setup(read(study.resolved), 0).resolve_quantizers);
}

}  // namespace
}  // namespace hilspace::study
