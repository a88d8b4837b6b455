#pragma once
// Straight hits in six degrees of freedom, and what the axial model makes of the same.

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "simulate/simulate.hpp"
#include "simulate/sixdof.hpp"
#include "support/axial_cases.hpp"
#include "support/sixdof_cases.hpp"

namespace hilspace::test {

/// Along the axis on a plane, with chains on the axis only.
inline models::SixDofSetup hit_on_the_axis() {
  auto setup = whole_docking();
  setup.mechanism.kind = mechanism::MechanismKind::plane;
  setup.offset = {};
  setup.attitude = {};
  setup.friction = {};
  setup.tolerance = 1e-12;
  setup.step = models::automatic_step(setup) / models::kFineSteps / 4.0;
  return setup;
}

/// A push on the chaser is negative in six degrees of freedom, positive on one axis: the chain between two changes of
/// sign.
inline instruments::ChainSetup mirrored(const instruments::ChainSetup& chain) {
  static constexpr std::array kMinus{instruments::Section{{-1.0, 0.0, 0.0}, {1.0, 0.0, 0.0}}};
  static constexpr std::array kBack{instruments::CurvePoint{-1.0, 1.0}, instruments::CurvePoint{1.0, -1.0}};
  instruments::ChainSetup between;
  between.add(instruments::TransferFunctionSetup{kMinus});
  for (const auto& stage : chain.all()) between.add(stage);
  between.add(instruments::CalibrationSetup{kBack});
  return between;
}

/// The same in the axial model. `signs`: whether the sensor tells them apart.
inline models::AxialSetup on_one_axis(const models::SixDofSetup& setup, bool signs = false) {
  models::AxialSetup axial = models::straight_hit(setup);
  if (signs) axial.force_sensor = mirrored(setup.wrench_sensor[0]);
  axial.solver = models::Solver::dopri5;
  axial.step = setup.step;
  return axial;
}

/// The testbed's velocity error is at least `least` percent, so that there is something to agree on.
inline void expect_axial(const models::SixDofSetup& setup, double tolerance, bool signs = false,
                         double least = 1e-3) {
  const auto one = simulate::simulate(on_one_axis(setup, signs)), other = simulate::simulate(setup);
  ASSERT_EQ(one.outcome, Outcome::ok);
  ASSERT_EQ(other.outcome, Outcome::ok);
  EXPECT_GT(std::abs(metric(one, "velocity.error_pct")), least);
  for (const char* name :
       {"force.peak_docking", "velocity.after_docking", "force.peak_hil", "penetration.peak_hil",
        "velocity.after_hil", "contact_force.peak_hil", "contact.duration_hil"})
    EXPECT_NEAR(metric(other, name) / metric(one, name), 1.0, tolerance) << name;
}

}  // namespace hilspace::test
