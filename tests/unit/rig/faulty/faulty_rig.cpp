#include "unit/rig/faulty/faulty_rig.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hilspace::rig::test {
namespace {

std::int64_t nanoseconds_of(double seconds) { return static_cast<std::int64_t>(seconds * 1e9); }

InProcessSetup with_specimens(InProcessSetup setup, std::span<const Flaw> flaws) {
  for (const Flaw& flaw : flaws) {
    const Kind& kind = *flaw.kind;
    if (kind.behaviour == Behaviour::stiffness) setup.plant.contact.stiffness *= kind.size;
    if (kind.behaviour == Behaviour::gap)
      setup.plant.air_gap = std::max(setup.plant.air_gap + kind.size, -setup.plant.offset);
    if (kind.behaviour == Behaviour::missing) setup.plant.air_gap += 1e-3;
  }
  return setup;
}

constexpr double kRate = 75e3;  // Hz, of the loop
constexpr double kEver = 1e9;   // s
constexpr std::string_view kAmplifierReturns =
    "it returns to a command that is still on its way down, as a step up while the stack rings";
constexpr std::string_view kAmplifierFirst =
    "the stack follows the amplifier before any sensor shows it, and rings";

// Magnitudes: 1 V is 1 kN and 30 um.
constexpr std::array kKinds{
    Kind{"force: dead from the start", Part::force, Behaviour::dead, 0.0, true},
    Kind{"force: lost", Part::force, Behaviour::dead},
    Kind{"force: frozen", Part::force, Behaviour::frozen},
    Kind{"force: frozen, trembles by a bit", Part::force, Behaviour::dithered},
    Kind{"force: gain x 0.1", Part::force, Behaviour::gain, 0.1, true},
    Kind{"force: gain x 0.5", Part::force, Behaviour::gain, 0.5, true},
    Kind{"force: gain x 2", Part::force, Behaviour::gain, 2.0, true},
    Kind{"force: gain falls to x 0.3", Part::force, Behaviour::gain_creeps, 0.3},
    Kind{"force: offset +150 N", Part::force, Behaviour::offset, 0.15},
    Kind{"force: offset -150 N", Part::force, Behaviour::offset, -0.15},
    Kind{"force: offset -150 N from the start", Part::force, Behaviour::offset, -0.15, true},
    Kind{"force: offset -40 N", Part::force, Behaviour::offset, -0.04},
    Kind{"force: sign", Part::force, Behaviour::sign},
    Kind{"force: at the upper end", Part::force, Behaviour::high},
    Kind{"force: at the lower end", Part::force, Behaviour::low},
    Kind{"force: no number", Part::force, Behaviour::nan},
    Kind{"force: infinite", Part::force, Behaviour::infinite},
    Kind{"force: 1 ms late", Part::force, Behaviour::delayed, 1e-3},
    Kind{"force: 0.3 ms late", Part::force, Behaviour::delayed, 0.3e-3},
    Kind{"force: noise of 60 N", Part::force, Behaviour::noisy, 0.06},
    Kind{"force: drifts by +5 kN/s", Part::force, Behaviour::drift, 5.0},
    Kind{"force: drifts by -5 kN/s", Part::force, Behaviour::drift, -5.0},
    Kind{"force: drops out, 1 % of cycles", Part::force, Behaviour::intermittent, 0.01},
    Kind{"force: drops out, 30 % of cycles", Part::force, Behaviour::intermittent, 0.3},
    Kind{"force: spikes, 1 % of cycles", Part::force, Behaviour::spikes, 0.01},
    Kind{"force: in steps of 100 N", Part::force, Behaviour::coarse, 0.1},
    Kind{"force: limited to 200 N", Part::force, Behaviour::limited, 0.2, true},
    Kind{"force: low-pass of 1 ms", Part::force, Behaviour::slow, 1e-3},
    Kind{"position: dead from the start", Part::position, Behaviour::dead, 0.0, true},
    Kind{"position: lost", Part::position, Behaviour::dead},
    Kind{"position: frozen", Part::position, Behaviour::frozen},
    Kind{"position: frozen, trembles by a bit", Part::position, Behaviour::dithered},
    Kind{"position: gain x 0.1", Part::position, Behaviour::gain, 0.1, true},
    Kind{"position: gain x 0.5", Part::position, Behaviour::gain, 0.5, true},
    Kind{"position: gain x 0.9", Part::position, Behaviour::gain, 0.9, true},
    Kind{"position: gain x 2", Part::position, Behaviour::gain, 2.0, true},
    Kind{"position: gain falls to x 0.5", Part::position, Behaviour::gain_creeps, 0.5},
    Kind{"position: offset +40 um", Part::position, Behaviour::offset, 4.0 / 3.0},
    Kind{"position: offset -40 um", Part::position, Behaviour::offset, -4.0 / 3.0},
    Kind{"position: zero +40 um from the start", Part::position, Behaviour::offset, 4.0 / 3.0, true},
    Kind{"position: zero -40 um from the start", Part::position, Behaviour::offset, -4.0 / 3.0, true},
    Kind{"position: offset -8 um", Part::position, Behaviour::offset, -0.8 / 3.0},
    Kind{"position: sign", Part::position, Behaviour::sign},
    Kind{"position: at the upper end", Part::position, Behaviour::high},
    Kind{"position: at the lower end", Part::position, Behaviour::low},
    Kind{"position: no number", Part::position, Behaviour::nan},
    Kind{"position: infinite", Part::position, Behaviour::infinite},
    Kind{"position: 0.5 ms late", Part::position, Behaviour::delayed, 0.5e-3},
    Kind{"position: 0.1 ms late", Part::position, Behaviour::delayed, 0.1e-3},
    Kind{"position: noise of 15 um", Part::position, Behaviour::noisy, 0.5},
    Kind{"position: drifts by +5 mm/s", Part::position, Behaviour::drift, 500.0 / 3.0},
    Kind{"position: drifts by -5 mm/s", Part::position, Behaviour::drift, -500.0 / 3.0},
    Kind{"position: drops out, 1 % of cycles", Part::position, Behaviour::intermittent, 0.01},
    Kind{"position: spikes, 1 % of cycles", Part::position, Behaviour::spikes, 0.01},
    Kind{"position: in steps of 15 um", Part::position, Behaviour::coarse, 0.5},
    Kind{"position: limited to 60 um", Part::position, Behaviour::limited, 2.0, true},
    Kind{"position: low-pass of 0.5 ms", Part::position, Behaviour::slow, 0.5e-3},
    Kind{"amplifier: off from the start", Part::amplifier, Behaviour::dead, 0.0, true},
    Kind{"amplifier: off", Part::amplifier, Behaviour::dead},
    Kind{"amplifier: off and on, 20 ms", Part::amplifier, Behaviour::pauses, 20e-3},
    Kind{"amplifier: off and on, 0.3 ms", Part::amplifier, Behaviour::pauses, 0.3e-3, false, 6.0,
         kAmplifierReturns},
    Kind{"amplifier: gain x 0.5", Part::amplifier, Behaviour::gain, 0.5, true},
    Kind{"amplifier: gain x 1.5", Part::amplifier, Behaviour::gain, 1.5, true},
    Kind{"amplifier: gain x 3", Part::amplifier, Behaviour::gain, 3.0, true},
    Kind{"amplifier: gain rises to x 1.5", Part::amplifier, Behaviour::gain_creeps, 1.5},
    Kind{"amplifier: sign", Part::amplifier, Behaviour::sign, 0.0, true},
    Kind{"amplifier: stuck", Part::amplifier, Behaviour::frozen},
    Kind{"amplifier: offset +0.1 V", Part::amplifier, Behaviour::offset, 0.1, false, 1.5, kAmplifierFirst},
    Kind{"amplifier: offset -0.3 V", Part::amplifier, Behaviour::offset, -0.3, false, 1.5, kAmplifierFirst},
    Kind{"amplifier: drifts by +50 V/s", Part::amplifier, Behaviour::drift, 50.0},
    Kind{"amplifier: drifts by -50 V/s", Part::amplifier, Behaviour::drift, -50.0},
    Kind{"amplifier: limited to 2 V", Part::amplifier, Behaviour::limited, 2.0, true},
    Kind{"amplifier: low-pass of 1 ms", Part::amplifier, Behaviour::slow, 1e-3},
    Kind{"specimens: half as stiff", Part::specimen, Behaviour::stiffness, 0.5, true},
    Kind{"specimens: twice as stiff", Part::specimen, Behaviour::stiffness, 2.0, true},
    Kind{"specimens: eight times as stiff", Part::specimen, Behaviour::stiffness, 8.0, true},
    Kind{"specimens: gap 30 um too large", Part::specimen, Behaviour::gap, 30e-6, true},
    Kind{"specimens: gap 30 um too small", Part::specimen, Behaviour::gap, -30e-6, true},
    Kind{"specimens: missing", Part::specimen, Behaviour::missing, 0.0, true},
    Kind{"time: all cycles late by 10 us", Part::time, Behaviour::late, 10e-6},
    Kind{"time: a stall of 0.2 ms", Part::time, Behaviour::stall, 0.2e-3},
    Kind{"time: a stall of 60 us", Part::time, Behaviour::stall, 60e-6},
    Kind{"time: a stall of 2 ms", Part::time, Behaviour::stall, 2e-3},
    Kind{"time: 50 us late, 3 % of cycles", Part::time, Behaviour::hiccups, 0.03, false, 1.3,
         "it takes a millisecond in all to trip, in the contact, and the retreat its time"},
    Kind{"time: reading takes 20 us", Part::time, Behaviour::toils, 20e-6},
    Kind{"lines: nothing is read", Part::line, Behaviour::unread, kEver},
    Kind{"lines: nothing is read for 30 us", Part::line, Behaviour::unread, 30e-6},
    Kind{"lines: nothing is written", Part::line, Behaviour::unwritten, kEver},
    Kind{"lines: nothing is written for 30 us", Part::line, Behaviour::unwritten, 30e-6},
    Kind{"lines: stop is pressed", Part::line, Behaviour::stop},
    Kind{"lines: the relay opens", Part::line, Behaviour::relay},
    Kind{"lines: the guard fires", Part::line, Behaviour::guard},
    Kind{"lines: the guard dies", Part::line, Behaviour::guard_dies},
    Kind{"lines: the recorder fails", Part::line, Behaviour::unrecorded},
};

}  // namespace

