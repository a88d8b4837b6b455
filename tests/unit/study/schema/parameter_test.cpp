#include "study/schema/parameter.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <set>

#include "study/notation/quantity.hpp"
#include "support/times.hpp"
#include "unit/study/company.hpp"

namespace hilspace::study {
namespace {

std::string named(std::string_view path) { return std::string(path); }

TEST(Parameters, StandInTheOrderOfTheirIds) {
  ASSERT_EQ(parameters().size(), kParameterCount);
  for (std::size_t i = 0; i < kParameterCount; ++i) {
    const auto id = find_parameter(parameters()[i].path);
    ASSERT_TRUE(id.has_value());
    EXPECT_EQ(static_cast<std::size_t>(*id), i) << "two with the path " << parameters()[i].path;
  }
  static_assert("chaser.mass"_id == Id{0} && "numerics.repeat"_id == Id{kParameterCount - 1});
}

TEST(Parameters, UnknownOnesAreNotFound) {
  EXPECT_FALSE(find_parameter("chaser"));
  EXPECT_FALSE(find_parameter("chaser.mas"));
  EXPECT_FALSE(find_parameter(""));
}

TEST(Parameters, OfOneTableStandTogether) {  // the write-back and the reference rely on it
  std::set<std::string> finished;
  std::string table;
  for (const auto& parameter : parameters()) {
    const auto own = named(parameter.path.substr(0, parameter.path.find('.')));
    if (own == table) continue;
    EXPECT_TRUE(finished.insert(own).second) << parameter.path;
    table = own;
  }
}

TEST(Parameters, HaveUnitsThatUdunitsKnowsAsSi) {
  for (const auto& parameter : parameters()) {
    if (parameter.kind != ValueKind::quantity) {
      EXPECT_EQ(parameter.unit, "1");
      continue;
    }
    std::string complaint;
    const auto one = parse_quantity("1 " + named(parameter.unit), parameter.unit, complaint);
    ASSERT_TRUE(one) << parameter.path << ": " << complaint;
    EXPECT_EQ(one->scale, Scale()) << parameter.path;
  }
}

TEST(Parameters, OfAnInstrumentAreNamedByTheirKey) {
  const auto path = [](Instrument instrument, InstrumentKey key) {
    return named(parameter(id_of(instrument, key)).path);
  };
  EXPECT_EQ(path(Instrument::actuator, "resolution"), "actuator.resolution");
  EXPECT_EQ(path(Instrument::force_sensor, "natural_frequency"), "force_sensor.natural_frequency");
  EXPECT_EQ(path(Instrument::actuator, "low_pass.damping"), "actuator.low_pass.damping");
  EXPECT_EQ(path(Instrument::force_sensor, "quantizer.resolution"), "force_sensor.quantizer.resolution");
  EXPECT_EQ(path(Instrument::actuator, "transport_delay.delay"), "actuator.transport_delay.delay");
  EXPECT_EQ(path(Instrument::actuator, "sample_hold.rate"), "actuator.sample_hold.rate");
  EXPECT_EQ(path(Instrument::force_sensor, "noise.std"), "force_sensor.noise.std");
  EXPECT_EQ(path(Instrument::force_sensor, "noise.sample_time"), "force_sensor.noise.sample_time");
  EXPECT_EQ(path(Instrument::actuator, "bias.value"), "actuator.bias.value");
  EXPECT_EQ(path(Instrument::actuator, "dead_band.threshold"), "actuator.dead_band.threshold");
  EXPECT_EQ(path(Instrument::force_sensor, "saturation.max"), "force_sensor.saturation.max");
  EXPECT_EQ(parameter(id_of(Instrument::actuator, "noise.psd")).unit, "m2 Hz-1");
  EXPECT_EQ(parameter(id_of(Instrument::force_sensor, "noise.psd")).unit, "N2 Hz-1");
}

TEST(Parameters, OfAnInstrumentWithSixComponentsAreNamedByTheirKey) {
  using enum SpatialInstrument;
  const auto path = [](Id id) { return named(parameter(id).path); };
  EXPECT_EQ(path(of_whole(robot, "total_delay")), "robot.total_delay");
  EXPECT_EQ(path(of_whole(robot, "resolution")), "robot.resolution");
  EXPECT_EQ(path(of_whole(robot, "resolution", Half::angular)), "robot.angular_resolution");
  EXPECT_EQ(path(of_whole(wrench_sensor, "resolution", Half::angular)), "wrench_sensor.torque_resolution");
  EXPECT_EQ(path(of_whole(wrench_sensor, "damping", Half::angular)), "wrench_sensor.damping");
  for (const auto instrument : {robot, wrench_sensor}) {
    const auto& its = kSpatialInstruments[static_cast<std::size_t>(instrument)];
    const std::array keys{"total_delay",      "lag",
                          "bandwidth",        "natural_frequency",
                          "damping",          "transport_delay.delay",
                          "sample_hold.rate", "noise.std",
                          "noise.psd",        "noise.bandwidth",
                          "noise.damping",    "noise.sample_time",
                          "bias.value",       "dead_band.threshold",
                          "saturation.min",   "saturation.max",
                          "resolution"};
    for (std::size_t c = 0; c < 6; ++c)
      for (std::size_t k = 0; k < keys.size(); ++k)
        EXPECT_EQ(path(of_component(instrument, SpatialKey(k), c)),
                  named(its.name) + '.' + named(its.components[c]) + '.' + keys[k]);
  }
  EXPECT_EQ(path(of_whole(robot, "noise.std", Half::angular)), "robot.angular_noise.std");
  EXPECT_EQ(path(of_whole(robot, "noise.bandwidth", Half::angular)), "robot.noise.bandwidth");
  EXPECT_EQ(path(of_whole(wrench_sensor, "saturation.max", Half::angular)),
            "wrench_sensor.torque_saturation.max");
  EXPECT_EQ(find_parameter("wrench_sensor.torque_bias.value"),
            of_whole(wrench_sensor, "bias.value", Half::angular));
  EXPECT_EQ(find_parameter("wrench_sensor.torque_damping"), std::nullopt);
  EXPECT_EQ(parameter(of_whole(robot, "noise.psd", Half::angular)).unit, "rad2 Hz-1");
  EXPECT_EQ(parameter(of_component(wrench_sensor, "noise.psd", 3)).unit, "N2 m2 Hz-1");
  EXPECT_EQ(parameter(of_component(robot, "resolution", 4)).unit, "rad");
  EXPECT_EQ(parameter(of_component(wrench_sensor, "resolution", 2)).unit, "N");
  EXPECT_EQ(parameter(of_whole(wrench_sensor, "resolution", Half::angular)).unit, "N m");
}

TEST(Parameters, OfASpacecraftAreNamedByTheirKey) {
  EXPECT_EQ(parameter(id_of(Body::chaser, "mass")).path, "chaser.mass");
  EXPECT_EQ(parameter(id_of(Body::chaser, "inertia.yz")).path, "chaser.inertia.yz");
  EXPECT_EQ(parameter(id_of(Body::target, "center_to_port")).path, "target.center_to_port");
}

TEST(Parameters, ExamplesCanBeWrittenIntoAStudy) {
  for (std::size_t i = 0; i < parameters().size(); i += test::kSanitized ? 8 : 1) {
    const auto& parameter = parameters()[i];
    for (auto [text, set] : companies_of(parameter)) {
      set.push_back({named(parameter.path), named(parameter.example)});
      ASSERT_EQ(refusal(text, set), "") << parameter.path;
      const double value = read(text, set).base[*find_parameter(parameter.path)];
      EXPECT_TRUE(value >= parameter.low && value <= parameter.high) << parameter.path;
    }
  }
}

TEST(Parameters, CanAllBeVariedByAnAxis) {
  for (std::size_t i = 0; i < parameters().size(); i += test::kSanitized ? 8 : 1) {
    const auto& parameter = parameters()[i];
    for (const auto& [text, set] : companies_of(parameter)) {
      const auto axis = "[[axis]]\n\"" + named(parameter.path) + "\" = [" + named(parameter.example) + "]\n";
      ASSERT_EQ(refusal(text + axis, set), "") << parameter.path;
      const Study study = read(text + axis, set);
      EXPECT_EQ(study.axes.front().parameters.front(), *find_parameter(parameter.path));
      EXPECT_EQ(read(study.resolved).resolved, study.resolved) << parameter.path;
    }
  }
}

TEST(Parameters, OfAnotherModelAreRefused) {
  for (const auto& parameter : parameters())
    for (std::size_t k = 0; k < models::kModels.size(); ++k) {
      const auto model = static_cast<models::ModelKind>(k);
      if (parameter.models.has(model)) continue;
      const auto text = refusal(example_of(model), {{named(parameter.path), named(parameter.example)}});
      const auto owner = std::string(parameter.models.axial    ? "axial"
                                     : parameter.models.sixdof ? "sixdof"
                                     : parameter.models.rig    ? "rig"
                                                               : "four_mass");
      // Of a table that the model does not have, its first owner is told.
      const auto table =
          std::string(parameter.path.substr(0, parameter.path.find('.'))) + ": belongs to model = ";
      EXPECT_TRUE(text.find(": belongs to model = \"" + owner + "\", but") != std::string::npos ||
                  text.find(table) != std::string::npos)
          << text;
      EXPECT_NE(refusal(example_of(model) + "[[axis]]\n\"" + named(parameter.path) + "\" = [" +
                        named(parameter.example) + "]\n"),
                "");
    }
}

TEST(Parameters, OfTheSpellingsOfOneLowPassOneIsUsed) {
  const std::vector<std::pair<std::string, std::string>> spellings{{"total_delay", "1 ms"},
                                                                   {"lag", "0.35 ms"},
                                                                   {"bandwidth", "640 Hz"},
                                                                   {"natural_frequency", "4000 rad/s"}};
  for (const std::string instrument : {"actuator.", "force_sensor."})
    for (const auto& [first, value] : spellings)
      for (const auto& [second, other] : spellings)
        EXPECT_EQ(refusal(kExample, {{instrument + first, value}, {instrument + second, other}}).empty(),
                  first == second)
            << instrument << first << ", " << second;
  for (const std::string instrument : {"robot.", "robot.ry.", "wrench_sensor.fx."})
    for (const auto& [first, value] : spellings)
      for (const auto& [second, other] : spellings)
        EXPECT_EQ(refusal(kSixDof, {{instrument + first, value}, {instrument + second, other}}).empty(),
                  first == second)
            << instrument << first << ", " << second;
}

TEST(Parameters, AreDescribed) {
  for (const auto& parameter : parameters()) {
    EXPECT_GE(parameter.description.size(), 20U) << parameter.path;
    EXPECT_FALSE(parameter.description.ends_with('.')) << parameter.path;
  }
}

TEST(Parameters, HaveTheDefaultsOfTheReferenceWhereTheyMeanSomething) {
  for (const auto& parameter : parameters()) {
    if (std::isnan(parameter.fallback) || parameter.path.ends_with("rear_mass")) continue;
    for (const auto& [text, set] : companies_of(parameter))
      EXPECT_EQ(read(text, set).base[*find_parameter(parameter.path)], parameter.fallback) << parameter.path;
  }
  const Study one_body = read(without(kFourMass, "rear_mass = \"17 kg\"\nstiffness = \"1 kN/m\"\n"));
  EXPECT_EQ(one_body.base["chaser.rear_mass"_id], 0.0);
  const Study study = read(kExample);
  EXPECT_EQ(study.base["numerics.tolerance"_id], 1e-9);
  EXPECT_TRUE(std::isnan(study.base["numerics.step"_id]));
  EXPECT_TRUE(std::isnan(study.base["contact.permanent_deformation"_id]));
  EXPECT_TRUE(std::isnan(study.base[id_of(Instrument::actuator, "damping")]));
}

}  // namespace
}  // namespace hilspace::study
