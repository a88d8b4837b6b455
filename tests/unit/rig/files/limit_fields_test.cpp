// Bounds of the limits in a rig file.

#include "rig/files/limit_fields.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

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
        {"[limits]\nenergy_allowance = \"1 kJ\"\n", "must be at most 10 J"},
        {"[tolerance]\nposition = \"5 mm\"\n", "must be at most 0.0001 m: with so wide a tolerance"},
        {"[rig]\nbackend = \"comedi\"\n[loop]\nguard_silence = \"2 s\"\n",
         "rig.toml:4:17: loop.guard_silence = 2 s must be at most 0.1 s on real hardware"}})
    EXPECT_NE(refusal(text).find(what), std::string::npos) << refusal(text);
  // An emulated rig hurts nobody, and its machine may stall.
  EXPECT_EQ(refusal("[rig]\nbackend = \"emulated\"\n[loop]\nguard_silence = \"2 s\"\n"), "");
}

}  // namespace
}  // namespace hilspace::rig
