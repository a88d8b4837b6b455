#include "study/parameter.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "example.hpp"
#include "study/quantity.hpp"

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
  EXPECT_EQ(find_parameter("chaser.mass"), Id::chaser_mass);
  EXPECT_EQ(find_parameter("contact.target_radius"), Id::contact_target_radius);
  EXPECT_EQ(find_parameter("actuator.resolution"), Id::actuator_resolution);
  EXPECT_EQ(find_parameter("force_sensor.natural_frequency"), Id::force_sensor_natural_frequency);
  EXPECT_EQ(find_parameter("numerics.penetration_limit"), Id::numerics_penetration_limit);
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
    if (parameter.kind != Kind::quantity) {
      EXPECT_EQ(parameter.unit, "1");
      continue;
    }
    std::string complaint;
    const auto one = parse_quantity("1 " + named(parameter.unit), parameter.unit, complaint);
    ASSERT_TRUE(one) << parameter.path << ": " << complaint;
    EXPECT_EQ(one->scale, Scale()) << parameter.path;
  }
}

TEST(Parameters, ExamplesCanBeWrittenIntoAStudy) {
  for (const auto& parameter : parameters()) {
    const bool radii = parameter.path.ends_with("_radius");
    const auto base = radii ? without(kExample, "radius = \"25 mm\"\n") : kExample;
    std::vector<Override> set{{named(parameter.path), named(parameter.example)}};
    if (radii)
      set.push_back({parameter.path.find("chaser") != parameter.path.npos ? "contact.target_radius"
                                                                          : "contact.chaser_radius",
                     "1 m"});
    const Study study = read(base, set);
    const double value = study.base[*find_parameter(parameter.path)];
    EXPECT_TRUE(value >= parameter.low && value <= parameter.high) << parameter.path;
  }
}

TEST(Parameters, OfTheSpellingsOfOneLowPassOneIsUsed) {
  const std::vector<std::pair<std::string, std::string>> spellings{
      {"total_delay", "1 ms"}, {"bandwidth", "640 Hz"}, {"natural_frequency", "4000 rad/s"}};
  for (const std::string instrument : {"actuator.", "force_sensor."})
    for (const auto& [first, value] : spellings)
      for (const auto& [second, other] : spellings)
        EXPECT_EQ(refusal(kExample, {{instrument + first, value}, {instrument + second, other}}).empty(),
                  first == second)
            << instrument << first << ", " << second;
}

TEST(Parameters, AreDescribed) {
  for (const auto& parameter : parameters()) {
    EXPECT_GE(parameter.description.size(), 20U) << parameter.path;
    EXPECT_FALSE(parameter.description.ends_with('.')) << parameter.path;
  }
}

TEST(Parameters, HaveTheDefaultsOfTheReference) {
  const Study study = read(kExample);
  for (std::size_t i = 0; i < kParameterCount; ++i) {
    const auto& parameter = parameters()[i];
    if (std::isnan(parameter.fallback)) continue;
    EXPECT_EQ(study.base.values[i], parameter.fallback) << parameter.path;
  }
  EXPECT_TRUE(std::isnan(study.base[Id::actuator_total_delay]));
  EXPECT_TRUE(std::isnan(study.base[Id::numerics_step]));
}

}  // namespace
}  // namespace hilspace::study
