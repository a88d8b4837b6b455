// Plausibility of mechanisms: what is foreseen of hooks, of friction, of seats on one axis.

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "support/pawl_text.hpp"
#include "support/text.hpp"
#include "unit/sweep/checks/foreseen.hpp"

namespace hilspace::sweep {
namespace {

const std::string kHookedUnit = R"(title = "Hooks"
model = "sixdof"
models = ["docking"]
[chaser]
center_to_port = "3.5 m"
mass = "12000 kg"
inertia = ["24e3 kg m2", "50e3 kg m2", "50e3 kg m2"]
[target]
center_to_port = "8 m"
mass = "100000 kg"
inertia = ["6e5 kg m2", "20e5 kg m2", "20e5 kg m2"]
[approach]
velocity = "0.1 m/s"
[contact]
law = "viscoplastic"
exponent = 1
stiffness = "1e6 N/m"
damping_per_stiffness = "15 s/m"
[scenario]
ends_with = "capture"
[mechanism]
kind = "features"
[mechanism.link]
mass = "70 kg"
inertia = ["25 kg m2", "14 kg m2", "14 kg m2"]
stiffness = ["8 kN/m", "8 kN/m", "8 kN/m", "3 kN m/rad", "3 kN m/rad", "3 kN m/rad"]
damping = ["8 kN s/m", "4 kN s/m", "4 kN s/m", "1 kN m s/rad", "1 kN m s/rad", "1 kN m s/rad"]
[[mechanism.feature]]
name = "pad"
side = "chaser"
on = "link"
type = "point"
at = ["0 mm", "630 mm", "0 mm"]
repeat = 12
[[mechanism.feature]]
name = "face"
side = "target"
type = "plane"
)" + test::kRingAndPawl + R"(
on = "link"
repeat = 3
[[mechanism.hook]]
name = "hook"
at = ["0 mm", "640 mm", "0 mm"]
repeat = 4
stroke = "60 mm"
speed = "20 mm/s"
stiffness = "1e6 N/m"
force_limit = "3 kN"
)";

TEST(Plausibility, WarnsOfHooksBehindASoftLinkAlone) {
  const auto texts = foreseen(kHookedUnit);
  ASSERT_EQ(texts.size(), 1u);
  EXPECT_TRUE(has(texts[0], "hooks close behind a soft link alone, which is along x 0.002 of")) << texts[0];
  // Not with a stop on the bodies, nor behind a stiff link, nor without hooks.
  EXPECT_TRUE(foreseen(kHookedUnit + "[[mechanism.feature]]\nname = \"stop\"\nside = \"chaser\"\ntype = "
                                     "\"point\"\nat = [\"-15 mm\", \"640 mm\", \"0 mm\"]\nrepeat = 12\n")
                  .empty());
  std::string stiff = kHookedUnit;
  stiff.replace(stiff.find("8 kN/m"), 6, "8 MN/m");
  EXPECT_TRUE(foreseen(stiff).empty());
  EXPECT_TRUE(foreseen(kHookedUnit.substr(0, kHookedUnit.find("[[mechanism.hook]]"))).empty());
}

TEST(Plausibility, WarnsOfFrictionThatRises) {
  const auto with = [](std::string_view friction) {
    std::string text = kHookedUnit.substr(0, kHookedUnit.find("[[mechanism.hook]]"));
    return foreseen(text.insert(text.find("[scenario]"), friction));
  };
  const auto texts = with("friction = { stiction = 0.25, sliding = 0.35 }\n");
  ASSERT_EQ(texts.size(), 1u);
  EXPECT_TRUE(has(texts[0], "contact.friction.stiction is less than sliding")) << texts[0];
  EXPECT_TRUE(with("friction = { stiction = 0.35, sliding = 0.35 }\n").empty());
}

const std::string kBallInACone = R"(model = "sixdof"
[chaser]
mass = "100 kg"
inertia = ["10 kg m2", "10 kg m2", "10 kg m2"]
center_to_port = "1 m"
[target]
mass = "200 kg"
inertia = ["20 kg m2", "20 kg m2", "20 kg m2"]
center_to_port = "1 m"
[contact]
law = "hertz"
exponent = 1
stiffness = "1e6 N/m"
[mechanism]
kind = "features"
[[mechanism.feature]]
name = "ball"
side = "chaser"
type = "sphere"
radius = "45 mm"
[[mechanism.feature]]
name = "funnel"
side = "target"
type = "cone"
radius = "30 mm"
mouth_radius = "150 mm"
length = "120 mm"
[approach]
velocity = "50 mm/s"
)";

TEST(Plausibility, WarnsOfASeatThatIsExactlyCoaxial) {
  const auto one = foreseen(kBallInACone);
  ASSERT_EQ(one.size(), 1u);
  EXPECT_TRUE(one[0].starts_with("ball and funnel meet exactly on one axis")) << one[0];
  EXPECT_TRUE(has(one[0], "come in a micrometre and a microradian beside it (approach.offset")) << one[0];
  // Of several, those that are; not of a chaser that drifts or turns on its way.
  const auto three =
      foreseen(kBallInACone + "[[axis]]\n\"approach.offset.y\" = [\"0 mm\", \"1 um\", \"5 mm\"]\n");
  ASSERT_EQ(three.size(), 1u);
  EXPECT_TRUE(three[0].starts_with("in 1 of 3 scenarios ball and funnel")) << three[0];
  EXPECT_TRUE(foreseen(kBallInACone + "lateral_velocity = [\"1 mm/s\", \"0 mm/s\"]\n").empty());
  EXPECT_TRUE(
      foreseen(kBallInACone + "angular_velocity = [\"0 deg/s\", \"1 deg/s\", \"0 deg/s\"]\n").empty());
}

// Among more poses than are examined those on the axis are, wherever they stand among the scenarios.
TEST(Plausibility, FindsASeatOfFewScenariosAmongMany) {
  const auto late =
      foreseen(kBallInACone +
               "[[axis]]\n\"approach.offset.y\" = { from = \"-50 mm\", to = \"50 mm\", count = 81 }\n"
               "[[axis]]\n\"approach.offset.z\" = { from = \"-50 mm\", to = \"50 mm\", count = 21 }\n");
  ASSERT_EQ(late.size(), 1u);
  EXPECT_TRUE(late[0].starts_with("in at least 1 of 1,701 scenarios ball and funnel")) << late[0];
  // A pose of many scenarios is one, whatever lies between them.
  const auto shared =
      foreseen(kBallInACone +
               "[[axis]]\n\"chaser.inertia.xx\" = { from = \"10 kg m2\", to = \"11 kg m2\", count = 700 }\n"
               "[[axis]]\n\"approach.offset.y\" = [\"5 mm\", \"0 mm\"]\n");
  ASSERT_EQ(shared.size(), 1u);
  EXPECT_TRUE(shared[0].starts_with("in 700 of 1,400 scenarios ball and funnel")) << shared[0];
}

}  // namespace
}  // namespace hilspace::sweep
