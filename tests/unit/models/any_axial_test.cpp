// What only the model with any law and any instruments can have: delays, margins, a pull.

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "integrate/rk4.hpp"
#include "models/axial.hpp"

namespace hilspace::models {
namespace {

using namespace instruments;

constexpr double kDelay = 1e-4, kStep = 1e-6, kApproach = 0.1;

contact::LawSetup spring(contact::Law law) {
  contact::LawSetup setup;
  setup.law = law;
  setup.stiffness = 1e6;
  setup.exponent = 1.0;
  setup.viscosity = 300.0;
  return setup;
}

template <class Model>
Model model(contact::Law law) {
  Model m;
  m.bodies.inverse_mass = 0.05;
  m.law = contact::general_law(spring(law), 1e-4);
  return m;
}
AnyHil<double> hil(contact::Law law, const ChainSetup& actuator, const ChainSetup& sensor) {
  auto m = model<AnyHil<double>>(law);
  m.actuator = AnyChain<double>(actuator, RandomStream(1, 0, 0));
  m.sensor = AnyChain<double>(sensor, RandomStream(1, 0, 1));
  return m;
}
ChainSetup delayed(double delay) {
  ChainSetup setup;
  setup.add(TransportDelaySetup{delay});
  return setup;
}

/// A model with its state and enough memory, stepped by Runge and Kutta.
template <class Model>
class Moving {
 public:
  Model model;
  typename Model::State y;
  double time = 0.0;

  explicit Moving(Model its) : model(std::move(its)), y(model.start(0.0, kApproach)) {}

  Horizon<double> horizon() const { return {kStep, kStep / 64, time}; }
  double begin() {
    if constexpr (requires { model.actuator.has_memory(); }) {
      make_room(model.actuator.delay().past.of[0], actuator_);
      make_room(model.sensor.delay().past.of[0], sensor_);
    }
    return model.begin_step(y, horizon());
  }
  void end(double h) {
    const auto reached = integrate::rk4(y, h, [this](const auto& at) { return model.derivative(at); });
    const auto begin = model.view(y), middle = model.view(reached.middle), end = model.view(reached.end);
    model.record({&y, &reached.middle, &reached.end}, {&begin, &middle, &end}, horizon());
    y = reached.end;
    model.end_step(y, model.view(y));
    time += h;
  }

