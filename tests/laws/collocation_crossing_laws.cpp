// Collocation behind quantizers whose cells are crossed fast: at which crossing an error is largest, against every crossing.

#include <algorithm>
#include <cmath>
#include <vector>

#include "contact/law.hpp"
#include "contact/material.hpp"
#include "metrics/numerical_error.hpp"
#include "simulate/collocation/collocation.hpp"
#include "simulate/simulate.hpp"
#include "support/axial_cases.hpp"
#include "support/collocation_cases.hpp"

namespace hilspace {
namespace {

/// Where cells are crossed fast, which of them has the largest error of the measured force on top is not known: the docking
/// force there may be any within a cell. Without that, half of these errors are stated too small.
TEST(CollocationCrossingLaws, StatesWhereTheLargestErrorMayBe) {
  int solved = 0;
  for (const double velocity : {0.14, 0.16, 0.18})
    for (const double damping_number : {0.86, 1.07, 1.31})  // restitution 0.65, 0.6, 0.55
      for (const double delay : {0.8e-3, 0.9e-3, 1.1e-3}) {
        auto setup = test::published_testbed(1e-6, delay);
        setup.approach_velocity = velocity;
        setup.contact.damping_number = damping_number;
        setup.force_sensor.add(instruments::QuantizerSetup{1.0});
        if (!test::is_collocated(setup)) continue;
        ++solved;
        const double every =
            test::metric(simulate::simulate(test::with(setup, models::Solver::dopri5)), "force.e_imax_pct");
        const auto [value, error] = test::stated(setup, "force.e_imax_pct");
        EXPECT_NEAR(value, every, 3.0 * error + 1e-5 * every)
            << velocity << " m/s, " << damping_number << ", " << delay << " s";
        EXPECT_LT(error, 0.01 * every);  // the force changes by less within half a cell
      }
  EXPECT_GT(solved, 20);
}

/// The largest errors of contact force and penetration are at a crossing of the quantum: by the smooth course alone, the docking
/// model's values there are up to half a cell off.
TEST(CollocationCrossingLaws, FindsTheCrossingOfTheLargestError) {
  std::vector<double> errors, stated;
  for (const double velocity : {0.14, 0.16, 0.18})
    for (const double damping_number : {0.0, 0.86, 1.07, 1.31})  // Hertz; restitution 0.65, 0.6, 0.55
      for (const double delay : {0.8e-3, 0.9e-3, 1.1e-3}) {
        auto setup = test::published_testbed(1e-6, delay);
        setup.approach_velocity = velocity;
        setup.contact.damping_number = damping_number;
        if (!test::is_collocated(setup)) continue;
        std::vector<metrics::Row> row(1), check(1);
        ASSERT_TRUE(simulate::simulate_lanes_checked(std::vector{setup}, row, check));
        const auto every = simulate::simulate(test::with(setup, models::Solver::dopri5));
        metrics::Row its = row[0];
        its.values = metrics::errors_of(row[0], check[0]);
        for (const char* name : {"contact_force.e_imax_pct", "penetration.e_imax_pct"}) {
          const double truth = test::metric(every, name), off = std::abs(test::metric(row[0], name) - truth);
          errors.push_back(off / truth);
          stated.push_back(off / (test::metric(its, name) + 1e-5 * truth));
        }
      }
  ASSERT_GT(errors.size(), 50u);
  EXPECT_GE(test::share_within(1e-4, errors), 0.95);
  EXPECT_GE(test::share_within(3.0, stated), 0.95);
}

/// Behind stiff contacts both solves find the crossing by the same course, and as wrongly; where it is has an error of its own.
TEST(CollocationCrossingLaws, StatesWhereTheCrossingOfTheLargestErrorMayBe) {
  struct Case {
    double delay, velocity, chaser, target, restitution;
  };
  constexpr contact::Material aluminium{69e9, 0.34};
  for (const Case c : {Case{0.33808e-3, 0.190711, 35.1114, 57.5696, 0.80356},
                       {0.56802e-3, 0.132571, 58.3283, 117.1965, 0.83461},
                       {0.48831e-3, 0.166516, 29.3497, 99.7710, 0.76462},
                       {0.5813e-3, 0.114287, 60.4721, 127.6289, 0.82187}}) {
    auto setup = test::published_testbed(1e-6, c.delay);
    setup.chaser_mass = c.chaser, setup.target_mass = c.target, setup.approach_velocity = c.velocity;
    setup.contact.stiffness = contact::hertz_stiffness(aluminium, aluminium, 0.5);
    setup.contact.damping_number = contact::damping_number(setup.contact.law, c.restitution);
    setup.force_sensor.add(instruments::QuantizerSetup{1.0});
    ASSERT_TRUE(test::is_collocated(setup));
    const char* name = "penetration.e_imax_pct";
    const double truth = test::metric(simulate::simulate(test::with(setup, models::Solver::dopri5)), name);
    const auto [value, error] = test::stated(setup, name);
    EXPECT_NEAR(value, truth, 3.0 * error) << c.delay << " s";
    EXPECT_LT(error, 1e-3 * truth) << c.delay << " s";
  }
}

}  // namespace
}  // namespace hilspace
