// Studies with hybrid contacts and compensators in six degrees of freedom, and spacecraft of bodies in a row.

#include <gtest/gtest.h>

#include <string>

#include "unit/study/example.hpp"

namespace hilspace::study {
namespace {

const std::string kLinear = [] {
  std::string text =
      without(kSixDof, "law = \"flores\"\nrestitution = 0.8\nchaser_material = \"polyimide\"\n");
  return without(text, "target_material = \"aluminium\"\n") + R"(
[robot]
chain = ["transport_delay"]
transport_delay.delay = "16 ms"
[wrench_sensor]
chain = ["sample_hold"]
sample_hold.rate = "1 kHz"
)";
}();
const std::string kWanted =
    "[contact]\nlaw = \"kelvin_voigt\"\nstiffness = \"1.5 kN/m\"\ndamping = \"40 N s/m\"\n";
std::string hybrid(const std::string& more) {
  std::string text = kLinear;
  text.replace(text.find("[contact]\n"), std::string("[contact]\n").size(), kWanted);
  return text + more;
}

TEST(SpatialHybrid, HasTheNumbersOfTheStudy) {
  const auto made = sixdof_setup(read(hybrid(R"(
[compliance]
stiffness_along = ["3 kN/m", "1.2 kN/m", "1 kN/m"]
damping = "5 N s/m"
reading = "displacement"
[virtual]
source = "measured"
measurement_delay = "8 ms"
rate = "500 Hz"
torsional_damping = ["1 N m s/rad", "2 N m s/rad", "3 N m s/rad"]
)")),
                                 0)
                        .hybrid;
  EXPECT_TRUE(made.its.is_real && made.its.is_computed);
  EXPECT_EQ(made.springs, (Mat3{3e3, 0, 0, 0, 1.2e3, 0, 0, 0, 1e3}));
  EXPECT_EQ(made.its.real_damping, 5.0);
  EXPECT_EQ(made.reading, hybrid::ComplianceReading::displacement);
  EXPECT_EQ(made.its.source, hybrid::Source::measured);
  EXPECT_EQ(made.its.measurement_delay, 8e-3);
  EXPECT_EQ(made.its.rate, 500.0);
  EXPECT_EQ(made.torsional_damping, (Vec3{1, 2, 3}));
  EXPECT_EQ(made.stiffness, hybrid::Share::fill);
  EXPECT_EQ(made.damping, hybrid::Share::corrected);
  EXPECT_EQ(made.wanted, (hybrid::Wanted{1.5e3, 40.0}));
  EXPECT_DOUBLE_EQ(made.lags.real, 16.5e-3);
  EXPECT_DOUBLE_EQ(made.lags.computed, 25e-3);
}

TEST(SpatialHybrid, TakesOneNumberThreeOrSprings) {
  const auto one = sixdof_setup(read(hybrid(R"(
[compliance]
stiffness = "2 kN/m"
[virtual]
source = "actual"
stiffness_along = ["1 N/m", "2 N/m", "3 N/m"]
damping_along = ["4 N s/m", "5 N s/m", "6 N s/m"]
)")),
                                0)
                       .hybrid;
  EXPECT_EQ(one.springs, (Mat3{2e3, 0, 0, 0, 2e3, 0, 0, 0, 2e3}));
  EXPECT_EQ(one.stiffness, hybrid::Share::along_axes);
  EXPECT_EQ(one.stiffness_along, (Vec3{1, 2, 3}));
  EXPECT_EQ(one.damping, hybrid::Share::along_axes);
  EXPECT_EQ(one.damping_along, (Vec3{4, 5, 6}));
  const auto study = read(hybrid(R"(
[compliance]
springs = [{ stiffness = "1 kN/m", direction = [1, 0, 0] }, { stiffness = "2 kN/m", direction = [0, 1, 0] },
  { stiffness = "3 kN/m", direction = [0, 0, 2] }]
[virtual]
source = "commanded"
stiffness = "10 N/m"
damping = "fill"
)"));
  const auto springs = sixdof_setup(study, 0).hybrid;
  EXPECT_EQ(springs.springs, (Mat3{1e3, 0, 0, 0, 2e3, 0, 0, 0, 3e3}));
  EXPECT_EQ(springs.stiffness, hybrid::Share::value);
  EXPECT_EQ(springs.its.virtual_stiffness, 10.0);
  EXPECT_EQ(springs.damping, hybrid::Share::fill);
  EXPECT_EQ(read(study.resolved).resolved, study.resolved);
  EXPECT_EQ(sixdof_setup(read(study.resolved), 0).hybrid, springs);
}

TEST(SpatialHybrid, IsOfOneTipAndALinearContact) {
  const std::string real = "[compliance]\nstiffness = \"2 kN/m\"\n";
  EXPECT_EQ(refusal(hybrid(real)), "");
  EXPECT_NE(refusal(kSixDof + real).find("the wanted contact is linear"), std::string::npos);
  EXPECT_NE(refusal(hybrid(real + "normal_angle = \"3 deg\"\n")).find("belongs to model = \"axial\""),
            std::string::npos);
  EXPECT_NE(refusal(hybrid("[compliance]\nstiffness_along.x = \"2 kN/m\"\n")).find("write all three"),
            std::string::npos);
  EXPECT_NE(refusal(hybrid("[compliance]\nsprings = [{ stiffness = \"1 kN/m\", direction = [1, 0, 0] }]\n"))
                .find("springs in three directions"),
            std::string::npos);
  EXPECT_NE(refusal(hybrid("[virtual]\nstiffness_along = [\"1 N/m\", \"1 N/m\", \"1 N/m\"]\n"))
                .find("virtual.source"),
            std::string::npos);
}

TEST(SpatialCompensator, HasTheForceSideOfASingleContact) {
  const std::string late = "[robot]\ntotal_delay = \"1 ms\"\n[wrench_sensor]\ntotal_delay = \"0.1 ms\"\n";
  const auto with = [&](const std::string& keys) { return kSixDof + late + "[compensator]\n" + keys; };
  for (const auto* force : {"lead", "secant", "damper", "passivity"})
    EXPECT_EQ(refusal(with("force = \"" + std::string(force) + "\"\n")), "");
  EXPECT_EQ(sixdof_setup(read(with("force = \"damper\"\ndamping = \"900 N s/m\"\n")), 0).compensator.damping,
            900.0);
  EXPECT_NE(refusal(with("force = \"smith\"\n")).find("on one axis only"), std::string::npos);
  EXPECT_NE(refusal(with("force = \"passivity\"\nports = 2\n")).find("compensator.rate"), std::string::npos);
}

/// The computed force bypasses the sensor: a lead ahead of it shows at once.
TEST(SpatialCompensator, SeesTheLoopThroughTheComputedPart) {
  const std::string led = hybrid("[compensator]\nposition = \"lead\"\norder = 2\n[virtual]\nsource = ");
  EXPECT_NE(refusal(led + "\"commanded\"\n").find("through the computed part"), std::string::npos);
  EXPECT_EQ(refusal(led + "\"actual\"\n"), "");
}

const std::string kRow = R"(
[[chaser.body]]
mass = "12 kg"
stiffness = "50 kN/m"
[[chaser.body]]
mass = "5 kg"
stiffness = "1 kN/m"
damping = "2 N s/m"
[[chaser.body]]
mass = "2 kg"
)";
const std::string kNoChaser =
    without(kFourMass, "[chaser]\nfront_mass = \"2 kg\"\nrear_mass = \"17 kg\"\nstiffness = \"1 kN/m\"\n");

TEST(BodiesInARow, AreTheTwoMasses) {
  const auto study = read(kNoChaser + kRow);
  const auto made = four_mass_setup(study, 0);
  EXPECT_EQ(made.impact.chaser_mass, 2.0);
  EXPECT_EQ(made.chaser, (models::RearSetup{17.0, 1e3, 2.0}));
  const auto written = read(kFourMass, {{"chaser.damping", "2 N s/m"}});
  EXPECT_EQ(study.sha256, written.sha256);  // the same study
}

TEST(BodiesInARow, ExcludeTheTwoMasses) {
  EXPECT_NE(refusal(kFourMass + kRow).find("excludes the bodies"), std::string::npos);
  EXPECT_NE(refusal(kNoChaser + "[[chaser.body]]\nmass = \"2 kg\"\n").find("two or more tables"),
            std::string::npos);
  EXPECT_NE(
      refusal(kNoChaser + kRow + "stiffness = \"1 kN/m\"\n").find("the last body is the one that touches"),
      std::string::npos);
}

}  // namespace
}  // namespace hilspace::study
