#include "analysis/requirement/target.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/error.hpp"
#include "studies.hpp"
#include "support/message.hpp"

namespace hilspace::analysis {
namespace {

std::size_t place(std::string_view name) {
  for (std::size_t k = 0; k < metrics::catalogue().size(); ++k)
    if (metrics::catalogue()[k].name == name) return k;
  ADD_FAILURE() << name;
  return 0;
}

metrics::Row row_with(std::string_view metric, double value) {
  metrics::Row row = metrics::not_run();
  row.outcome = Outcome::ok;
  row.values[place(metric)] = value;
  return row;
}

std::string complaint(const std::string& text, const study::Study& study = study_of()) {
  return test::message_of([&] { parse_target(text, study); });
}

TEST(Target, IsReadWithItsUnit) {
  const auto study = study_of();
  const Target size = parse_target(" abs( velocity.error_pct )<=10 % ", study);
  EXPECT_EQ(size.metric, place("velocity.error_pct"));
  EXPECT_TRUE(size.absolute);
  EXPECT_EQ(size.relation, Relation::at_most);
  EXPECT_EQ(size.bound, 10.0);
  EXPECT_EQ(size.name(), "abs(velocity.error_pct)");
  const Target duration = parse_target("contact.duration_error >= -1 ms", study);
  EXPECT_FALSE(duration.absolute);
  EXPECT_EQ(duration.relation, Relation::at_least);
  EXPECT_EQ(duration.bound, -0.001);
  EXPECT_EQ(parse_target("force.peak_hil < 2.6 kN", study).bound, 2600.0);
  EXPECT_EQ(parse_target("force.peak_hil < 2.6 kN", study).relation, Relation::below);
  EXPECT_EQ(parse_target("restitution.hil > 0.5", study).bound, 0.5);
  EXPECT_EQ(parse_target("restitution.hil > 50 %", study).bound, 0.5);
}

TEST(Target, SaysWhatIsWrong) {
  EXPECT_NE(complaint("abs(velocity.eror_pct) <= 10 %").find("did you mean \"velocity.error_pct\"?"),
            std::string::npos);
  EXPECT_NE(complaint("velocity.error_pct").find("has no bound"), std::string::npos);
  EXPECT_NE(complaint("velocity.error_pct <= 10").find("the unit is missing"), std::string::npos);
  EXPECT_NE(complaint("velocity.error_pct <= 10 ms").find("is in percent"), std::string::npos);
  EXPECT_NE(complaint("contact.duration_error <= 1 mm").find("mm is not a unit of time"), std::string::npos);
  EXPECT_NE(complaint("abs(velocity.error_pct <= 1 %").find("not closed"), std::string::npos);
  EXPECT_NE(complaint("velocity.error_pct =< 60 %").find("write <= instead of =<"), std::string::npos);
  EXPECT_NE(complaint("velocity.error_pct \u2264 60 %").find("write <= instead of \u2264"),
            std::string::npos);
  EXPECT_NE(complaint("restitution.hil \u2265 0.5").find("write >= instead of"), std::string::npos);
  EXPECT_NE(complaint("velocity.error_pct == 60 %").find("write <= or >= instead of =="), std::string::npos);
  EXPECT_NE(complaint("abs(velocity.error_pct) <= -5 %").find("a magnitude cannot be that small"),
            std::string::npos);
  EXPECT_NE(complaint("abs(velocity.error_pct) < 0 %").find("a magnitude cannot be that small"),
            std::string::npos);
  EXPECT_EQ(complaint("velocity.error_pct <= -5 %"), "");
  EXPECT_NE(complaint("velocity.error_pct <= inf %"), "");
  EXPECT_NE(complaint("velocity.error_pct == 1 %"), "");
  const auto docking = test::read_study("models = [\"docking\"]\n" + kStudy);
  EXPECT_NE(complaint("force.peak_hil <= 1 N", docking).find("needs the HIL model"), std::string::npos);
  EXPECT_EQ(complaint("force.peak_docking <= 1 N", docking), "");
}

TEST(Target, IsMetUpToItsBound) {
  const auto study = study_of();
  const Target most = parse_target("abs(velocity.error_pct) <= 10 %", study);
  const Target less = parse_target("abs(velocity.error_pct) < 10 %", study);
  const Target least = parse_target("velocity.error_pct >= -10 %", study);
  for (const double size : {9.0, -9.0}) EXPECT_TRUE(most.met(row_with("velocity.error_pct", size)));
  for (const double size : {11.0, -11.0}) EXPECT_FALSE(most.met(row_with("velocity.error_pct", size)));
  EXPECT_TRUE(most.met(row_with("velocity.error_pct", -10.0)));
  EXPECT_FALSE(less.met(row_with("velocity.error_pct", -10.0)));
  EXPECT_TRUE(least.met(row_with("velocity.error_pct", 50.0)));
  EXPECT_FALSE(least.met(row_with("velocity.error_pct", -10.5)));
  EXPECT_DOUBLE_EQ(most.margin(row_with("velocity.error_pct", -9.0)), 0.1);
  EXPECT_DOUBLE_EQ(least.margin(row_with("velocity.error_pct", -9.0)), 0.1);
}

TEST(Target, IsNotMetByWhatHasNoNumber) {
  const Target target = parse_target("velocity.error_pct <= 10 %", study_of());
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  auto row = row_with("velocity.error_pct", std::numeric_limits<double>::quiet_NaN());
  EXPECT_FALSE(target.met(row));
  EXPECT_EQ(target.margin(row), -kInfinity);
  row = row_with("velocity.error_pct", 1.0);
  row.outcome = Outcome::diverged;
  EXPECT_FALSE(target.met(row));
  EXPECT_EQ(target.margin(row), -kInfinity);
}

}  // namespace
}  // namespace hilspace::analysis
