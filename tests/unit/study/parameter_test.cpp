#include "study/parameter.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "company.hpp"
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
  EXPECT_EQ(find_parameter("actuator.total_delay"), Id::actuator_total_delay);
  EXPECT_EQ(find_parameter("force_sensor.total_delay"), Id::force_sensor_total_delay);
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

TEST(Parameters, OfAnInstrumentAreNamedByTheirKey) {
  using enum InstrumentKey;
  const auto path = [](Instrument instrument, InstrumentKey key) {
    return named(parameter(id_of(instrument, key)).path);
  };
  EXPECT_EQ(path(Instrument::actuator, resolution), "actuator.resolution");
  EXPECT_EQ(path(Instrument::force_sensor, natural_frequency), "force_sensor.natural_frequency");
  EXPECT_EQ(path(Instrument::actuator, low_pass_damping), "actuator.low_pass.damping");
  EXPECT_EQ(path(Instrument::force_sensor, quantizer_resolution), "force_sensor.quantizer.resolution");
  EXPECT_EQ(path(Instrument::actuator, transport_delay_delay), "actuator.transport_delay.delay");
  EXPECT_EQ(path(Instrument::actuator, sample_hold_rate), "actuator.sample_hold.rate");
  EXPECT_EQ(path(Instrument::force_sensor, noise_std), "force_sensor.noise.std");
  EXPECT_EQ(path(Instrument::force_sensor, noise_sample_time), "force_sensor.noise.sample_time");
  EXPECT_EQ(path(Instrument::actuator, bias_value), "actuator.bias.value");
  EXPECT_EQ(path(Instrument::actuator, dead_band_threshold), "actuator.dead_band.threshold");
  EXPECT_EQ(path(Instrument::force_sensor, saturation_max), "force_sensor.saturation.max");
  EXPECT_EQ(parameter(id_of(Instrument::actuator, noise_psd)).unit, "m2 Hz-1");
  EXPECT_EQ(parameter(id_of(Instrument::force_sensor, noise_psd)).unit, "N2 Hz-1");
}

TEST(Parameters, ExamplesCanBeWrittenIntoAStudy) {
  for (const auto& parameter : parameters()) {
    auto [text, set] = company_of(parameter);
    set.push_back({named(parameter.path), named(parameter.example)});
    ASSERT_EQ(refusal(text, set), "") << parameter.path;
    const double value = read(text, set).base[*find_parameter(parameter.path)];
    EXPECT_TRUE(value >= parameter.low && value <= parameter.high) << parameter.path;
  }
}

TEST(Parameters, CanAllBeVariedByAnAxis) {
  for (const auto& parameter : parameters()) {
    const auto [text, set] = company_of(parameter);
    const auto axis = "[[axis]]\n\"" + named(parameter.path) + "\" = [" + named(parameter.example) + "]\n";
    ASSERT_EQ(refusal(text + axis, set), "") << parameter.path;
    const Study study = read(text + axis, set);
    EXPECT_EQ(study.axes.front().parameters.front(), *find_parameter(parameter.path));
    EXPECT_EQ(read(study.resolved).resolved, study.resolved) << parameter.path;
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

TEST(Parameters, HaveTheDefaultsOfTheReferenceWhereTheyMeanSomething) {
  for (const auto& parameter : parameters()) {
    if (std::isnan(parameter.fallback)) continue;
    const auto [text, set] = company_of(parameter);
    EXPECT_EQ(read(text, set).base[*find_parameter(parameter.path)], parameter.fallback) << parameter.path;
  }
  const Study study = read(kExample);
  EXPECT_EQ(study.base[Id::numerics_tolerance], 1e-9);
  EXPECT_TRUE(std::isnan(study.base[Id::numerics_step]));
  EXPECT_TRUE(std::isnan(study.base[Id::contact_permanent_deformation]));
  EXPECT_TRUE(std::isnan(study.base[id_of(Instrument::actuator, InstrumentKey::damping)]));
}

}  // namespace
}  // namespace hilspace::study
