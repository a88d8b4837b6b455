// Chains with delays and holds, and compensators, in six degrees of freedom: the axial model as a special case, the
// plain chains as another.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <vector>

#include "simulate/sixdof.hpp"
#include "support/axial_cases.hpp"
#include "support/bits.hpp"
#include "support/features.hpp"
#include "support/shared_assembly.hpp"
#include "support/sixdof_cases.hpp"
#include "support/sixdof_on_axis.hpp"

namespace hilspace::test {
namespace {

using compensation::Position;
using instruments::CalibrationSetup;
using instruments::CurvePoint;
using instruments::SampleHoldSetup;
using instruments::Section;
using instruments::TransferFunctionSetup;
using instruments::TransportDelaySetup;

TEST(SixDofChain, OfADelayIsTheAxialOne) {
  auto setup = hit_on_the_axis();
  setup.robot[0].add(TransportDelaySetup{0.3e-3});
  setup.wrench_sensor[0].add(instruments::LowPassSetup{4.0 / 1e-4, 0.7});
  expect_axial(setup, 1e-6);
}

TEST(SixDofChain, OfHoldsAndDelaysIsTheAxialOne) {
  auto setup = hit_on_the_axis();
  setup.robot[0].add(SampleHoldSetup{4e3});
  setup.robot[0].add(TransportDelaySetup{0.2e-3});
  setup.robot[0].add(instruments::LowPassSetup{4.0 / 2e-4, 0.7});
  setup.wrench_sensor[0].add(TransportDelaySetup{0.1e-3});
  setup.wrench_sensor[0].add(SampleHoldSetup{10e3});
  expect_axial(setup, 1e-5);
}

/// A hold of one coordinate that samples just where the surfaces meet: along the normal the place stands still, though the
/// others move and its rate says that it does.
TEST(SixDofChain, OfAHoldThatSamplesTheTouchGoesOn) {
  for (const double rate : {2e3, 10e3}) {
    auto setup = hit_on_the_axis();
    setup.robot[0].add(SampleHoldSetup{rate});
    SCOPED_TRACE(rate);
    expect_axial(setup, 1e-5);
    setup.first_impact = true;
    setup.lateral_velocity = {1e-3, -2e-3};
    EXPECT_EQ(simulate::simulate(setup).outcome, Outcome::ok);
  }
}

TEST(SixDofChain, OfBiasDeadBandAndLimitsIsTheAxialOne) {
  auto setup = hit_on_the_axis();
  setup.robot[0].add(instruments::LowPassSetup{4.0 / 1e-3, 0.7});
  setup.robot[0].add(instruments::BiasSetup{5e-6});
  setup.wrench_sensor[0].add(instruments::LowPassSetup{4.0 / 1e-4, 0.7});
  setup.wrench_sensor[0].add(instruments::BiasSetup{3.0});
  setup.wrench_sensor[0].add(instruments::DeadBandSetup{20.0});
  setup.wrench_sensor[0].add(instruments::SaturationSetup{-6e3, 1e3});
  expect_axial(setup, 1e-6, true);
}

/// The noise of what lies on the docking axis has the streams of the axial model: the same numbers, not only the same
/// statistics.
TEST(SixDofChain, OfNoiseIsTheAxialOne) {
  for (const std::uint64_t index : {0u, 1u, 2u, 3u}) {
    auto setup = hit_on_the_axis();
    setup.random = {5, index};
    SCOPED_TRACE(index);
    setup.robot[0].add(instruments::LowPassSetup{4.0 / 1e-3, 0.7});
    if (index % 2 == 0) setup.robot[0].add(instruments::NoiseSetup{1e-6, 2e3, 0.7, 5e-5});
    setup.wrench_sensor[0].add(instruments::LowPassSetup{4.0 / 1e-4, 0.7});
    if (index > 0) setup.wrench_sensor[0].add(instruments::NoiseSetup{15.0, 2e3, 0.7, 5e-5});
    if (index > 0) setup.wrench_sensor[0].add(instruments::DeadBandSetup{100.0});
    expect_axial(setup, 1e-5, true);
  }
}

/// Of every component its own noise: none of them repeats another, and a scenario repeats itself.
TEST(SixDofChain, OfNoiseIsItsOwnInEveryComponent) {
  std::vector<double> rebounds;
  for (std::size_t i = 0; i < 2 * models::kComponents; ++i) {
    auto setup = skew_docking();
    setup.first_impact = true;
    equip(setup, 1e-3, 0.0, 1e-4, 0.0);
    const bool is_robot = i < models::kComponents;
    const std::size_t component = i % models::kComponents;
    auto& chain = is_robot ? setup.robot[component] : setup.wrench_sensor[component];
    const bool is_linear = models::is_linear(component);
    chain.add(instruments::NoiseSetup{is_robot ? 1e-6 : is_linear ? 15.0 : 1.0, 2e3, 0.7, 1e-4});
    const auto row = simulate::simulate(setup);
    ASSERT_EQ(row.outcome, Outcome::ok) << i;
    rebounds.push_back(metric(row, "velocity.after_hil"));
    EXPECT_EQ(bits(rebounds.back()), bits(metric(simulate::simulate(setup), "velocity.after_hil"))) << i;
  }
  std::ranges::sort(rebounds);
  EXPECT_EQ(std::ranges::adjacent_find(rebounds), rebounds.end());
}

/// A robot whose limits leave it inside the target touches at any distance.
TEST(SixDofChain, ThatTouchesAtAnyDistanceOverlapsAtTheStart) {
  auto setup = hit_on_the_axis();
  const double inside = -setup.mechanism.tip_radius + 1e-3;
  setup.robot[0].add(instruments::SaturationSetup{inside, inside + 1e-3});
  EXPECT_EQ(simulate::simulate(setup).outcome, Outcome::start_overlap);
}

/// A lag of order 2 with a zero, one of order 1 and a gain, before and behind stages with states of their own.
TEST(SixDofChain, OfTransferFunctionsIsTheAxialOne) {
  static constexpr std::array kRobot{Section{{1.0, 1e-4, 0.0}, {1.0, 3e-4, 4e-8}},
                                     Section{{1.0, 0.0, 0.0}, {1.0, 1e-4, 0.0}}};
  static constexpr std::array kSensor{Section{{0.99, 0.0, 0.0}, {1.0, 5e-5, 0.0}},
                                      Section{{1.0, 0.0, 1e-9}, {1.0, 1e-4, 2e-9}}};
  for (const bool first : {true, false}) {
    SCOPED_TRACE(first);
    auto setup = hit_on_the_axis();
    if (first) setup.robot[0].add(TransferFunctionSetup{kRobot});
    setup.robot[0].add(TransportDelaySetup{0.1e-3});
    setup.robot[0].add(instruments::LowPassSetup{4.0 / 2e-4, 0.7});
    if (!first) setup.robot[0].add(TransferFunctionSetup{kRobot});
    if (first) setup.wrench_sensor[0].add(TransferFunctionSetup{kSensor});
    setup.wrench_sensor[0].add(instruments::LowPassSetup{4.0 / 1e-4, 0.7});
    if (!first) setup.wrench_sensor[0].add(TransferFunctionSetup{kSensor});
    expect_axial(setup, 1e-6);
  }
}

/// A robot that shows the bodies ahead of where they are touches before they do.
TEST(SixDofChain, OfALeadIsTheAxialOne) {
  static constexpr std::array kLead{Section{{1.0, 4e-4, 0.0}, {1.0, 1e-4, 0.0}}};
  static constexpr std::array kGain{Section{{1.02, 0.0, 0.0}, {1.0, 2e-4, 1e-8}}};
  for (const auto& sections : {kLead, kGain}) {
    auto setup = hit_on_the_axis();
    setup.mechanism.tip_radius = 0.0;  // a gain is one of the penetration then, as on one axis
    setup.robot[0].add(TransferFunctionSetup{sections});
    expect_axial(setup, 1e-6);
  }
}

/// The curve of the robot has a gain and an offset, that of the sensor the same for a pull as for a push.
TEST(SixDofChain, OfCurvesIsTheAxialOne) {
  static constexpr std::array kPlace{CurvePoint{-1.0, -1.0}, CurvePoint{0.0, 2e-6}, CurvePoint{1e-4, 1.05e-4},
                                     CurvePoint{1.0, 1.1}};
  static constexpr std::array kForce{CurvePoint{-2e3, -2.2e3}, CurvePoint{-5e2, -5e2}, CurvePoint{5e2, 5e2},
                                     CurvePoint{2e3, 2.2e3}};
  auto setup = hit_on_the_axis();
  setup.mechanism.tip_radius = 0.0;
  setup.robot[0].add(instruments::LowPassSetup{4.0 / 1e-3, 0.7});
  setup.robot[0].add(CalibrationSetup{kPlace});
  setup.wrench_sensor[0].add(instruments::LowPassSetup{4.0 / 1e-4, 0.7});
  setup.wrench_sensor[0].add(CalibrationSetup{kForce});
  expect_axial(setup, 1e-6);
}

/// In every component, angles and torques included. An impact ends when the sensor has come to rest, of which a transfer function
/// has another bound than a low-pass: bodies that turn have turned on until then, and their surfaces part at another rate.
TEST(SixDofChain, OfALowPassAsATransferFunctionIsThePlainOne) {
  const auto section = [](double delay) {
    const double w = 4.0 / delay;
    return std::array{Section{{1.0, 0.0, 0.0}, {1.0, 1.4 / w, 1.0 / (w * w)}}};
  };
  static const auto kRobot = section(1e-3), kSensor = section(1e-4);
  for (auto setup : {whole_docking(), skew_docking()}) {
    setup.first_impact = true;
    equip(setup, 1e-3, 0.0, 1e-4, 0.0);
    const auto plain = simulate::simulate(setup);
    for (auto& chain : setup.robot) chain = {}, chain.add(TransferFunctionSetup{kRobot});
    for (auto& chain : setup.wrench_sensor) chain = {}, chain.add(TransferFunctionSetup{kSensor});
    const auto filtered = simulate::simulate(setup);
    ASSERT_EQ(filtered.outcome, Outcome::ok);
    for (const char* name :
         {"force.peak_hil", "contact.duration_hil", "torque.peak_hil", "energy.friction_hil"})
      EXPECT_NEAR(metric(filtered, name) / metric(plain, name), 1.0, 1e-6) << name;
    EXPECT_NEAR(metric(filtered, "velocity.after_hil") / metric(plain, "velocity.after_hil"), 1.0, 1e-3);
  }
}

/// The two methods share models, not steps.
TEST(SixDofChain, OfTransferFunctionsByTheReference) {
  static constexpr std::array kLag{Section{{1.0, 1e-4, 0.0}, {1.0, 3e-4, 4e-8}}};
  auto setup = hit_on_the_axis();
  setup.tolerance = 1e-10;
  setup.step = models::automatic_step(setup);
  for (auto& chain : setup.robot) chain.add(TransferFunctionSetup{kLag});
  const auto one = simulate::simulate(setup);
  setup.solver = models::Solver::reference;
  const auto other = simulate::simulate(setup);
  ASSERT_EQ(other.outcome, Outcome::ok);
  for (const char* name : {"force.peak_hil", "velocity.after_hil"})
    EXPECT_NEAR(metric(one, name) / metric(other, name), 1.0, 1e-5) << name;
}

TEST(SixDofChain, OfPlainStagesIsThePlainOne) {
  for (auto setup : {whole_docking(), skew_docking()}) {
    setup.first_impact = true;
    equip(setup, 1e-3, 0.0, 1e-4, 0.0);
    const auto plain = simulate::simulate(setup);
    for (auto& chain : setup.robot) chain.add(TransportDelaySetup{0.0});
    const auto general = simulate::simulate(setup);
    ASSERT_EQ(general.outcome, Outcome::ok);
    for (const char* name :
         {"force.peak_hil", "velocity.after_hil", "torque.peak_hil", "energy.friction_hil"})
      EXPECT_NEAR(metric(general, name) / metric(plain, name), 1.0, 1e-6) << name;
  }
}

/// A stage more in one component does not make the quantizers of all coarser.
TEST(SixDofChain, OfQuantizersIsThePlainOne) {
  auto setup = hit_on_the_axis();
  setup.step = models::automatic_step(setup);
  setup.tolerance = 1e-8;
  setup.robot[0].add(instruments::LowPassSetup{4.0 / 1e-3, 0.7});
  setup.robot[0].add(instruments::QuantizerSetup{10e-6});
  setup.wrench_sensor[0].add(instruments::QuantizerSetup{1.0});
  const auto plain = simulate::simulate(setup);
  setup.robot[3].add(instruments::BiasSetup{1e-15});
  const auto general = simulate::simulate(setup);
  ASSERT_EQ(general.outcome, Outcome::ok);
  for (const char* name : {"force.peak_hil", "velocity.after_hil", "contact.duration_hil"})
    EXPECT_NEAR(metric(general, name) / metric(plain, name), 1.0, 1e-5) << name;
}

/// Noise begins with the run, which must therefore not begin elsewhere for a rounding error of a pose, or for a finer step.
TEST(SixDofChain, OfNoiseIsTheAxialOneFromAnyPlace) {
  for (const double port : {0.0, 0.5, 0.9, 1.4})
    for (const double steps : {1.0, 16.0}) {
      auto setup = hit_on_the_axis();
      setup.target.port = {port, 0.0, 0.0};
      setup.step = models::automatic_step(setup) / models::kFineSteps / steps;
      setup.random = {1, 0};
      setup.robot[0].add(instruments::NoiseSetup{1e-5, 0.0, 0.7, 1e-4});
      SCOPED_TRACE(port);
      expect_axial(setup, 1e-4);
    }
}

/// By how much earlier a run begins for the sake of the robot is nothing to the docking model, nor to the clock.
TEST(SixDofChain, LeavesTheDockingModelAlone) {
  auto setup = hit_on_the_axis();
  const double late = 0.5;  // s
  setup.mechanism.start_at = -late * setup.approach_velocity;
  setup.wrench_sensor[0].add(TransportDelaySetup{1e-4});
  const auto without = simulate::simulate(setup);
  setup.time_limit = late + 0.2;
  for (const double bias : {60e-3, -1e-3}) {
    auto displaced = setup;
    displaced.robot[0].add(instruments::BiasSetup{bias});
    const auto row = simulate::simulate(displaced);
    ASSERT_EQ(row.outcome, Outcome::ok) << bias;
    for (const char* name : {"force.peak_docking", "velocity.after_docking", "impact.time_docking"})
      EXPECT_NEAR(metric(row, name), metric(without, name), 1e-9 * std::abs(metric(without, name)) + 1e-9)
          << name;
    EXPECT_NEAR(metric(row, "impact.time_hil"),
                metric(without, "impact.time_hil") - bias / setup.approach_velocity, 1e-6);
  }
}

/// What a limit keeps from touching does not overlap at the start, however far its noise would reach.
TEST(SixDofChain, WhoseLimitsKeepItAwayStarts) {
  auto setup = hit_on_the_axis();
  setup.robot[0].add(instruments::NoiseSetup{1e-4, 0.0, 0.7, 1e-3});
  setup.robot[0].add(instruments::SaturationSetup{-setup.mechanism.tip_radius - 0.3e-3, 1.0});
  EXPECT_NE(simulate::simulate(setup).outcome, Outcome::start_overlap);
}

/// Steps are no longer than a delay: one that is next to none is refused at once, with its work. One that is somewhat
/// longer is as good as none, and is run.
TEST(SixDofChain, OfADelayNextToNoneIsRefused) {
  auto setup = hit_on_the_axis();
  setup.first_impact = true;
  setup.step = models::automatic_step(setup);
  const auto without = simulate::simulate(setup);
  const double fine = setup.step / models::kFineSteps;
  for (const double share : {0.01, 0.02}) {
    auto late = setup;
    late.wrench_sensor[2].add(TransportDelaySetup{share * fine});
    std::array<simulate::SixDofWork, 2> work{};
    const std::atomic<bool> stop = false;
    const auto row = simulate::simulate(late, stop, &work);
    EXPECT_EQ(row.outcome, share < 1.0 / 64.0 ? Outcome::work_limit : Outcome::ok);
    if (row.outcome == Outcome::ok) {
      EXPECT_NEAR(metric(row, "velocity.after_hil"), metric(without, "velocity.after_hil"), 1e-6);
    }
  }
}

/// A ball on a link that nothing holds bounces off the target, and the chaser feels nothing. The target's own sensor is so
/// late that the target moves only when both are apart: the impact is over when it does.
TEST(SixDofChain, OfTheTargetEndsTheImpact) {
  const auto on_a_link = [] {
    auto ball = feature(mechanism::Side::chaser, mechanism::FeatureType::sphere, 0.02);
    ball.on_link = true;
    return mechanism::Assembly::of(
        std::array{ball, feature(mechanism::Side::target, mechanism::FeatureType::plane)}, {});
  }();
  for (const bool general : {false, true}) {
    auto setup = hit_on_the_axis();
    setup.mechanism.kind = mechanism::MechanismKind::features;
    setup.mechanism.assembly = shared(on_a_link);
    setup.mechanism.start_at = -0.021;
    setup.mechanism.link = mechanism::LinkSetup{50.0, {1.0, 1.0, 1.0}, {}, {}, false};
    setup.target.mass = 100.0;
    setup.contact = {contact::Law::kelvin_voigt, 1e9, 1.0};
    setup.step = 0.0;
    setup.tolerance = 1e-9;
    setup.first_impact = true;
    setup.time_limit = 2.0;
    for (auto& chain : setup.wrench_sensor) {
      if (general) chain.add(TransportDelaySetup{0.01});
      chain.add(instruments::LowPassSetup{100.0, 1.0});
    }
    const auto row = simulate::simulate(setup);
    ASSERT_EQ(row.outcome, Outcome::ok);
    const double v = setup.approach_velocity, pushed = 2.0 * 50.0 * v / 100.0;
    EXPECT_NEAR(metric(row, "velocity.after_hil"), -(v + pushed), 0.02 * v) << general;
  }
}

TEST(SixDofCompensator, OnTheAxisIsTheAxialOne) {
  for (const auto& [position, order] :
       {std::pair{Position::lead, 1}, {Position::lead, 2}, {Position::polynomial, 3}}) {
    auto setup = hit_on_the_axis();
    setup.robot[0].add(instruments::LowPassSetup{4.0 / 1e-3, 0.7});
    setup.wrench_sensor[0].add(instruments::LowPassSetup{4.0 / 1e-4, 0.7});
    setup.compensator = {position, compensation::Force::none, order};
    expect_axial(setup, 2e-6);
  }
}

/// A limit ahead of every low-pass begins where the command reaches it, which is before the pose does.
TEST(SixDofCompensator, AheadOfALimitIsTheAxialOne) {
  for (const auto& [position, order] :
       {std::pair{Position::lead, 1}, {Position::lead, 2}, {Position::polynomial, 3}}) {
    auto setup = hit_on_the_axis();
    setup.mechanism.tip_radius = 0.0;  // the limit is one of the penetration then, as on one axis
    setup.robot[0].add(instruments::SaturationSetup{-1.0, 1e-4});
    setup.robot[0].add(instruments::LowPassSetup{4.0 / 1e-3, 0.7});
    setup.wrench_sensor[0].add(instruments::LowPassSetup{4.0 / 1e-4, 0.7});
    setup.compensator = {position, compensation::Force::none, order};
    expect_axial(setup, 2e-6);
  }
}

/// The lead of order 2 is the inverse of a low-pass, of angles as well: what is left is the sensor's share, and what
/// would have made the rebound faster by a third is gone.
TEST(SixDofCompensator, InvertsTheLowPassesOfEveryComponent) {
  auto setup = skew_docking();
  setup.first_impact = true;
  equip(setup, 1e-3, 0.0, 0.0, 0.0);
  const double without = metric(simulate::simulate(setup), "velocity.error_pct");
  setup.compensator = {Position::lead, compensation::Force::none, 2};
  const auto row = simulate::simulate(setup);
  ASSERT_EQ(row.outcome, Outcome::ok);
  EXPECT_GT(std::abs(without), 10.0);
  EXPECT_LT(std::abs(metric(row, "velocity.error_pct")), 1e-3);
  EXPECT_NEAR(metric(row, "force.peak_hil") / metric(row, "force.peak_docking"), 1.0, 1e-5);
}

/// A ball far from the axis is shown at its place by the angles: only they are late here, and only they are led.
TEST(SixDofCompensator, InvertsTheLowPassesOfTheAngles) {
  auto setup = hit_on_the_axis();
  auto ball = feature(mechanism::Side::chaser, mechanism::FeatureType::sphere, 0.02);
  ball.at = Vec3{0.0, 0.3, -0.2};
  setup.mechanism.kind = mechanism::MechanismKind::features;
  const auto on_a_plane = mechanism::Assembly::of(
      std::array{ball, feature(mechanism::Side::target, mechanism::FeatureType::plane)}, {});
  setup.mechanism.assembly = shared(on_a_plane);
  setup.mechanism.start_at = -0.03;
  setup.angular_velocity = {0.0, 0.02, 0.03};
  setup.first_impact = true;
  for (std::size_t i = models::kLinearComponents; i < models::kComponents; ++i)
    setup.robot[i].add(instruments::LowPassSetup{4.0 / 1e-3, 0.7});
  const double without = metric(simulate::simulate(setup), "velocity.error_pct");
  setup.compensator = {Position::lead, compensation::Force::none, 2};
  const auto row = simulate::simulate(setup);
  ASSERT_EQ(row.outcome, Outcome::ok);
  EXPECT_GT(std::abs(without), 1.0);
  EXPECT_LT(std::abs(metric(row, "velocity.error_pct")), 1e-3);
}

}  // namespace
}  // namespace hilspace::test
