// The write-back: a study with every default, from which the same study comes again.

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "study/notation/sha256.hpp"
#include "unit/study/example.hpp"

namespace hilspace::study {
namespace {

const std::string kEverything = R"(
seed = 9007199254740993
models = ["hil"]
model = "axial"
title = "Quotes \" and \\ and \u0001 and \u00e9 and a\nnew line"
[chaser]
mass = "0.1 lb"
[target]
mass = "1e5 t"
[approach]
velocity = "33.3 ft/min"
[contact]
restitution = 0.1234567890123456789
chaser_material = "mine"
target_material = "other-1"
chaser_radius = "1 in"
target_radius = "7e-30 m"
[materials.other-1]
youngs_modulus = "1 psi"
poisson_ratio = -0.3
[materials.mine]
youngs_modulus = "4.34 GPa"
poisson_ratio = 0.5
[actuator]
bandwidth = "641.7 Hz"
damping = 1
resolution = "0.3 um"
[force_sensor]
total_delay = "0 s"
[numerics]
step = "0.1 us"
time_limit = "3 min"
penetration_limit = "0.3 mm"
error_share = 0
solver = "auto"
[output]
metrics = ["velocity.error", "force.e_imax", "velocity.*"]
precision = "float32"
errors = true
traces = [5, 0]
sample_interval = "10 us"
[[axis]]
"contact.law" = ["hertz", "flores"]
[[axis]]
"force_sensor.resolution" = { from = "1 lbf", to = "30 lbf", count = 7, spacing = "log" }
"force_sensor.damping" = { from = 0.3, to = 0.9, count = 7 }
[[axis]]
name = "smoothness"
"approach.velocity" = ["1 m/s", "2 m/s"]
)";

const std::string kChains = R"(
title = "Chains"
chaser.mass = "1 kg"
target.mass = "1 kg"
approach.velocity = "1 m/s"
[contact]
reference_force = "1 lbf"
reference_penetration = "0.1 mm"
damping = "0 N s/m"
restitution = 0.5
permanent_deformation = 6.41
compaction_rate = 1e-300
[actuator]
chain = ["saturation", "calibration", "noise", "sample_hold", "transfer_function", "low_pass"]
saturation.max = "0.239 mm"
calibration = { input = ["-1 in", "-0 m", "1 in"], output = ["0.3 mm", "-1e-320 m", "-5 m"] }
noise = { psd = "1e-17 m2/Hz", bandwidth = "23 kHz" }
sample_hold.rate = "250 Hz"
low_pass.damping = 0.1
[[actuator.transfer_function.sections]]
numerator = [-0.0, 1e300]
denominator = [0.1, 3, 1e-300]
[[actuator.transfer_function.sections]]
numerator = [1]
denominator = [-1]
[force_sensor]
chain = ["dead_band", "bias", "transport_delay", "quantizer"]
dead_band.threshold = "22 N"
bias.value = "-0.6 N"
transport_delay.delay = "16 ms"
[numerics]
solver = "dopri5"
tolerance = 1e-3
[[axis]]
"contact.law" = ["viscoplastic", "kelvin_voigt_tensile", "gonthier_exact"]
"contact.exponent" = [1.65, 1, 0.3]
[[axis]]
actuator.saturation.min = ["-1 mm", "0.1 mm"]
force_sensor.quantizer.resolution = ["0 N", "1 N"]
[[axis]]
"actuator.low_pass.total_delay" = { from = "0 ms", to = "1 ms", step = "0.3 ms" }
)";

const std::string kSixDofEverything = R"(
model = "sixdof"
mechanism = "drogue"
impacts = "first"
models = ["hil"]
[chaser]
mass = "450 lb"
inertia = [["26 kg m2", "-0.1 kg m2", "0 kg m2"], ["-0.1 kg m2", "2.7e5 kg cm2", "3 kg m2"],
           ["0 kg m2", "3 kg m2", "28 kg m2"]]
center_to_port = "6 ft"
[target]
mass = "403 kg"
inertia.xx = "110 kg m2"
inertia.yy = "112 kg m2"
inertia.xz = "1 kg m2"
center_to_port = "0 m"
[approach]
velocity = "33.3 ft/min"
attitude = ["0.1 deg", "-89.999 deg", "359 deg"]
angular_velocity.y = "1 rpm"
lateral_velocity = ["-1 mm/s", "-0 mm/s"]
[contact]
stiffness = "1 N/um"
damping = "0.1 N s/m"
law = "kelvin_voigt"
radius = "1 in"
friction = { stiction = 0.1, sliding = 0.3 }
[drogue]
cylinder_radius = "32 mm"
cylinder_length = "2 in"
frustum_length = "195 mm"
mouth_radius = "0.122 m"
[robot]
bandwidth = "10 Hz"
resolution = "0 m"
x.total_delay = "0 s"
ry = { natural_frequency = "3 rad/s", damping = 0.1, resolution = "1 arcsec" }
coupling = [[1, 0.1, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0],
            [0, 0, 0, 1, 0, 1e-300], [0, 0, 0, 0, 1, 0], [0, 0, 0, 0, 0, -1]]
