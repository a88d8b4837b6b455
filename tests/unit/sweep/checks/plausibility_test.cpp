#include "sweep/checks/plausibility.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <string_view>

#include "metrics/catalogue.hpp"
#include "sweep/sweep.hpp"
#include "unit/sweep/checks/foreseen.hpp"
#include "unit/sweep/sweeping.hpp"

namespace hilspace::sweep {
namespace {

/// A contact of 4.5 ms, 141 um and 1590 N.
const std::string kContact = test::kAxialStudy;
/// A linear contact of 63 kg on 1 kN/m, behind a delay.
const std::string kLateOscillator = R"([chaser]
mass = "126 kg"
[target]
mass = "126 kg"
[approach]
velocity = "20 mm/s"
[contact]
law = "hertz"
exponent = 1
stiffness = "1 kN/m"
[actuator]
chain = ["transport_delay"]
)";

TEST(Plausibility, KnowsLagQuantaAndTheContact) {
  const auto study = study_of(kContact + R"(
[actuator]
lag = "0.35 ms"
resolution = "1 um"
[force_sensor]
resolution = "16 N"
)");
  const auto its = plausibility(study);
  EXPECT_EQ(its.looked_at, 1u);
  EXPECT_DOUBLE_EQ(its.lag.low, 0.35e-3);
  EXPECT_NEAR(its.duration.high, 4.6e-3, 0.3e-3);
  EXPECT_NEAR(its.largest_lag, 0.35 / 4.6, 0.01);
  EXPECT_NEAR(its.place.largest, 1.0 / 150.0, 0.1 / 150.0);
  EXPECT_NEAR(its.force.largest, 16.0 / 1700.0, 1.6 / 1700.0);
  EXPECT_TRUE(warnings(study, its).empty());
}

TEST(Plausibility, WarnsOfALagNearTheContact) {
  const auto texts =
      foreseen(kContact + "[[axis]]\n\"actuator.total_delay\" = [\"1 ms\", \"2 ms\", \"5 ms\"]\n");
  ASSERT_EQ(texts.size(), 2u);
  EXPECT_TRUE(has(texts[0], "in 2 of 3 scenarios the testbed is late by more than a tenth")) << texts[0];
  EXPECT_TRUE(has(texts[1], "in 2 of 3 scenarios a contact that lasts is unstable behind the testbed: "))
      << texts[1];
}

// A motion that grows as e^(g t) behind a delay of 2 u tan(u)/g, sin(u) exp(-u tan u) = g/w0 (linear_loop_test.cpp): by a
// tenth within an impact, pi/w0, with g = w0 log(1.1)/pi.
TEST(Plausibility, WarnsOfWhatGrowsByMoreThanATenthWithinAnImpact) {
  const double w0 = std::sqrt(1000.0 / 63.0), growth = w0 * std::log(1.1) / std::numbers::pi;
  double u = growth / w0;
  for (int i = 0; i < 50; ++i) u = std::asin(growth / w0 * std::exp(u * std::tan(u)));
  const double delay = 2.0 * u * std::tan(u) / growth;
  const auto unstable = [&](double share) {
    return plausibility(
               study_of(kLateOscillator + fmt::format("transport_delay.delay = \"{} s\"\n", share * delay)))
        .unstable;
  };
  EXPECT_EQ(unstable(0.997), 0u);
  EXPECT_EQ(unstable(1.003), 1u);
}

// x = pi lag/contact is 0.34, 1.26 and 1.4; lead 2 is stable up to 1.35, polynomial 3 up to 0.70.
TEST(Plausibility, WarnsOfUnstableCompensators) {
  const std::string study = kLateOscillator + R"([[axis]]
"actuator.transport_delay.delay" = ["85 ms", "315 ms", "350 ms"]
[compensator]
position = )";
  const auto lead = foreseen(study + "\"lead\"\n"),
             polynomial = foreseen(study + "\"polynomial\"\norder = 3\n");
  ASSERT_EQ(lead.size(), 1u);
  EXPECT_TRUE(has(lead[0],
                  "in 1 of 3 scenarios a contact that lasts is unstable behind the testbed and its "
                  "compensator"))
      << lead[0];
  ASSERT_EQ(polynomial.size(), 1u);
  EXPECT_TRUE(has(polynomial[0], "in 2 of 3 scenarios")) << polynomial[0];
}