 private:
  static void make_room(Past& past, std::vector<PastStep>& memory) {
    if (!memory.empty()) return;
    memory.resize(4096);
    past.move_to(memory);
  }
  std::vector<PastStep> actuator_, sensor_;
};

// Behind a delay the interface arrives D later, with the force that the approach makes of it.
TEST(AnyHil, TouchesWhenTheDelayedActuatorDoes) {
  Moving<AnyHil<double>> run(hil(contact::Law::kelvin_voigt, delayed(kDelay), {}));
  double onset = -1.0;
  while (run.time < 2.0 * kDelay) {
    const double h = run.begin();
    const auto view = run.model.observe(run.y);
    EXPECT_NEAR(view.penetration, kApproach * (run.time - kDelay), 1e-15 + 1e-3 * std::abs(view.penetration));
    if (view.contact_force > 0.0 && onset < 0.0) {
      onset = run.time;
      EXPECT_NEAR(view.contact_force, 300.0 * kApproach, 1e-9);
    }
    run.end(h);
  }
  EXPECT_NEAR(onset, kDelay, kStep / 64);
}

// A delayed sensor: the bodies coast until the force of the onset has come through.
TEST(AnyHil, FeelsADelayedForce) {
  Moving<AnyHil<double>> run(hil(contact::Law::kelvin_voigt, {}, delayed(kDelay)));
  double felt = -1.0;
  while (run.time < 1.5 * kDelay) {
    const double h = run.begin();
    const auto view = run.model.observe(run.y);
    EXPECT_GT(view.contact_force + (run.time > 0.0 ? 0.0 : 1.0), 0.0);
    if (run.time < kDelay - kStep) {
      EXPECT_EQ(view.velocity, kApproach);
    }
    if (view.force > 0.0 && felt < 0.0) {
      felt = run.time;
      EXPECT_NEAR(view.force, 300.0 * kApproach, 1e-6);
    }
    if (run.time > 1.1 * kDelay) {  // k v (t - D) + b v of a coasting body
      EXPECT_NEAR(view.force, 1e6 * kApproach * (run.time - kDelay) + 300.0 * kApproach, 1e-6);
    }
    run.end(h);
  }
  EXPECT_NEAR(felt, kDelay, kStep / 64);
}

// While a penetration is on its way to the interface, a contact may still come.
TEST(AnyHil, IsNotOverWhileItsActuatorHoldsAContact) {
  Moving<AnyHil<double>> run(hil(contact::Law::kelvin_voigt, delayed(kDelay), {}));
  run.begin();
  run.y[0] = 3e-6;  // the bodies overlap for one step, and have parted in the next
  run.end(kStep);
  run.y[0] = -1e-6;
  run.y[1] = -0.1;
  run.begin();
  EXPECT_FALSE(run.model.law.touching);
  EXPECT_FALSE(run.model.separated(run.y, 1.0));
  // Once it has come through, nothing is left to wait for.
  int steps = 0;
  while (run.time < 3.0 * kDelay) {
    const double h = run.begin();
    run.end(h);
    ++steps;
  }
  run.begin();
  EXPECT_TRUE(run.model.separated(run.y, 1.0)) << steps;
}

// Both models on one plant: without instruments the bits of the docking model.
TEST(AnyHil, WithoutInstrumentsIsTheDockingModel) {
  for (const auto law :
       {contact::Law::kelvin_voigt, contact::Law::kelvin_voigt_tensile, contact::Law::hertz}) {
    Moving<AnyHil<double>> one(hil(law, {}, {}));
    Moving<AnyDocking<double>> other(model<AnyDocking<double>>(law));
    while (one.time < 0.02) {
      const double h = one.begin();
      ASSERT_EQ(other.begin(), h);
      one.end(h);
      other.end(h);
      ASSERT_EQ(one.y[0], other.y[0]);
      ASSERT_EQ(one.y[1], other.y[1]);
    }
    EXPECT_EQ(one.model.separated(one.y, 0.0), other.model.separated(other.y, 0.0));
  }
}

// A damped oscillator, m d'' = -k d - b d', while it touches; its closed form.
TEST(AnyDocking, MovesAsADampedOscillatorWhileItTouches) {
  const double m = 20.0, w = std::sqrt(1e6 / m), zeta = 300.0 / (2.0 * m * w),
               wd = w * std::sqrt(1.0 - zeta * zeta);
  Moving<AnyDocking<double>> run(model<AnyDocking<double>>(contact::Law::kelvin_voigt_tensile));
  double end = 0.0;
  while (run.time < 0.02) {
    const double h = run.begin();
    if (run.model.law.touching) {
      const double t = run.time;
      ASSERT_NEAR(run.y[0], kApproach / wd * std::exp(-zeta * w * t) * std::sin(wd * t), 1e-11);
      end = t + h;
    }
    run.end(h);
  }
  EXPECT_NEAR(end, std::acos(-1.0) / wd, 1e-8);
  EXPECT_NEAR(run.y[1], -kApproach * std::exp(-zeta * w * std::acos(-1.0) / wd), 1e-8);
}

// The margins of the whole model stay positive within its steps; where a step is cut short by a jump, one of
// them goes through 0. Returns how many steps were.
int cut_steps(const ChainSetup& actuator, const ChainSetup& sensor) {
  Moving<AnyHil<double>> run(hil(contact::Law::kelvin_voigt, actuator, sensor));
  int cut = 0;
  while (run.time < 0.025) {
    const double h = run.begin();
    const auto least = [&run](double after) {
      const auto y =
          integrate::rk4(run.y, after, [&run](const auto& at) { return run.model.derivative(at); }).end;
      double margin = kNever;
      run.model.margins(y, run.horizon(), [&](double m) { margin = std::min(margin, m); });
      return margin;
    };
    for (const double part : {0.1, 0.5, 0.9})
      if (part * h > kStep / 64) {
        EXPECT_GE(least(part * h), 0.0) << "t " << run.time << " h " << h;
      }
    if (h < kStep && h > kStep / 64) {
      ++cut;
      EXPECT_LT(least(h + kStep / 64), 0.0) << "t " << run.time << " h " << h;
    }
    run.end(h);
  }
  return cut;
}

TEST(AnyHil, ShowsItsJumpsInItsMargins) {
  ChainSetup actuator, sensor;
  actuator.add(LowPassSetup{20000.0, 0.7});
  EXPECT_GE(cut_steps(actuator, sensor), 2);  // of the onset, the end of the push and that of the contact
  actuator.add(QuantizerSetup{1e-6});
  sensor.add(DeadBandSetup{5.0});
  sensor.add(SaturationSetup{0.0, 300.0});
  EXPECT_GT(cut_steps(actuator, sensor), 100);
}

}  // namespace
}  // namespace hilspace::models
