#include "study/notation/likely_quantity.hpp"

#include <gtest/gtest.h>

#include "study/notation/quantity.hpp"

namespace hilspace::study {
namespace {

std::string likely(std::string_view text, std::string_view si_unit) {
  const auto found = likely_quantity(text, si_unit);
  return found ? found->text : "";
}

TEST(LikelyQuantity, SpellsUnitsAsTheyAre) {
  EXPECT_EQ(likely("30 KG", "kg"), "30 kg");
  EXPECT_EQ(likely("10 khz", "Hz"), "10 kHz");
  EXPECT_EQ(likely("0.1 mps", "m s-1"), "0.1 m/s");
  EXPECT_EQ(likely("200 Gpa", "Pa"), "200 GPa");
  EXPECT_EQ(likely("1e9 n/m", "N m-1"), "1e9 N/m");
}

TEST(LikelyQuantity, NamesTheMishap) {
  EXPECT_EQ(likely_quantity("0,1 m/s", "m s-1").value().mishap, "has a decimal comma");
  EXPECT_EQ(likely("1 000 kg", "kg"), "1000 kg");
  EXPECT_EQ(likely("30\u00A0kg", "kg"), "30 kg");
}

// Two kinds of separators tell thousands from decimals; a single comma before three digits may be either.
TEST(LikelyQuantity, TellsThousandsFromDecimals) {
  EXPECT_EQ(likely("1,000.5 kg", "kg"), "1000.5 kg");
  EXPECT_EQ(likely("1.000,5 kg", "kg"), "1000.5 kg");
  EXPECT_EQ(likely("1,000,000 kg", "kg"), "1000000 kg");
  EXPECT_EQ(likely_quantity("1.000,5 kg", "kg").value().mishap, "has a separator within its number");
  const auto either = likely_quantity("1,000 kg", "kg").value();
  EXPECT_EQ(either.text, "1.000 kg");
  EXPECT_EQ(either.or_else, "1000 kg");
  for (const auto* text : {"0,125 kg", "1,5 kg", "1,0000 kg", "1234,567 kg"})
    EXPECT_EQ(likely_quantity(text, "kg").value().or_else, "") << text;
  for (const auto* text : {"1,00.5 kg", "1.000.00 kg", "1,000,00 kg"})
    EXPECT_EQ(likely(text, "kg"), "") << text;
}

TEST(LikelyQuantity, IsReadableWhereItIsAny) {
  for (const auto* text : {"30 KG", "30,5 kgs", "1_000 kg", "\u22125 Kg", "3 kilos"}) {
    std::string complaint;
    EXPECT_TRUE(parse_quantity(likely(text, "kg"), "kg", complaint)) << text << ": " << complaint;
  }
}

// A second meaning is worse than none: two values, another dimension, and what needs no repair.
TEST(LikelyQuantity, DoesNotGuess) {
  for (const auto* text : {"1 kg, 2 kg", "30 m", "30 kg", "", "kg", "1,2,3 kg"})
    EXPECT_EQ(likely(text, "kg"), "") << text;
  EXPECT_EQ(likely(std::string(100000, '9') + " KG", "kg"), "");
}

}  // namespace
}  // namespace hilspace::study