[wrench_sensor]
torque_resolution = "1 lbf ft"
fz.resolution = "1 lbf"
[numerics]
solver = "reference"
[output]
metrics = ["docking.success"]
[[axis]]
"approach.offset" = [["0 mm", "1 mm"], ["1 mm", "2 mm"]]
[[axis]]
"target.inertia.zz" = { from = "100 kg m2", to = "120 kg m2", count = 3 }
"robot.rz.resolution" = ["1 deg", "2 deg", "3 deg"]
)";

std::array<std::uint64_t, kParameterCount> bits(const ParameterValues& values) {  // so that NaN equals NaN
  std::array<std::uint64_t, kParameterCount> result{};
  for (std::size_t i = 0; i < kParameterCount; ++i)
    result[i] = std::bit_cast<std::uint64_t>(values.values[i]);
  return result;
}

void expect_equal(const Study& a, const Study& b) {
  EXPECT_EQ(a.title, b.title);
  EXPECT_EQ(a.model, b.model);
  EXPECT_EQ(a.seed, b.seed);
  EXPECT_EQ(a.mechanism, b.mechanism);
  EXPECT_EQ(a.first_impact, b.first_impact);
  EXPECT_EQ(a.couplings, b.couplings);
  EXPECT_EQ(a.docking, b.docking);
  EXPECT_EQ(a.hil, b.hil);
  EXPECT_EQ(bits(a.base), bits(b.base));
  EXPECT_EQ(a.error_share, b.error_share);
  EXPECT_EQ(a.solver, b.solver);
  for (std::size_t i = 0; i < kInstruments.size(); ++i) {
    EXPECT_EQ(a.instruments[i].shorthand, b.instruments[i].shorthand);
    EXPECT_EQ(a.instruments[i].stages, b.instruments[i].stages);
    EXPECT_EQ(a.instruments[i].calibration, b.instruments[i].calibration);
    EXPECT_EQ(a.instruments[i].transfer_function, b.instruments[i].transfer_function);
  }
  EXPECT_EQ(a.output, b.output);
  ASSERT_EQ(a.axes.size(), b.axes.size());
  for (std::size_t i = 0; i < a.axes.size(); ++i) {
    EXPECT_EQ(a.axes[i].name, b.axes[i].name);
    EXPECT_EQ(a.axes[i].parameters, b.axes[i].parameters);
    EXPECT_EQ(a.axes[i].values, b.axes[i].values);
  }
  ASSERT_EQ(a.materials.size(), b.materials.size());
  for (std::size_t i = 0; i < a.materials.size(); ++i) {
    EXPECT_EQ(a.materials[i].name, b.materials[i].name);
    EXPECT_EQ(a.materials[i].material.youngs_modulus, b.materials[i].material.youngs_modulus);
    EXPECT_EQ(a.materials[i].material.poisson_ratio, b.materials[i].material.poisson_ratio);
  }
  EXPECT_EQ(a.resolved, b.resolved);
  EXPECT_EQ(a.sha256, b.sha256);
}

TEST(Resolved, ReadsAsTheSameStudy) {
  for (const auto& text : {kExample, kEverything, kChains, kSixDof, kSixDofEverything}) {
    const Study study = read(text);
    expect_equal(study, parse(study.resolved, "elsewhere.toml", {}, kMetrics));
  }
}

TEST(Resolved, WritesEveryDefaultOut) {
  EXPECT_EQ(read(kExample).resolved, R"(title = "Example"
model = "axial"
seed = 1
models = ["docking", "hil"]

[chaser]
mass = "30 kg"

[target]
mass = "75 kg"

[approach]
velocity = "0.1 m s-1"

[contact]
law = "flores"
restitution = 0.8
chaser_material = "polyimide"
target_material = "aluminium"
radius = "0.025 m"

[numerics]
solver = "auto"
error_share = 0.01
tolerance = 1e-09
)");
}

