// Lanes perform the same arithmetic: identical bits on every instruction set, with any other scenarios in the
// pack.

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <iostream>
#include <map>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "compensation/compensator.hpp"
#include "contact/law.hpp"
#include "simulate/pair_run.hpp"
#include "simulate/simulate.hpp"
#include "support/axial_cases.hpp"
#include "support/numbers.hpp"
#include "support/times.hpp"

namespace hilspace {
namespace {

using Numbers = test::Numbers<20>;

/// Plain scenarios with very different numbers of steps, with and without each instrument.
std::vector<models::AxialSetup> motley(std::size_t count) {
  Numbers numbers;
  std::vector<models::AxialSetup> setups;
  for (std::size_t i = 0; i < count; ++i) {
    auto setup = test::impact(numbers.between(5, 500), numbers.between(5, 500), numbers.between(0.01, 0.2),
                              "polyimide", numbers.one_in(2) ? "aluminium" : "peek",
                              numbers.one_in(4) ? contact::Law::hertz : contact::Law::flores,
                              numbers.between(0.1, 1.0));
    if (!numbers.one_in(4))
      test::low_pass(setup.actuator).natural_frequency = 4.0 / numbers.between(0.2e-3, 2e-3);
    if (!numbers.one_in(4)) test::quantizer(setup.actuator).resolution = numbers.between(0.2e-6, 20e-6);
    if (!numbers.one_in(4)) test::low_pass(setup.force_sensor).natural_frequency = numbers.between(5e3, 6e4);
    if (!numbers.one_in(4)) test::quantizer(setup.force_sensor).resolution = numbers.between(0.5, 50.0);
    if (numbers.one_in(16)) setup.penetration_limit = numbers.between(50e-6, 200e-6);
    if (numbers.one_in(16)) setup.time_limit = numbers.between(1e-3, 5e-3);
    setups.push_back(setup);
  }
  return setups;
}

/// The same by the law of Kelvin and Voigt, which may pull or not, with damping from none to one that hardly rebounds.
std::vector<models::AxialSetup> motley_linear(std::size_t count) {
  auto setups = motley(count);
  Numbers numbers;
  for (auto& setup : setups) {
    setup.contact = {};
    setup.contact.law = numbers.one_in(2) ? contact::Law::kelvin_voigt : contact::Law::kelvin_voigt_tensile;
    setup.contact.exponent = 1.0;
    setup.contact.stiffness = numbers.between(1e6, 1e8);
    setup.contact.viscosity = numbers.one_in(8) ? 0.0 : numbers.between(50.0, 2e4);
    if (numbers.one_in(2)) test::quantizer(setup.actuator).resolution = 0.0;
  }
  return setups;
}

/// A law with coefficients, and for some laws an exponent, that vary by scenario.
contact::LawSetup any_law(Numbers& numbers) {
  const auto& law = contact::kLaws[numbers.below(contact::kLaws.size())];
  contact::LawSetup setup;
  setup.law = law.law;
  switch (law.damping) {
    case contact::Damping::restitution:
      setup.damping_number = contact::damping_number(law.law, numbers.between(0.3, 0.9));
      break;
    case contact::Damping::viscosity:
      setup.viscosity = numbers.between(50.0, 800.0);
      break;
    case contact::Damping::plastic:
      setup.damping_per_stiffness = numbers.between(0.0, 3.0);
      setup.permanent_deformation = numbers.between(1.0, 2.0);
      break;
    case contact::Damping::none:
      break;
  }
  const double exponents[] = {1.5, 1.5, 1.0, numbers.between(1.0, 2.0)};
  setup.exponent = law.damping == contact::Damping::viscosity ? 1.0 : exponents[numbers.below(4)];
  // 1 to 10 kN at 0.1 mm
  setup.stiffness = numbers.between(1e3, 1e4) / std::pow(1e-4, setup.exponent);
  return setup;
}

constexpr std::array kCurve{instruments::CurvePoint{-1e-3, -1.02e-3}, instruments::CurvePoint{0.0, 0.0},
                            instruments::CurvePoint{30e-6, 31e-6}, instruments::CurvePoint{1e-3, 1.01e-3}};
constexpr std::array kOtherCurve{instruments::CurvePoint{-1.0, -0.98}, instruments::CurvePoint{1.0, 1.03}};
constexpr std::array kSections{instruments::Section{{1.0, 1e-5, 0.0}, {1.0, 4e-5, 1e-9}},
                               instruments::Section{{1.0, 0.0, 0.0}, {1.0, 2e-5, 0.0}},
                               instruments::Section{{0.97, 0.0, 0.0}, {1.0, 0.0, 0.0}}};

/// A stage of that kind with different numbers each time, sometimes neutral ones. Lengths are in m, forces in
/// N times `unit`.
instruments::StageSetup any_stage(std::size_t kind, double unit, Numbers& numbers) {
  using namespace instruments;
  const bool neutral = numbers.one_in(5);
  switch (kind) {
    case 0:
      return LowPassSetup{neutral ? 0.0 : numbers.between(5e3, 3e4), numbers.between(0.5, 1.2)};
    case 1: {
      const double quantum = neutral ? 0.0 : numbers.between(0.3, 5.0);
      return QuantizerSetup{unit * quantum, quantum > 3.0 ? 0.2 * quantum - 0.8 : 0.0};  // or with a phase
    }
    case 2:
      return TransportDelaySetup{neutral ? 0.0 : numbers.between(0.05e-3, 0.5e-3)};
    case 3:
      return SampleHoldSetup{neutral ? 0.0 : numbers.between(4e3, 4e4)};
    case 4:
      return NoiseSetup{neutral ? 0.0 : unit * numbers.between(0.1, 1.0),
                        numbers.one_in(2) ? 0.0 : numbers.between(2e3, 2e4), 0.7,
                        numbers.between(20e-6, 90e-6)};
    case 5:
      return BiasSetup{neutral ? 0.0 : unit * numbers.between(-2.0, 2.0)};
    case 6:
      return DeadBandSetup{neutral ? 0.0 : unit * numbers.between(0.5, 5.0)};
    case 7:
      return neutral ? SaturationSetup{} : SaturationSetup{-1e3 * unit, unit * numbers.between(30.0, 500.0)};
    case 8:
      return neutral ? CalibrationSetup{kOtherCurve} : CalibrationSetup{kCurve};
    default:
      return TransferFunctionSetup{std::span(kSections).first(1 + numbers.below(kSections.size()))};
  }
}

/// Chains of stages in any order: few forms, so that lanes are shared, with different numbers in each
/// scenario.
std::vector<models::AxialSetup> motley_chains(std::size_t count) {
  using Form = std::vector<std::size_t>;
  const std::pair<Form, Form> forms[] = {{{2, 0, 4, 8, 1, 7}, {9, 5, 3, 6}},
                                         {{4, 3, 2, 1}, {0, 2, 4, 3}},
                                         {{0, 1}, {0, 1}},
                                         {{0}, {1, 0}},
                                         {{1, 2, 5, 0, 6}, {7, 8, 1, 4, 0}},
                                         {{9, 3, 0}, {2, 9, 1, 4, 5, 6, 3}},
                                         {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, {9, 8, 7, 6, 5, 4, 3, 2, 1, 0}}};
  Numbers numbers;
  std::vector<models::AxialSetup> setups;
  for (std::size_t i = 0; i < count; ++i) {
    models::AxialSetup setup;
    setup.chaser_mass = numbers.between(5, 200);
    setup.target_mass = numbers.between(5, 200);
    setup.approach_velocity = numbers.between(0.01, 0.1);
    setup.contact = any_law(numbers);
    setup.random = {5, i};
    const auto& [actuator, force_sensor] = forms[numbers.below(std::size(forms))];
    for (const std::size_t kind : actuator) setup.actuator.add(any_stage(kind, 1e-6, numbers));
    for (const std::size_t kind : force_sensor) setup.force_sensor.add(any_stage(kind, 1.0, numbers));
    if (numbers.one_in(8)) setup.penetration_limit = numbers.between(50e-6, 200e-6);
    setup.time_limit = numbers.between(4e-3, 10e-3);
    setup.step = numbers.between(30e-6, 60e-6);  // some chatter, in the shortest steps
    setups.push_back(setup);
  }
  return setups;
}

/// The same with delay compensators of all forms, where their command does not depend on itself.
std::vector<models::AxialSetup> motley_compensated(std::size_t count) {
  Numbers numbers;
  auto setups = motley_chains(count);
  for (auto& setup : setups) {
    compensation::CompensatorSetup compensator;
    compensator.position =
        static_cast<compensation::Position>(numbers.below(compensation::kPositions.size()));
    if (numbers.one_in(2))
      compensator.force = static_cast<compensation::Force>(numbers.below(compensation::kForces.size()));
    compensator.model_error = numbers.between(-0.2, 0.2);
    compensator.order = 1 + static_cast<int>(numbers.below(2));
    compensator.lag_error = numbers.between(-0.3, 0.3);
    if (numbers.one_in(2)) compensator.lag = numbers.between(0.0, 0.4e-3);
    if (is_realisable(compensator, setup.actuator, setup.force_sensor)) setup.compensator = compensator;
  }
  return setups;
}

void expect_same_row(const metrics::Row& a, const metrics::Row& b, std::size_t scenario) {
  EXPECT_EQ(a.outcome, b.outcome) << "scenario " << scenario;
  EXPECT_EQ(a.end_docking, b.end_docking);
  EXPECT_EQ(a.end_hil, b.end_hil);
  EXPECT_EQ(a.step, b.step);
  for (std::size_t i = 0; i < metrics::kMetricCount; ++i)
    EXPECT_EQ(std::bit_cast<std::uint64_t>(a.values[i]), std::bit_cast<std::uint64_t>(b.values[i]))
        << metrics::catalogue()[i].name << " of scenario " << scenario;
}

/// Of pairs that each ran alone.
std::vector<metrics::Row> expect_the_bits_of_singles(const std::vector<models::AxialSetup>& setups) {
  std::vector<metrics::Row> singles;
  for (const auto& setup : setups) singles.push_back(simulate::simulate(setup));
  for (const auto& set : simulate::instruction_sets()) {
    std::cout << "instruction set " << set << '\n';
    std::vector<metrics::Row> rows(setups.size());
    simulate::simulate_lanes_with(set, setups, rows);
    for (std::size_t i = 0; i < setups.size(); ++i) expect_same_row(rows[i], singles[i], i);
  }
  return singles;
}

TEST(Lanes, GiveTheBitsOfSingles) { expect_the_bits_of_singles(motley(300)); }

TEST(Lanes, GiveTheBitsOfSinglesWithLinearContacts) {
  const auto setups = motley_linear(300);
  const auto rows = expect_the_bits_of_singles(setups);
  std::size_t fast = 0, ended = 0;
  for (std::size_t i = 0; i < setups.size(); ++i) {
    fast += simulate::is_linear(models::resolved(setups[i]));
    ended += rows[i].outcome == Outcome::ok;
  }
  EXPECT_GT(fast, setups.size() / 5);
  EXPECT_GT(ended, setups.size() / 2);
}

TEST(Lanes, GiveTheBitsOfSinglesWithAnyChains) {
  const auto setups = motley_chains(64 * test::times());
  const auto rows = expect_the_bits_of_singles(setups);
  // They are real impacts: they touch, most of them end, and some do not.
  std::set<contact::Law> laws;
  std::map<Outcome, std::size_t> outcomes;
  for (std::size_t i = 0; i < setups.size(); ++i) {
    laws.insert(setups[i].contact.law);
    ++outcomes[rows[i].outcome];
  }
  EXPECT_EQ(laws.size(), contact::kLaws.size());
  EXPECT_GT(outcomes[Outcome::ok], setups.size() / 2);
  EXPECT_GT(outcomes[Outcome::penetration_limit], 0U);
  EXPECT_GT(outcomes[Outcome::time_limit], 0U);
}

TEST(Lanes, GiveTheBitsOfSinglesWithCompensators) {
  expect_the_bits_of_singles(motley_compensated(16 * test::times()));
}

/// In batches of every size and order, so that each scenario is combined with all kinds of others.
void expect_no_dependence_on_company(std::vector<models::AxialSetup> setups) {
  std::vector<metrics::Row> together(setups.size());
  simulate::simulate_lanes(setups, together);
  std::ranges::reverse(setups);
  std::ranges::reverse(together);
  for (std::size_t size = 1; size <= 9; ++size) {
    for (std::size_t begin = 0; begin + size <= setups.size(); begin += size) {
      std::vector<metrics::Row> some(size);
      simulate::simulate_lanes(std::span(setups).subspan(begin, size), some);
      for (std::size_t i = 0; i < size; ++i) expect_same_row(some[i], together[begin + i], begin + i);
    }
  }
}

TEST(Lanes, DoNotDependOnTheirCompany) { expect_no_dependence_on_company(motley(40)); }
TEST(Lanes, DoNotDependOnTheirCompanyWithLinearContacts) {
  expect_no_dependence_on_company(motley_linear(40));
}
TEST(Lanes, DoNotDependOnTheirCompanyWithAnyChains) { expect_no_dependence_on_company(motley_chains(40)); }

TEST(Lanes, DoNotDependOnTheirCompanyWithCompensators) {
  expect_no_dependence_on_company(motley_compensated(9));
}

TEST(Lanes, NothingToDoIsDone) { simulate::simulate_lanes({}, std::span<metrics::Row>{}); }

}  // namespace
}  // namespace hilspace