std::span<const Kind> kinds() { return kKinds; }

FaultyRig::FaultyRig(const InProcessSetup& healthy, std::span<const Flaw> flaws, std::uint64_t seed)
    : rig_(with_specimens(healthy, flaws)),
      flaws_(flaws.begin(), flaws.end()),
      signals_(flaws.size()),
      random_(seed, 1, 0) {}

bool FaultyRig::active(const Flaw& flaw) noexcept {
  return flaw.kind->from_start || 1e-9 * static_cast<double>(now()) >= flaw.instant;
}

/// A signal with a fault, V.
double FaultyRig::spoilt(double volts, const Flaw& flaw, Signal& signal, VoltRange range) noexcept {
  signal.past[signal.count % kPast] = volts;
  const std::uint64_t at = signal.count++;
  if (!active(flaw)) {
    signal.first = signal.slow = volts;
    return volts;
  }
  const double size = flaw.kind->size;
  const double since = std::max(1e-9 * static_cast<double>(now()) - flaw.instant, 0.0);
  const double quantum = (range.max - range.min) / 65536.0;
  switch (flaw.kind->behaviour) {
    case Behaviour::dead:
      return 0.0;
    case Behaviour::frozen:
      return signal.first;
    case Behaviour::dithered:
      return signal.first + (draw() < 0.5 ? quantum : 0.0);
    case Behaviour::gain:
      return size * volts;
    case Behaviour::gain_creeps:
      return volts * std::lerp(1.0, size, std::min(since / 20e-3, 1.0));
    case Behaviour::offset:
      return volts + size;
    case Behaviour::sign:
      return -volts;
    case Behaviour::high:
      return range.max;
    case Behaviour::low:
      return range.min;
    case Behaviour::nan:
      return std::numeric_limits<double>::quiet_NaN();
    case Behaviour::infinite:
      return std::numeric_limits<double>::infinity();
    case Behaviour::delayed: {
      const auto back = std::min<std::uint64_t>(static_cast<std::uint64_t>(size * kRate), kPast - 1);
      return signal.past[(at > back ? at - back : 0) % kPast];
    }
    case Behaviour::noisy:
      return volts + size * random_.normal((std::uint64_t{1} << 32) + at);
    case Behaviour::drift:
      return volts + size * since;
    case Behaviour::intermittent:
      return draw() < size ? 0.0 : volts;
    case Behaviour::spikes:
      return draw() < size ? volts + (draw() < 0.5 ? 3.0 : -3.0) : volts;
    case Behaviour::coarse:
      return size * std::round(volts / size);
    case Behaviour::limited:
      return std::min(volts, size);
    case Behaviour::slow:
      return signal.slow += (volts - signal.slow) * (1.0 - std::exp(-1.0 / (size * kRate)));
    case Behaviour::pauses:
      return since < size ? 0.0 : volts;
    default:
      return volts;
  }
}

