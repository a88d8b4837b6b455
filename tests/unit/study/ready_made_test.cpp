// Ready-made mechanisms: what their dimensions stand for, and that scenarios may have dimensions of their own.

#include "study/setups/ready_made.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "mechanism/assembly.hpp"
#include "study/notation/quantity.hpp"
#include "study/setups/mechanism_start.hpp"
#include "study/write_back.hpp"
#include "support/repository.hpp"
#include "unit/study/company.hpp"

namespace hilspace::study {
namespace {

using mechanism::MechanismKind;

const std::string kUnit = without_drogue();

Study listed(const std::string& name) {
  std::ostringstream text;
  text << std::ifstream(std::filesystem::path(test::repository()) / "tests/config/good" / name).rdbuf();
  return read(text.str());
}

mechanism::Parts parts_of(const Study& study) { return ready_made(study.mechanism, study.base); }

/// The same setups, so the same bits in every result.
TEST(ReadyMade, StandsForTheListThatAUserWouldWrite) {
  for (const std::string kind : {"androgynous", "probe_cone"}) {
    const mechanism::Parts& written = listed(kind + "_listed.toml").features;
    EXPECT_EQ(parts_of(read(kUnit, {{"mechanism", kind}})), written) << kind;
  }
}

TEST(ReadyMade, IsWrittenOutAsWhatItStandsFor) {
  for (const std::string kind : {"androgynous", "probe_cone", "berthing"}) {
    const auto study = read(kUnit, {{"mechanism.kind", kind}, {"mechanism.start_at", "-1 m"}});
    const auto listed = read(written_out(study));
    EXPECT_EQ(listed.mechanism, MechanismKind::features);
    EXPECT_EQ(static_cast<const mechanism::Parts&>(listed.features), parts_of(study)) << kind;
    EXPECT_EQ(listed.features.start_at, -1.0);
  }
  EXPECT_EQ(test::message_of([] { written_out(read(kSixDof)); }),
            "mechanism: has no features; those of \"androgynous\", for example, can be written out");
  const auto varied =
      read(kUnit + "[[axis]]\n\"probe_cone.mass\" = [\"25 kg\", \"30 kg\"]\n", {{"mechanism", "probe_cone"}});
  EXPECT_EQ(test::message_of([&] { written_out(varied); }),
            "probe_cone.mass: varies; remove it from its axis or design to write the mechanism out");
}

TEST(ReadyMade, HasTheSensorsThatTheStudySays) {
  EXPECT_FALSE(sixdof_setup(read(kUnit, {{"mechanism", "androgynous"}}), 0).one_sensor);
  const auto both = read(kUnit, {{"mechanism", "androgynous"}, {"wrench_sensor.sensors", "both"}});
  EXPECT_FALSE(sixdof_setup(both, 0).one_sensor);
  const auto one = read(kUnit, {{"mechanism", "androgynous"}, {"wrench_sensor.sensors", "target"}});
  EXPECT_TRUE(sixdof_setup(one, 0).one_sensor);
  EXPECT_TRUE(sixdof_setup(read(one.resolved), 0).one_sensor);
  EXPECT_TRUE(sixdof_setup(read(written_out(one)), 0).one_sensor);
}

/// By hand: the pads are at 0, so they pass the face by what the chaser is ahead of the target.
TEST(ReadyMade, SaysWhatOverlapsAtTheStart) {
  const auto at = [](const std::string& start) {
    return mechanism_start(
        sixdof_setup(read(kUnit, {{"mechanism.kind", "androgynous"}, {"mechanism.start_at", start}}), 0));
  };
  EXPECT_TRUE(at("-60 mm").overlaps.empty());
  EXPECT_EQ(at("-60 mm").port, -0.06);
  const auto deep = at("2 mm");
  const auto pads = std::ranges::find(deep.overlaps, "pad", &StartOverlap::chaser);
  ASSERT_NE(pads, deep.overlaps.end());
  EXPECT_EQ(pads->target, "face");
  EXPECT_NEAR(pads->depth, 0.002, 1e-15);
  const auto free = mechanism_start(sixdof_setup(read(kUnit, {{"mechanism", "probe_cone"}}), 0));
  EXPECT_TRUE(free.overlaps.empty());
  EXPECT_LT(free.port, -0.09);  // the head is before the socket
  for (const std::string kind : {"androgynous", "probe_cone", "berthing"})
    EXPECT_TRUE(mechanism_start(sixdof_setup(read(kUnit, {{"mechanism", kind}}), 0)).meets) << kind;
}

TEST(ReadyMade, SaysThatNothingIsMet) {
  const auto meets = [](const std::string& offset) {
    return mechanism_start(
               sixdof_setup(read(kUnit, {{"mechanism", "probe_cone"}, {"approach.offset.y", offset}}), 0))
        .meets;
  };
  EXPECT_TRUE(meets("100 mm"));
  EXPECT_FALSE(meets("3 m"));
}

TEST(ReadyMade, DefaultsAreTheExamplesOfTheReference) {
  for (const auto kind : {MechanismKind::androgynous, MechanismKind::probe_cone, MechanismKind::berthing}) {
    const auto [first, count] = dimensions_of(kind);
    for (std::size_t i = 0; i < count; ++i) {
      const Parameter& its = parameter(Id{static_cast<std::size_t>(first) + i});
      std::string complaint, text(its.example);
      if (its.kind == ValueKind::number) {
        EXPECT_EQ(std::stod(text), its.fallback) << its.path;
        continue;
      }
      const auto read = parse_quantity(text.substr(1, text.size() - 2), its.unit, complaint);
      ASSERT_TRUE(read) << its.path << complaint;
      EXPECT_EQ(read->si(), its.fallback) << its.path;
      EXPECT_TRUE(its.description.find("chosen") != std::string::npos ||
                  its.description.find("public") != std::string::npos ||
                  its.description.find("[Y]") != std::string::npos ||
                  its.path.starts_with("androgynous.pawl_"))
          << its.path;
    }
  }
}

TEST(ReadyMade, IsFixedForScenariosThatShareItsDimensions) {
  const auto study = read(kUnit + R"([[axis]]
"androgynous.pawl_preload" = ["3 N m", "4 N m"]
[[axis]]
"approach.offset.y" = ["0 mm", "1 mm"]
)",
                          {{"mechanism.kind", "androgynous"}, {"mechanism.start_at", "-60 mm"}});
  EXPECT_EQ(sixdof_setup(study, 0).mechanism.assembly, sixdof_setup(study, 1).mechanism.assembly);
  EXPECT_NE(sixdof_setup(study, 0).mechanism.assembly, sixdof_setup(study, 2).mechanism.assembly);
  EXPECT_EQ(sixdof_setup(study, 2).mechanism.start_at, -0.06);
  EXPECT_EQ(sixdof_setup(study, 3).mechanism.link->mass, 70.0);
  EXPECT_EQ(sixdof_setup(study, 3).mechanism.assembly->latches().size(), 3u);
}

TEST(ReadyMade, DimensionsReachTheirFeatures) {
  const auto with = [](const std::string& path, const std::string& value) {
    const auto study = read(kUnit, {{"mechanism", path.substr(0, path.find('.'))}, {path, value}});
    EXPECT_EQ(read(study.resolved).resolved, study.resolved) << path;
    return parts_of(study);
  };
  EXPECT_EQ(with("androgynous.petal_half_width", "[\"30 deg\", \"20 deg\"]").features[0].half_width[1],
            20.0 * std::numbers::pi / 180.0);
  EXPECT_EQ(with("androgynous.pads", "6").features[2].repeat, 6u);
  EXPECT_EQ(with("androgynous.pawl_tip", "[\"51 mm\", \"613 mm\"]").latches[0].tip, (Vec2{0.051, 0.613}));
  EXPECT_EQ(with("probe_cone.mouth_radius", "450 mm").features[2].profile[3][1], 0.45);
  EXPECT_EQ(with("probe_cone.plungers", "3").latches[0].repeat, 3u);
  EXPECT_EQ(with("probe_cone.lateral_stiffness", "5 kN/m").link->stiffness[2], 5e3);
  EXPECT_EQ(with("berthing.rollers", "4").features[3].repeat, 4u);
  EXPECT_EQ(with("berthing.base_tube", "5 mm").features[2].tube, 0.005);
}

TEST(ReadyMade, EveryDimensionCounts) {
  for (const std::string kind : {"androgynous", "probe_cone", "berthing"}) {
    const auto study = read(kUnit, {{"mechanism", kind}});
    const auto [first, count] = dimensions_of(study.mechanism);
    for (std::size_t i = 0; i < count; ++i) {
      const Id id{static_cast<std::size_t>(first) + i};
      ParameterValues values = study.base;
      values[id] += parameter(id).whole ? 1.0 : 0.01 * values[id];
      EXPECT_TRUE(values[id] == study.base[id] || !(ready_made(study.mechanism, values) == parts_of(study)))
          << parameter(id).path;
    }
  }
}

TEST(ReadyMade, RefusesUnitsThatCannotMeet) {
  const std::string end = "; in every scenario its dimensions must fit together";
  const auto refused = [&](const std::string& key, const std::string& value) {
    const auto text = refusal(kUnit, {{"mechanism", "androgynous"}, {key, value}});
    EXPECT_TRUE(text.ends_with(end)) << text;
    const auto begin = "--set " + key + "=" + value + ": androgynous: ";
    EXPECT_TRUE(text.starts_with(begin)) << text;
    return text.substr(begin.size(), text.size() - begin.size() - end.size());
  };
  EXPECT_EQ(refused("androgynous.pawl_tip.radial", "600 mm"),
            "pawl does not reach beyond the rim that it catches; its tip has to, to snap behind it");
  EXPECT_EQ(refused("androgynous.pawl_hinge.radial", "601 mm"),
            "pawl has its hinge outside the bore that it catches; a pawl stands inside");
  EXPECT_EQ(refused("androgynous.edge_radius", "0.5 m"),
            "petal_radius = 0.5985 m must be below edge_radius = 0.5 m: petals go into the bore of the other "
            "ring");
  EXPECT_EQ(refused("androgynous.pad_radius", "1 mm"),
            "pad_radius = 0.001 m must be above edge_radius = 0.6 m: pads rest on the ring around the bore");
}

TEST(ReadyMade, RefusesDimensionsThatDoNotFitTogether) {
  EXPECT_EQ(
      refusal(kUnit, {{"mechanism", "androgynous"}, {"androgynous.pawl_travel", "0.01 rad"}}),
      "--set androgynous.pawl_travel=0.01 rad: androgynous: pawl cannot give way on a straight "
      "approach: it locks itself, or its travel is too short; in every scenario its dimensions must fit "
      "together");
  EXPECT_EQ(refusal(kUnit, {{"mechanism", "probe_cone"}, {"berthing.rollers", "3"}}),
            "--set berthing.rollers=3: berthing.rollers: there is no berthing where mechanism = "
            "\"probe_cone\"; remove it, or write mechanism = \"berthing\"");
  EXPECT_EQ(refusal(kUnit, {{"mechanism", "probe_cone"}, {"probe_cone.groove", "[\"-3 mm\", \"-9 mm\"]"}}),
            "--set probe_cone.groove=[\"-3 mm\", \"-9 mm\"]: probe_cone: groove: its front, which a plunger "
            "passes first, has the smaller x; in every scenario its dimensions must fit together");
}

}  // namespace
}  // namespace hilspace::study
