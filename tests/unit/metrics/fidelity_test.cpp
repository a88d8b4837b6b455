// The differences of three numbers, and what the rig's published tables make of them.

#include "metrics/fidelity.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "support/repository.hpp"

namespace hilspace::metrics {
namespace {

TEST(Fidelity, IsWhatThePublishedExampleSays) {  // Bondoky, Table 8.4 a
  const Fidelity found = fidelity(796.06, 1320.50, 1506.37);
  EXPECT_NEAR(found.e_md, 524.44, 1e-9);
  EXPECT_NEAR(found.e_hd, 710.31, 1e-9);
  EXPECT_NEAR(found.e_hm, 185.87, 1e-9);
  EXPECT_NEAR(found.e_md_pct, 65.88, 0.005);
  EXPECT_NEAR(found.e_hd_pct, 89.23, 0.005);
  EXPECT_NEAR(found.e_hm_pct, 14.08, 0.005);
  EXPECT_NEAR(found.fidelity_pct, 73.83, 0.005);
}

TEST(Fidelity, OfWhatIsNotThereIsUndefined) {
  EXPECT_TRUE(std::isnan(fidelity(0.0, 1.0, 2.0).e_md_pct));
  EXPECT_TRUE(std::isnan(fidelity(0.0, 1.0, 2.0).e_hd_pct));
  EXPECT_TRUE(std::isnan(fidelity(1.0, 0.0, 2.0).e_hm_pct));
  EXPECT_TRUE(std::isnan(fidelity(1.0, 2.0, 1.0).fidelity_pct));  // the rig changed nothing
  EXPECT_EQ(fidelity(0.0, 1.0, 2.0).fidelity_pct, 50.0);
}

/// A printed number, and half of what its last digit stands for.
struct Printed {
  double value, half;
};
std::optional<Printed> printed(const std::string& text) {
  if (text.empty()) return std::nullopt;
  const auto dot = text.find('.');
  const auto digits = dot == std::string::npos ? 0 : static_cast<int>(text.size() - dot - 1);
  return Printed{std::stod(text), 0.5 * std::pow(10.0, -digits)};
}

using Fields = std::map<std::string, std::string>;

std::vector<std::string> cells(const std::string& line) {
  std::vector<std::string> found;
  std::istringstream stream(line + ',');
  for (std::string cell; std::getline(stream, cell, ',');) found.push_back(cell);
  return found;
}

std::vector<Fields> published() {
  std::ifstream file(test::repository() + "/studies/13-rig-twin/published_test.csv");
  std::vector<std::string> head;
  std::vector<Fields> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    const auto fields = cells(line);
    if (head.empty()) {
      head = fields;
      continue;
    }
    Fields& row = rows.emplace_back();
    for (std::size_t i = 0; i < head.size(); ++i) row[head[i]] = fields.at(i);
  }
  return rows;
}

/// d, m and h of a row. Of areas the source gives the differences only, in percent: the docking model's is 100.
std::optional<std::array<Printed, 3>> numbers(const Fields& row) {
  if (row.at("quantity").ends_with(".area")) {
    const Printed md = *printed(row.at("e_md_pct")), hd = *printed(row.at("e_hd_pct"));
    return std::array<Printed, 3>{{{100.0, 0.0}, {100.0 + md.value, md.half}, {100.0 + hd.value, hd.half}}};
  }
  const auto d = printed(row.at("docking")), m = printed(row.at("hil")), h = printed(row.at("rig"));
  if (!d || !m || !h) return std::nullopt;
  return std::array{*d, *m, *h};
}

/// The least and the greatest that the digits of d, m and h allow.
struct Range {
  double least = INFINITY, greatest = -INFINITY;
  void include(double x) { least = std::min(least, x), greatest = std::max(greatest, x); }
};
Range allowed(const std::array<Printed, 3>& numbers, double Fidelity::*member) {
  Range range;
  for (int corner = 0; corner < 8; ++corner) {
    const auto at = [&](std::size_t i) {
      return numbers[i].value + ((corner >> i & 1) != 0 ? 1.0 : -1.0) * numbers[i].half;
    };
    range.include(fidelity(at(0), at(1), at(2)).*member);
  }
  return range;
}

TEST(PublishedTables, FollowFromTheirFirstThreeColumns) {
  const std::map<std::string, double Fidelity::*> columns{
      {"e_md", &Fidelity::e_md},         {"e_md_pct", &Fidelity::e_md_pct},         {"e_hd", &Fidelity::e_hd},
      {"e_hd_pct", &Fidelity::e_hd_pct}, {"fidelity_pct", &Fidelity::fidelity_pct}, {"e_hm", &Fidelity::e_hm},
      {"e_hm_pct", &Fidelity::e_hm_pct},
  };
  int checked = 0;
  for (const Fields& row : published()) {
    const auto three = numbers(row);
    if (!three) continue;
    for (const auto& [name, member] : columns) {
      const auto expected = printed(row.at(name));
      if (!expected) continue;
      const auto [least, greatest] = allowed(*three, member);
      constexpr double kRounding = 1e-9;
      EXPECT_GE(expected->value + expected->half + kRounding, least)
          << row.at("test") << ' ' << row.at("quantity") << ' ' << name;
      EXPECT_LE(expected->value - expected->half - kRounding, greatest)
          << row.at("test") << ' ' << row.at("quantity") << ' ' << name;
      ++checked;
    }
  }
  EXPECT_EQ(checked, 8 * (7 + 4 + 7 + 4 + 7 + 3));
}

/// The impulse of the published force over the change of momentum it goes with, m (v_before - v_after). The docking
/// model's is 1, and the areas are in parts of its own; masses cancel.
double audit(double area, double velocity_after, double docking_velocity_after, double approach) {
  return area * (approach - docking_velocity_after) / (approach - velocity_after);
}

TEST(PublishedTables, MomentumOfTheModelsIsKeptAndThatOfTheRigIsNot) {
  constexpr double kApproach = 0.05;
  std::map<std::string, Fields> areas;
  for (const Fields& row : published())
    if (row.at("quantity") == "contact_force.area")
      areas[row.at("test") + row.at("contact.restitution")] = row;
  std::map<std::string, double> of_rig;
  for (const Fields& row : published()) {
    if (row.at("quantity") != "velocity.after") continue;
    const auto& area = areas.at(row.at("test") + row.at("contact.restitution"));
    const auto ratio = [&](const char* difference, const char* who) {
      return audit(1.0 + std::stod(area.at(difference)) / 100.0, std::stod(row.at(who)),
                   std::stod(row.at("docking")), kApproach);
    };
    EXPECT_NEAR(ratio("e_md_pct", "hil"), 1.0, 0.02) << row.at("test");
    of_rig[row.at("test")] = ratio("e_hd_pct", "rig");
  }
  // The published records push two to three times as much as the bodies in the computer answer.
  EXPECT_NEAR(of_rig.at("1"), 2.55, 0.01);
  EXPECT_NEAR(of_rig.at("4"), 2.20, 0.01);
  EXPECT_NEAR(of_rig.at("6"), 1.54, 0.01);
  EXPECT_NEAR(of_rig.at("11"), 3.18, 0.01);
}

}  // namespace
}  // namespace hilspace::metrics
