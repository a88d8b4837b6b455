#include "contact/general_law.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>

#include "contact/law.hpp"
#include "support/numbers.hpp"
#include "unit/contact/motion.hpp"

namespace hilspace::contact {
namespace {

using Numbers = test::Numbers<5>;

std::uint64_t word(double x) { return std::bit_cast<std::uint64_t>(x); }

LawSetup setup_of(Law law, double exponent) {
  LawSetup setup;
  setup.law = law;
  setup.stiffness = exponent == 1.0 ? 3e5 : exponent == 1.5 ? 2e9 : 5e13;
  setup.exponent = exponent;
  setup.damping_number = damping_number(law, 0.6);
  const auto damping = kLaws[static_cast<std::size_t>(law)].damping;
  if (damping == Damping::viscosity) setup.viscosity = 400.0;
  if (damping == Damping::plastic) {
    setup.damping_per_stiffness = 2.0;
    setup.permanent_deformation = 3.0;
    setup.compaction_rate = 0.7;
  }
  return setup;
}

/// Every law with every exponent it may have.
template <class Each>
void for_every_law(Each&& each) {
  for (const auto& named : kLaws)
    for (const double n : {1.0, 1.5, 2.3}) {
      if (named.damping == Damping::viscosity && n != 1.0) continue;
      SCOPED_TRACE(std::string(named.name) + " with exponent " + std::to_string(n));
      each(setup_of(named.law, n));
    }
}

// The kernel that runs in lanes and this one must not differ in a bit, for a study may mix both.
TEST(GeneralLaw, GivesTheBitsOfTheKernelInLanes) {
  Numbers numbers;
  int touching = 0, clamped = 0;
  for (int i = 0; i < 2000; ++i) {
    LawSetup setup;
    setup.law = Law::flores;
    setup.stiffness = std::abs(numbers.sized(1e5, 1e11));
    setup.damping_number = i % 10 == 0 ? 0.0 : std::abs(numbers.sized(1e-3, 10.0));
    GeneralLaw<double> general = general_law(setup, 1e-4);
    HuntCrossley<double> plain{setup.stiffness, setup.damping_number, 1e-4};
    for (int step = 0; step < 30; ++step) {
      const Signal<double> a{numbers.sized(1e-9, 1e-4), numbers.sized(1e-4, 1.0), numbers.sized(1e-2, 1e3)};
      const Horizon<double> horizon{1e-5, 1e-5 / 64, 0.0};
      const bool constant = step % 3 == 0;
      general.begin_step(a, constant, horizon);
      plain.begin_step(a, constant, horizon);
      ASSERT_EQ(general.touching, plain.touching);
      ASSERT_EQ(general.pressing, plain.pressing);
      ASSERT_EQ(word(general.damping), word(plain.damping));
      const auto edge = [&](const auto& law) {
        return std::min(law.edge(a, constant, horizon), horizon.longest);
      };
      ASSERT_EQ(word(edge(general)), word(edge(plain)));
      touching += plain.touching ? 1 : 0;
      clamped += plain.touching && !plain.pressing ? 1 : 0;
      for (const double further : {0.0, 0.3, 1.0, -1.0}) {
        const Signal<double> b{a.value + further * 1e-5 * a.rate, a.rate + further * 1e-5 * a.acceleration,
                               a.acceleration};
        const double moving = constant ? 0.0 : b.rate;
        ASSERT_EQ(word(general.force(b)), word(plain.force(b)));
        ASSERT_EQ(general.slope(b), plain.slope(b));
        ASSERT_EQ(general.force_rate(b, moving), plain.force_rate(b, moving));
        ASSERT_EQ(word(general.elastic(b)), word(plain.elastic(b)));
        ASSERT_EQ(word(general.potential(b)), word(plain.potential(b)));
      }
    }
  }
  EXPECT_GT(touching, 20000);
  EXPECT_GT(clamped, 5000);
}

// Central differences: error h^2 F'''/6 and rounding 1e-16 F/h.
TEST(GeneralLaw, ForceRateIsTheSlopeAlongAMotion) {
  for_every_law([](const LawSetup& setup) {
    Moved<GeneralLaw<double>> run(general_law(setup, 1e-4), half_wave(8e-5, 700.0), 1e-5);
    double largest = 0.0, worst = 0.0;
    run.run(4e-3, [&](double h) {
      const double middle = 0.5 * h, d = 1e-3 * h;
      const double slope = (run.force(middle + d) - run.force(middle - d)) / (2.0 * d);
      const auto a = run.now(middle);
      largest = std::max(largest, std::abs(slope));
      worst = std::max(worst, std::abs(run.law.force_rate(a, a.rate) - slope));
      const Signal<double> jumping{a.value, a.rate, a.acceleration, 1e-6},
          both = run.law.signal(jumping, a.rate);
      ASSERT_EQ(word(both.value), word(run.law.force(a)));
      ASSERT_EQ(word(both.spread), word(run.law.slope(a) * 1e-6));
    });
    EXPECT_GT(largest, 0.0);
    EXPECT_LT(worst, 1e-6 * largest);
  });
}

// While a quantizer holds the penetration, only the rate moves the force.
TEST(GeneralLaw, ForceRateKnowsWhatIsHeld) {
  for_every_law([](const LawSetup& setup) {
    auto law = general_law(setup, 1e-4);
    law.begin_step({1e-12, 0.05, 0.0}, false, {1e-5, 1e-7, 0.0});
    const auto force_at = [&law](double t) { return law.force({5e-5, 0.03 + 20.0 * t, 20.0}); };
    const double slope = (force_at(1e-6) - force_at(-1e-6)) / 2e-6;  // the force is linear in the rate
    EXPECT_NEAR(law.force_rate({5e-5, 0.03, 20.0}, 0.0), slope,
                1e-8 * std::abs(slope) + 1e-9 * force_at(0.0) / 1e-6);
  });
}

// Without rate the force is the elastic one; its integral over the depth, by Simpson's rule in 2000 pieces,
// which costs a relative error of 1e-7 at the root-like start of x^n.
TEST(GeneralLaw, PotentialIsTheIntegralOfTheElasticForce) {
  for_every_law([](const LawSetup& setup) {
    auto law = general_law(setup, 1e-4);
    law.begin_step({1e-12, 0.05, 0.0}, false, {1e-5, 1e-7, 0.0});
    double sum = 0.0;
    const int pieces = 2000;
    const double deepest = 7e-5, h = deepest / pieces;
    for (int i = 0; i < pieces; ++i) {
      const auto force = [&](double x) { return law.force({h * (i + x), 0.0, 0.0}); };
      sum += h / 6.0 * (force(0.0) + 4.0 * force(0.5) + force(1.0));
    }
    EXPECT_NEAR(law.potential({deepest, 0.03, 0.0}), sum, 1e-6 * sum);
    EXPECT_EQ(law.potential({deepest, 0.03, 0.0}), law.potential({deepest, -2.0, 5.0}));
    EXPECT_EQ(law.potential({-1e-5, 0.03, 0.0}), 0.0);
    const double p = setup.exponent + 1.0;
    EXPECT_NEAR(sum, setup.stiffness * std::pow(deepest, p) / p, 1e-6 * sum);
  });
}

// Within a step every margin is positive, and where the step ends by an edge one of them turns negative:
// what the prediction may miss, the solvers that watch margins find.
TEST(GeneralLaw, MarginsChangeSignAtItsEdges) {
  for_every_law([](const LawSetup& setup) {
    const auto motion = [](double t) {  // in, half out, in again, out
      const double w = 700.0, d = 5e-5;
      return Signal<double>{d * std::sin(w * t) + 0.9 * d * std::sin(3.0 * w * t),
                            d * w * std::cos(w * t) + 2.7 * d * w * std::cos(3.0 * w * t),
                            -d * w * w * std::sin(w * t) - 8.1 * d * w * w * std::sin(3.0 * w * t)};
    };
    Moved<GeneralLaw<double>> run(general_law(setup, 1e-4), motion, 1e-5);
    int edges = 0;
    run.run(14e-3, [&](double h) {
      const auto least = [&](double after) {
        double margin = kNever;
        run.law.margins(run.now(after), false, [&](double m) { margin = std::min(margin, m); });
        return margin;
      };
      for (const double part : {0.05, 0.5, 0.95}) {
        if (part * h < 1e-5 / 64) continue;  // so near the start that the jump there counts as now
        EXPECT_GE(least(part * h), 0.0) << "t " << run.time() << " h " << h;
      }
      if (h < 1e-5 && h > 1e-5 / 64 && run.time() + h < 14e-3) {
        ++edges;
        // Prediction leaves out the third derivative: a share 3 w h/2 of the step at most.
        EXPECT_LT(least(1.02 * h), 0.0) << "t " << run.time() << " h " << h;
      }
    });
    EXPECT_GE(edges, setup.law == Law::viscoplastic ? 9 : 3);
  });
}

TEST(GeneralLaw, WatchesNoDepthThatIsHeld) {
  auto law = general_law(setup_of(Law::hertz, 1.5), 1e-4);
  int margins = 0;
  const auto count = [&margins](double) { ++margins; };
  law.margins({-1e-6, 0.1, 0.0}, false, count);
  EXPECT_EQ(margins, 1);
  law.margins({-1e-6, 0.1, 0.0}, true, count);
  EXPECT_EQ(margins, 1);
}

}  // namespace
}  // namespace hilspace::contact
