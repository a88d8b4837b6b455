// Lanes are only another way to run the same arithmetic: same bits, on every instruction set, in any company.

#include <bit>
#include <cstdint>
#include <iostream>
#include <random>
#include <vector>

#include "simulate/simulate.hpp"
#include "support/axial_cases.hpp"

namespace hilspace {
namespace {

/// Scenarios that need very different numbers of steps, with and without each instrument.
std::vector<models::AxialSetup> motley(std::size_t count) {
  std::mt19937_64 random(20);
  const auto between = [&random](double low, double high) {
    return low + (high - low) * static_cast<double>(random() >> 11) * 0x1p-53;
  };
  std::vector<models::AxialSetup> setups;
  for (std::size_t i = 0; i < count; ++i) {
    auto setup =
        test::impact(between(5, 500), between(5, 500), between(0.01, 0.2), "polyimide",
                     random() % 2 == 0 ? "aluminium" : "peek",
                     random() % 4 == 0 ? contact::Law::hertz : contact::Law::flores, between(0.1, 1.0));
    if (random() % 4 != 0) test::low_pass(setup.actuator).natural_frequency = 4.0 / between(0.2e-3, 2e-3);
    if (random() % 4 != 0) test::quantizer(setup.actuator).resolution = between(0.2e-6, 20e-6);
    if (random() % 4 != 0) test::low_pass(setup.force_sensor).natural_frequency = between(5e3, 6e4);
    if (random() % 4 != 0) test::quantizer(setup.force_sensor).resolution = between(0.5, 50.0);
    if (random() % 16 == 0) setup.penetration_limit = between(50e-6, 200e-6);
    if (random() % 16 == 0) setup.time_limit = between(1e-3, 5e-3);
    setups.push_back(setup);
  }
  return setups;
}

void expect_same(const metrics::Row& a, const metrics::Row& b, std::size_t scenario) {
  EXPECT_EQ(a.outcome, b.outcome) << "scenario " << scenario;
  EXPECT_EQ(a.end_docking, b.end_docking);
  EXPECT_EQ(a.end_hil, b.end_hil);
  EXPECT_EQ(a.step, b.step);
  for (std::size_t i = 0; i < metrics::kMetricCount; ++i)
    EXPECT_EQ(std::bit_cast<std::uint64_t>(a.values[i]), std::bit_cast<std::uint64_t>(b.values[i]))
        << metrics::catalogue()[i].name << " of scenario " << scenario;
}

TEST(Lanes, GiveTheBitsOfSingles) {
  const auto setups = motley(300);
  std::vector<metrics::Row> singles;
  for (const auto& setup : setups) singles.push_back(simulate::simulate(setup));
  for (const auto& set : simulate::instruction_sets()) {
    std::cout << "instruction set " << set << '\n';
    std::vector<metrics::Row> rows(setups.size());
    simulate::simulate_lanes_with(set, setups, rows);
    for (std::size_t i = 0; i < setups.size(); ++i) expect_same(rows[i], singles[i], i);
  }
}

TEST(Lanes, DoNotDependOnTheirCompany) {
  const auto setups = motley(40);
  std::vector<metrics::Row> together(setups.size());
  simulate::simulate_lanes(setups, together);
  for (std::size_t size = 1; size <= 9; ++size) {
    for (std::size_t begin = 0; begin + size <= setups.size(); begin += size) {
      std::vector<metrics::Row> some(size);
      simulate::simulate_lanes(std::span(setups).subspan(begin, size), some);
      for (std::size_t i = 0; i < size; ++i) expect_same(some[i], together[begin + i], begin + i);
    }
  }
}

TEST(Lanes, NothingToDoIsDone) { simulate::simulate_lanes({}, std::span<metrics::Row>{}); }

}  // namespace
}  // namespace hilspace
