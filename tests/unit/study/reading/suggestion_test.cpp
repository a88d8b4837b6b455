#include <gtest/gtest.h>

#include <array>

#include "study/notation/keys.hpp"
#include "study/notation/nearest.hpp"
#include "study/schema/known_keys.hpp"
#include "unit/study/example.hpp"

namespace hilspace::study {
namespace {

constexpr std::array<std::string_view, 4> kNames{"flores", "hertz", "lee_wang", "m"};

TEST(Nearest, FindsTheMistyped) {
  EXPECT_EQ(nearest("flors", kNames), "flores");    // a letter dropped
  EXPECT_EQ(nearest("floores", kNames), "flores");  // one too many
  EXPECT_EQ(nearest("floras", kNames), "flores");   // another one
  EXPECT_EQ(nearest("flroes", kNames), "flores");   // two swapped
  EXPECT_EQ(nearest("lee-wnag", kNames), "lee_wang");
  EXPECT_EQ(nearest("hertz", kNames), "hertz");
}

TEST(Nearest, GuessesNothingFarFetched) {
  EXPECT_EQ(nearest("gonthier", kNames), "");
  EXPECT_EQ(nearest("x", kNames), "");
  EXPECT_EQ(nearest("", kNames), "");
  EXPECT_EQ(nearest(std::string(100'000, 'x'), kNames), "");
}

TEST(Nearest, PrefersTheNearer) {
  constexpr std::array<std::string_view, 2> names{"total_delay", "total_decay"};
  EXPECT_EQ(nearest("total_decy", names), "total_decay");
  EXPECT_EQ(nearest("total_dely", names), "total_delay");
}

TEST(Suggestion, ShowsWhatThereIsOtherwise) {
  EXPECT_EQ(suggestion("flors", kNames), "did you mean \"flores\"?");
  EXPECT_EQ(suggestion("gonthier", kNames), "known: \"flores\", \"hertz\", \"lee_wang\", \"m\"");
}

TEST(UnknownKey, IsComparedWithItsOwnTableFirst) {
  const auto keys = parameter_paths(models::ModelKind::axial);
  EXPECT_EQ(unknown_key("force_sensor.dampin", keys),
            "force_sensor.dampin: unknown key; did you mean force_sensor.damping?");
  EXPECT_EQ(unknown_key("chaser.restitution", keys),
            "chaser.restitution: unknown key; did you mean contact.restitution?");
  EXPECT_EQ(unknown_key("chaser.colour", keys), "chaser.colour: unknown key; known in chaser: mass");
  EXPECT_EQ(unknown_key("force_sensr", keys), "force_sensr: unknown key; did you mean force_sensor?");
}

}  // namespace
}  // namespace hilspace::study