TEST(Resolved, WritesEveryDefaultOutInSixDegreesToo) {
  EXPECT_EQ(read(kSixDof, {{"robot.x.total_delay", "1 ms"}}).resolved, R"(title = "Example"
model = "sixdof"
seed = 1
models = ["docking", "hil"]
mechanism = "drogue"
impacts = "all"

[chaser]
mass = "203 kg"
inertia.xx = "26 kg m2"
inertia.yy = "27 kg m2"
inertia.zz = "28 kg m2"
inertia.xy = "0 kg m2"
inertia.xz = "0 kg m2"
inertia.yz = "0 kg m2"
center_to_port = "1.8325 m"

[target]
mass = "403 kg"
inertia.xx = "110 kg m2"
inertia.yy = "112 kg m2"
inertia.zz = "113 kg m2"
inertia.xy = "0 kg m2"
inertia.xz = "0 kg m2"
inertia.yz = "0 kg m2"
center_to_port = "0.8477 m"

[approach]
velocity = "0.1 m s-1"
offset.y = "0 m"
offset.z = "0 m"
attitude.roll = "0 rad"
attitude.pitch = "0 rad"
attitude.yaw = "0 rad"
angular_velocity.x = "0 rad s-1"
angular_velocity.y = "0 rad s-1"
angular_velocity.z = "0 rad s-1"
lateral_velocity.y = "0 m s-1"
lateral_velocity.z = "0 m s-1"

[contact]
law = "flores"
restitution = 0.8
chaser_material = "polyimide"
target_material = "aluminium"
radius = "0.025 m"
friction.stiction = 0
friction.sliding = 0
friction.stribeck_velocity = "0.015 m s-1"

[drogue]
cylinder_radius = "0.032 m"
cylinder_length = "0.05 m"
frustum_length = "0.195 m"
half_angle = "0.4324925886441949 rad"

[robot]
damping = 0.7
x.total_delay = "0.001 s"

[numerics]
solver = "dopri5"
error_share = 0.01
tolerance = 1e-09
)");
}

TEST(Resolved, WritesChainsOut) {
  const std::string actuator = R"([actuator]
chain = ["noise", "transfer_function", "calibration"]
transfer_function = { sections = [ { numerator = [1.0], denominator = [1.0, 2.0e-4, 1.0e-8] } ] }
calibration = { input = ["0 mm", "0.1 mm"], output = ["0 mm", "0.11 mm"] }
noise = { std = "0.73 um", bandwidth = "23 kHz" }
)";
  const auto text = read_with(actuator).resolved;
  const auto begin = text.find("[actuator]");
  EXPECT_EQ(text.substr(begin, text.find("\n[numerics]") - begin), R"([actuator]
chain = ["noise", "transfer_function", "calibration"]
calibration = { input = ["0 m", "0.0001 m"], output = ["0 m", "0.00011 m"] }
transfer_function = { sections = [{ numerator = [1, 0, 0], denominator = [1, 0.0002, 1e-08] }] }
noise.std = "7.3e-07 m"
noise.bandwidth = "23000 Hz"
noise.damping = 0.7
)");
}

TEST(Resolved, IsTheSameForWhateverMeansTheSame) {
  const std::string one = "[actuator]\ntotal_delay = \"1 ms\"\n[force_sensor]\nresolution = \"1 N\"\n";
  const std::string other =
      "# a comment\n[force_sensor]\nresolution = \"1000 mN\"\n"
      "[actuator]\ntotal_delay = \"0.001 s\"\ndamping = 0.70\n";
  EXPECT_EQ(read_with(one).sha256, read_with(other).sha256);
  EXPECT_EQ(parse(kExample, "/tmp/a/b.toml", {}, kMetrics).sha256, read(kExample).sha256);
}

TEST(Resolved, DiffersForWhateverMeansSomethingElse) {
  const auto base = read(kExample).sha256;
  for (const auto& [path, value] :
       std::vector<std::pair<std::string, std::string>>{{"title", "x"},
                                                        {"seed", "2"},
                                                        {"models", "[\"hil\"]"},
                                                        {"chaser.mass", "30.000000000000004 kg"},
                                                        {"contact.law", "hertz"},
                                                        {"numerics.error_share", "0.02"},
                                                        {"numerics.step", "1 us"},
                                                        {"output.traces", "[0]"},
                                                        {"output.errors", "true"},
                                                        {"output.precision", "float32"},
                                                        {"output.metrics", "[\"velocity.*\"]"},
                                                        {"output.metrics", "[\"velocity.error\"]"},
                                                        {"output.sample_interval", "1 s"},
                                                        {"contact.target_material", "steel"}})
    EXPECT_NE(read(kExample, {{path, value}}).sha256, base) << path;
}

TEST(Resolved, LeavesOutWhatAnAxisReplaces) {
  const std::string axis = "[[axis]]\n\"chaser.mass\" = [\"40 kg\"]\n";
  EXPECT_EQ(read_with(axis).sha256, read(without(kExample, "mass = \"30 kg\"\n") + axis).sha256);
}

TEST(Hertz, NeedsNoRestitution) {
  const auto text = without(kExample, "restitution = 0.8\n");
  const Study study = read(text, {{"contact.law", "hertz"}});
  EXPECT_TRUE(std::isnan(study.base["contact.restitution"_id]));
  EXPECT_EQ(refusal(text + "[[axis]]\n\"contact.law\" = [\"hertz\"]\n"), "");
  EXPECT_NE(refusal(text + "[[axis]]\n\"contact.law\" = [\"hertz\", \"flores\"]\n"), "");
}

TEST(Sha256, GivesThePublishedDigests) {  // FIPS 180-2
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

}  // namespace
}  // namespace hilspace::study