/// Advances cycle by cycle, so that no true extreme is missed.
void FaultyRig::pass(std::int64_t until) noexcept {
  const std::int64_t step = nanoseconds_of(1.0 / kRate);
  while (rig_.now() + step < until) rig_.wait_until(rig_.now() + step);
  rig_.wait_until(until);
}

void FaultyRig::wait_until(std::int64_t time) noexcept {
  std::int64_t until = std::max(time, rig_.now());
  for (const Flaw& flaw : flaws_) {
    const Kind& kind = *flaw.kind;
    if (kind.part != Part::time || !active(flaw)) continue;
    if (kind.behaviour == Behaviour::late) until += nanoseconds_of(kind.size);
    if (kind.behaviour == Behaviour::stall && !stalled_) {
      stalled_ = true;
      until += nanoseconds_of(kind.size);
    }
    if (kind.behaviour == Behaviour::hiccups && draw() < kind.size) until += nanoseconds_of(50e-6);
  }
  pass(until);
}

bool FaultyRig::read(Inputs& inputs) noexcept {
  for (const Flaw& flaw : flaws_)
    if (flaw.kind->behaviour == Behaviour::toils && active(flaw))
      pass(rig_.now() + nanoseconds_of(flaw.kind->size));
  const bool watched = std::ranges::none_of(flaws_, [this](const Flaw& flaw) {
    return flaw.kind->behaviour == Behaviour::guard_dies && active(flaw);
  });
  if (watched) page.pulse.fetch_add(1);
  bool good = rig_.read(inputs);
  const VoltRange range = rig_.input_range();
  const auto shown = [&](double volts) {  // a converter saturates at its ends
    return std::isfinite(volts) ? converted(volts, range.min, range.max, 16) : volts;
  };
  for (std::size_t i = 0; i < flaws_.size(); ++i) {
    const Flaw& flaw = flaws_[i];
    const Kind& kind = *flaw.kind;
    if (kind.part == Part::force) inputs.force = shown(spoilt(inputs.force, flaw, signals_[i], range));
    if (kind.part == Part::position)
      inputs.position = shown(spoilt(inputs.position, flaw, signals_[i], range));
    if (kind.part != Part::line || !active(flaw)) continue;
    const double since = 1e-9 * static_cast<double>(now()) - flaw.instant;
    if (kind.behaviour == Behaviour::unread && since < kind.size) good = false;
    if (kind.behaviour == Behaviour::stop) inputs.stop = true;
    if (kind.behaviour == Behaviour::relay) inputs.relay_closed = false;
    if (kind.behaviour == Behaviour::guard && !page.fired) {
      page.volts = rig_.command();
      page.fired = true;
    }
    if (kind.behaviour == Behaviour::unrecorded) unrecorded = true;
  }
  return good;
}

bool FaultyRig::write(const Outputs& outputs) noexcept {
  steepest_ = std::max(steepest_, std::abs(outputs.command - given_));
  given_ = outputs.command;
  Outputs spoilt_outputs = outputs;
  for (std::size_t i = 0; i < flaws_.size(); ++i) {
    const Flaw& flaw = flaws_[i];
    const Kind& kind = *flaw.kind;
    if (kind.part == Part::amplifier)
      spoilt_outputs.command = spoilt(spoilt_outputs.command, flaw, signals_[i], rig_.output_range());
    if (kind.part != Part::line || !active(flaw)) continue;
    const double since = 1e-9 * static_cast<double>(now()) - flaw.instant;
    if (kind.behaviour == Behaviour::unwritten && since < kind.size) return false;
    if (kind.behaviour == Behaviour::relay) spoilt_outputs.command = 0.0;
  }
  return rig_.write(spoilt_outputs);
}

}  // namespace hilspace::rig::test
