#include "models/rig_compensator.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "dynamics/axial.hpp"
#include "integrate/rk4.hpp"

namespace hilspace::models {
namespace {

/// Longest step of a chain's states, s: a fifth of the shortest pole's time, and no longer than its delay.
double longest_step(const instruments::ChainSetup& chain) {
  double step = kNever;
  for (const auto& stage : chain.all()) {
    if (const auto* low_pass = std::get_if<instruments::LowPassSetup>(&stage))
      if (low_pass->natural_frequency > 0.0)
        step = std::min(step, 0.2 / (low_pass->natural_frequency * std::max(2.0 * low_pass->damping, 1.0)));
    if (const auto* delay = std::get_if<instruments::TransportDelaySetup>(&stage))
      if (delay->delay > 0.0) step = std::min(step, delay->delay);
  }
  return step;
}

}  // namespace

RigCompensator::RigCompensator(const RigComputerSetup& setup) : sample_(1.0 / setup.rate) {
  auto compensator = setup.compensation.compensator;
  compensator.rate = setup.rate;
  compensator.phase = 0.0;
  auto actuator = setup.compensation.actuator, force_sensor = setup.compensation.force_sensor;
  compensation::add_holds(compensator, actuator, force_sensor);
  const auto lags = compensation::lags_of(compensator, actuator, force_sensor);
  const auto known = compensation::known_instruments(compensator, actuator, force_sensor);
  const double mass = 1.0 / dynamics::inverse_reduced_mass(setup.chaser_mass, setup.target_mass);
  core_ = Core(compensator, lags, {mass, setup.approach_velocity, setup.compensation.contact}, known);
  if (compensator.position != compensation::Position::none) foresight_ = lags.position.first;
  sensor_lag_ = (1.0 + compensator.lag_error) * instruments::lag_of(force_sensor).first;
  step_ = sample_;
  if (core_.models())
    step_ = std::min({step_, longest_step(known.actuator), longest_step(known.force_sensor)});
  if (core_.learns() && core_.learner.pole > 0.0) step_ = std::min(step_, 0.2 / core_.learner.pole);
  // A whole number of them in a sample: the memory below is for steps of that length.
  step_ = sample_ / std::clamp(std::ceil(sample_ / step_ - 1e-9), 1.0, double{kMostSteps});
  for (std::size_t j = 0; j < core_.past.size(); ++j) give_memory(core_.past[j], memory_[j]);
  give_memory(core_.testbed.actuator.delay(), memory_[3]);
  give_memory(core_.testbed.sensor.delay(), memory_[4]);
}

void RigCompensator::give_memory(instruments::TransportDelay<double>& delay,
                                 std::vector<instruments::PastStep>& memory) {
  if (!(delay.delay > 0.0)) return;
  memory.resize(std::bit_ceil(static_cast<std::size_t>(std::ceil(delay.delay / step_)) + 16));
  delay.past.of[0].move_to(memory);
}

void RigCompensator::start(Signal<double> motion, double shown) noexcept {
  core_.follow_ramp(motion, x_.data());
  command_ = interface_ = {shown, 0.0, 0.0};
  core_.follow_command(command_, x_.data());
  core_.follow_interface(interface_, x_.data());
  measured_ = {0.0, 0.0, 0.0};
  time_ = since_ = force_ = 0.0;
  begun_ = has_last_ = touching_ = false;
}

/// Begins a step of its states; a sample's is begun with the sample.
void RigCompensator::begin(Signal<double> motion, double step) noexcept {
  core_.begin_step(x_.data(), motion, horizon(step));
  command_ = core_.command(x_.data(), motion, core_.last_jerk);
  core_.begin_command(x_.data(), motion, command_, step, horizon(step));
}

RigCompensator::Answer RigCompensator::sample(Signal<double> motion, double penetration, double force,
                                              double raw) noexcept {
  begin(motion, step_);
  begun_ = true;
  const double per_second = has_last_ && since_ > 0.0 ? 1.0 / since_ : 0.0;
  touching_ = penetration > 0.0;
  measured_ = {force, force > 0.0 ? (raw - last_raw_) * per_second : 0.0, 0.0};
  interface_ = {penetration, (penetration - last_penetration_) * per_second, 0.0};
  const double at_interface = std::max(force + sensor_lag_ * measured_.rate, 0.0);
  core_.sample(x_.data(), measured_, at_interface, interface_);
  const Signal<double> on_bodies = core_.force(x_.data(), measured_, motion, interface_, command_, touching_);
  force_ = on_bodies.value;
  last_raw_ = raw;
  last_penetration_ = penetration;
  since_ = 0.0;
  has_last_ = true;
  return {command_.value, force_};
}

void RigCompensator::advance(Signal<double> motion, double seconds) noexcept {
  const double count = std::clamp(std::ceil(seconds / step_ - 1e-9), 1.0, double{kMostSteps});
  const double h = seconds / count;
  const auto at = [&](double t) {
    return Signal<double>{motion.value + t * (motion.rate + 0.5 * t * motion.acceleration),
                          motion.rate + t * motion.acceleration, motion.acceleration};
  };
  for (double i = 0.0; i < count; ++i) {
    const Signal<double> now = at(i * h), middle = at((i + 0.5) * h), end = at((i + 1.0) * h);
    if (!begun_) begin(now, h);
    begun_ = false;
    const compensation::Loop<double> loop{middle,    command_,           interface_,
                                          measured_, {force_, 0.0, 0.0}, touching_};
    const State before = x_;
    const auto step = integrate::rk4(x_, h, [&](const State& x) {
      State rate;
      core_.derivative(x.data(), loop, rate.data());
      return rate;
    });
    x_ = step.end;
    core_.record({before.data(), step.middle.data(), x_.data()}, {now, middle, end},
                 {command_, command_, command_});
    time_ += h;
  }
  since_ += seconds;
}

}  // namespace hilspace::models