TEST(Plausibility, WarnsOfUnstableContactsInSixDegrees) {
  const std::string study = R"(title = "Late"
model = "sixdof"
mechanism = "plane"
impacts = "first"
[chaser]
mass = "126 kg"
inertia = ["10 kg m2", "10 kg m2", "10 kg m2"]
center_to_port = "1 m"
[target]
mass = "126 kg"
inertia = ["10 kg m2", "10 kg m2", "10 kg m2"]
center_to_port = "1 m"
[approach]
velocity = "20 mm/s"
[contact]
law = "hertz"
exponent = 1
stiffness = "1 kN/m"
radius = "25 mm"
[robot]
chain = ["transport_delay"]
[[axis]]
"robot.transport_delay.delay" = ["85 ms", "315 ms", "350 ms"]
[compensator]
position = "polynomial"
order = 3
)";
  const auto texts = foreseen(study);
  ASSERT_EQ(texts.size(), 1u);
  EXPECT_TRUE(has(texts[0],
                  "in 2 of 3 scenarios a contact that lasts is unstable behind the testbed and its "
                  "compensator"))
      << texts[0];
}

TEST(Plausibility, TellsWhatBodiesInARowCountAs) {
  const auto texts = foreseen(R"(title = "Row"
model = "four_mass"
[target]
front_mass = "1 kg"
[approach]
velocity = "50 mm/s"
[contact]
law = "hertz"
exponent = 1
stiffness = "1 MN/m"
[[chaser.body]]
mass = "100 kg"
stiffness = "5 kN/m"
[[chaser.body]]
mass = "20 kg"
stiffness = "800 N/m"
[[chaser.body]]
mass = "5 kg"
stiffness = "5 kN/m"
[[chaser.body]]
mass = "1 kg"
)");
  ASSERT_EQ(texts.size(), 1u);
  EXPECT_EQ(
      texts[0],
      "the 4 bodies of the chaser count as 120 kg behind 6 kg on 800 N/m: they swing at 1.883 Hz, where "
      "all bodies together have 1.728 Hz, 8.2 % less");
}

TEST(Plausibility, WarnsOfQuantaThatAreCoarseAgainstThePeak) {
  const auto texts = foreseen(kContact + R"(
[actuator]
resolution = "50 um"
[force_sensor]
resolution = "200 N"
)");
  ASSERT_EQ(texts.size(), 2u);
  EXPECT_TRUE(has(texts[0], "a step of the actuator")) << texts[0];
  EXPECT_TRUE(has(texts[1], "a step of the force sensor")) << texts[1];
}

TEST(Plausibility, WarnsOfEnergyThatTheTestbedGives) {
  const auto study = study_of(kContact + "[actuator]\ntotal_delay = \"1 ms\"\n");
  metrics::Summary summary;
  EXPECT_TRUE(warnings(study, summary).empty());
  const auto catalogue = metrics::catalogue();
  const auto gain = std::ranges::find(catalogue, std::string_view("restitution.hil"), &metrics::Metric::name);
  summary.largest[static_cast<std::size_t>(gain - catalogue.begin())] = 3.68;
  const auto texts = warnings(study, summary);
  ASSERT_EQ(texts.size(), 1u);
  EXPECT_TRUE(has(texts[0], "restitution.hil is 3.68")) << texts[0];
}

TEST(Plausibility, AGainWithinItsNumericalErrorIsNone) {
  const std::string delayed = kContact + "[actuator]\ntotal_delay = \"1 ms\"\n";
  const auto one = study_of(delayed), more = study_of(delayed + "[numerics]\nrepeats = 2\n");
  const auto catalogue = metrics::catalogue();
  const auto gain = static_cast<std::size_t>(
      std::ranges::find(catalogue, std::string_view("restitution.hil"), &metrics::Metric::name) -
      catalogue.begin());
  const auto said = [&](const study::Study& study, double restitution, double error) {
    metrics::Summary summary;
    summary.largest[gain] = restitution;
    summary.error.values[gain] = error;
    const auto texts = warnings(study, summary);
    return texts.empty() ? "" : texts.back();
  };
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  for (const auto& study : {one, more}) {
    EXPECT_EQ(said(study, 1.00000074, 1e-6), "");
    EXPECT_TRUE(has(said(study, 1.00000174, 1e-6), "1 + 1.7e-06"));
    EXPECT_TRUE(has(said(study, 1.00000074, std::numeric_limits<double>::quiet_NaN()), "gives energy"));
  }
  EXPECT_EQ(said(one, 3.68, kInfinite), "");
  EXPECT_TRUE(has(said(more, 3.68, kInfinite), "up to 3.68"));  // that error may be of the other scenario
}

