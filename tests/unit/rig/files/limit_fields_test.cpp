// Bounds of the limits in a rig file.

#include "rig/files/limit_fields.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <variant>

#include "support/message.hpp"

namespace hilspace::rig {
namespace {

std::string refusal(std::string_view text) {
  return test::message_of([&] { parse_rig(text, "rig.toml"); });
}

// mm in the place of um, s in that of ms: whichever limit it is, it would protect nothing.
TEST(LimitFields, RefusesEveryLimitThatIsAThousandTimesItsDefault) {
  RigFile rig;
  std::size_t count = 0;
  for (const Field& field : limit_fields(rig)) {
    const auto* target = std::get_if<double*>(&field.target);
    if (target == nullptr) continue;
    const double usual = **target;
    if (!(usual != 0.0 && std::isfinite(usual))) continue;
    const std::string key = field.key.substr(7);
    const auto said = [&](double value) {
      return refusal(field.unit == "1" ? fmt::format("[limits]\n{} = {}\n", key, value)
                                       : fmt::format("[limits]\n{} = \"{} {}\"\n", key, value, field.unit));
    };
    EXPECT_EQ(said(usual), "") << key;
    EXPECT_NE(said(1e3 * usual).find(key), std::string::npos)
        << key << " = " << 1e3 * usual << ": " << said(1e3 * usual);
    ++count;
  }
  EXPECT_GE(count, 25U);
}

TEST(LimitFields, SaysWhyALimitIsTooWideAndHowToMendIt) {
  for (const auto& [text, what] :
       {std::pair{
            "[limits]\nstroke = \"290 mm\"\n",
            "rig.toml:2:10: limits.stroke = \"290 mm\": must be at most 0.001 m: no stack of this kind has a "
            "longer one; correct the number, or its unit"},
        {"[limits]\nextension_max = \"290 mm\"\n", "limits.extension_max must be at most limits.stroke"},
        {"[limits]\nsilent_time = \"1 h\"\n", "limits.silent_time = \"1 h\": must be at most 0.002 s"},
        {"[limits]\ncommand_rate = \"35 MV/s\"\n", "must be at most 100000 V s-1: no stack bears full scale"},
        {"[limits]\nextension_min = \"-20 mm\"\n", "must not be below -6e-05 m, a fifth of limits.stroke"},
        {"[limits]\nforce_min = \"-200 kN\"\n", "must be at least -1000 N"},
        {"[limits]\nforce_max = \"-1 N\"\n",
         "rig.toml:2:13: limits.force_max = \"-1 N\": must be at least 0.001 N"},
        {"[limits]\nextension_max = \"-1 um\"\n",
         "rig.toml:2:17: limits.extension_max = \"-1 um\": must be at least 1e-09 m"},
        {"[limits]\nenergy_allowance = \"1 kJ\"\n", "must be at most 10 J"},
        {"[tolerance]\nposition = \"5 mm\"\n", "must be at most 0.0001 m: with so wide a tolerance"},
        {"[rig]\nbackend = \"comedi\"\n[loop]\nguard_silence = \"2 s\"\n",
         "rig.toml:4:17: loop.guard_silence = 2 s must be at most 0.1 s on real hardware"}})
    EXPECT_NE(refusal(text).find(what), std::string::npos) << refusal(text);
  // An emulated rig hurts nobody, and its machine may stall.
  EXPECT_EQ(refusal("[rig]\nbackend = \"emulated\"\n[loop]\nguard_silence = \"2 s\"\n"), "");
}

const std::string kReal =
    "[rig]\nbackend = \"comedi\"\n[comedi]\nheartbeat = { present = true }\nstop = { present = true }\n"
    "relay = { present = true }\n[limits]\n";

// 1 V over the full scale of 10 V takes 10 s; the least of earlier versions, 1 mV/s, would take hours.
TEST(LimitFields, RefusesARampThatTakesForEver) {
  EXPECT_EQ(refusal("[limits]\ncommand_rate = \"1 V/s\"\n"), "");
  EXPECT_EQ(refusal("[limits]\ncommand_rate = \"0.167 V/s\"\n"), "");
  for (const char* rate : {"0 V/s", "1e-3 V/s", "0.166 V/s"}) {
    const std::string said = refusal(fmt::format("[limits]\ncommand_rate = \"{}\"\n", rate));
    EXPECT_TRUE(said.starts_with("rig.toml:2:16: limits.command_rate = ")) << said;
    EXPECT_NE(said.find("must be at least 0.167 V/s"), std::string::npos) << said;
    EXPECT_NE(said.find("would take more than 60 s"), std::string::npos) << said;
  }
  // It is a matter of the full scale, and the retreat is never faster than the command.
  EXPECT_NE(refusal("[rig]\ncommand_full = \"600 V\"\n[limits]\ncommand_rate = \"9 V/s\"\n")
                .find("limits.command_rate = 9 V/s must be at least 10 V/s"),
            std::string::npos);
  EXPECT_EQ(refusal("[rig]\ncommand_full = \"600 V\"\n[limits]\ncommand_rate = \"11 V/s\"\n"), "");
  // In slow motion the machine's time counts.
  const std::string slow =
      "[rig]\nbackend = \"emulated\"\n[emulated]\nspeed = 0.01\n[limits]\ncommand_rate = ";
  EXPECT_EQ(refusal(slow + "\"17 V/s\"\n"), "");
  EXPECT_NE(refusal(slow + "\"16 V/s\"\n").find("would take more than 60 s, at emulated.speed = 0.01"),
            std::string::npos);
  // Specimens of real hardware are pressed meanwhile.
  EXPECT_EQ(refusal(kReal + "command_rate = \"100 V/s\"\n"), "");
  const std::string said = refusal(kReal + "command_rate = \"99 V/s\"\n");
  EXPECT_NE(said.find("limits.command_rate = 99 V/s must be at least 100 V/s on real hardware"),
            std::string::npos)
      << said;
}

// The fields that say that 0 switches their check off are those that do, and no real rig is without them.
TEST(LimitFields, RealHardwareIsNotWithoutAnyCheck) {
  RigFile rig;
  std::size_t count = 0;
  for (const Field& field : limit_fields(rig)) {
    const auto* target = std::get_if<double*>(&field.target);
    if (target == nullptr || field.unit != "s") continue;
    const std::string key = field.key.substr(7), off = key + " = \"0 s\"\n";
    const bool says_so = field.description.ends_with("; 0: not checked");
    EXPECT_EQ(says_so,
              std::ranges::any_of(kMayBeOff, [&](auto limit) { return &(rig.limits.*limit) == *target; }))
        << key;
    if (!says_so) continue;
    ++count;
    EXPECT_EQ(refusal("[limits]\n" + off), "") << key;
    EXPECT_EQ(refusal(kReal), "");
    const std::string said = refusal(kReal + off);
    EXPECT_NE(
        said.find(fmt::format("limits.{} = 0 switches its check off, which is for emulated rigs only; remove "
                              "the key (its default is {:g} s)",
                              key, **target)),
        std::string::npos)
        << said;
  }
  EXPECT_EQ(count, kMayBeOff.size());
}

}  // namespace
}  // namespace hilspace::rig