TEST(Plausibility, WarnsOfContactsTooDeepForHertz) {
  const std::string masses = "[[axis]]\n\"approach.velocity\" = [\"0.1 m/s\", \"30 m/s\", \"100 m/s\"]\n";
  for (const std::string models : {"", "models = [\"docking\"]\n"}) {
    const auto study = study_of(models + kContact + masses);
    const auto its = plausibility(study);
    EXPECT_EQ(its.hertz.looked_at, 3u);
    // 0.1 m/s: 141 um of 25 mm; the depth goes with v^(4/5).
    EXPECT_EQ(its.hertz.deep, 2u);
    EXPECT_NEAR(its.hertz.deepest, 0.0056 * std::pow(1000.0, 0.8), 0.2);
    const auto texts = warnings(study, its);
    ASSERT_EQ(texts.size(), 1u);
    EXPECT_TRUE(has(texts[0], "in 2 of 3 scenarios the penetration is more than a tenth")) << texts[0];
  }
}

TEST(Plausibility, AContactThatIsNotHertzHasNoRadius) {
  std::string text = kContact;
  for (const auto* line :
       {"chaser_material = \"polyimide\"\n", "target_material = \"aluminium\"\n", "radius = \"25 mm\"\n"})
    text = test::without(text, line);
  const auto study = study_of(text + "stiffness = \"1e5 N/m\"\nexponent = 1\n");
  EXPECT_EQ(plausibility(study).hertz.looked_at, 0u);
}

TEST(Plausibility, OfADockingModelAloneThereIsNoTestbed) {
  const auto study =
      study_of("models = [\"docking\"]\n" + kContact + "[actuator]\ntotal_delay = \"20 ms\"\n");
  EXPECT_EQ(plausibility(study).looked_at, 0u);
  EXPECT_TRUE(warnings(study, plausibility(study)).empty());
}

TEST(Plausibility, SaysOfOneScenarioWhatItIs) {
  const std::string late = kContact + "[actuator]\ntotal_delay = \"5 ms\"\nresolution = \"20 um\"\n";
  const auto texts = foreseen(late);
  ASSERT_EQ(texts.size(), 3u);
  EXPECT_TRUE(texts[0].starts_with("the testbed is late by more than a tenth of the contact, 0."))
      << texts[0];
  EXPECT_TRUE(texts[1].starts_with("a contact that lasts is unstable behind the testbed: ")) << texts[1];
  EXPECT_TRUE(texts[2].starts_with("a step of the actuator is more than a tenth of the peak, 0."))
      << texts[2];
}

TEST(Plausibility, WarnsOfErrorsOfNothing) {
  const std::string errors = kContact + "[output]\nerrors = true\n[numerics]\nerror_share = ";
  const auto texts = foreseen(errors + "0\n");
  ASSERT_EQ(texts.size(), 1u);
  EXPECT_TRUE(has(texts[0], "output.errors: there are none")) << texts[0];
  EXPECT_TRUE(foreseen(errors + "1\n").empty());
}

// Numbers that underflow are not a contact.
TEST(Plausibility, ABeyondAllProportionContactIsPassedOver) {
  const auto texts = foreseen(kContact +
                              "[actuator]\ntotal_delay = \"1 ms\"\n[[axis]]\n\"approach.velocity\" = "
                              "[\"1e-300 m/s\"]\n");
  EXPECT_TRUE(texts.empty());
}

TEST_F(Sweep, LeavesItsWarningsInTheResult) {
  const auto study = study_of(small_study());
  run(study, {.output = folder_ / "r.h5"});
  const auto result = results::read_result(folder_ / "r.h5");
  const auto found = std::ranges::find(result.attributes, "warnings", [](const auto& a) { return a.first; });
  ASSERT_NE(found, result.attributes.end());
  EXPECT_TRUE(has(found->second, "the testbed is late")) << found->second;
  EXPECT_TRUE(has(found->second, "gives energy")) << found->second;
}

}  // namespace
}  // namespace hilspace::sweep
