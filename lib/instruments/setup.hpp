#pragma once
// Setups of the stages of a chain, as plain numbers in SI: one struct per kind of stage, in the unit U of the
// signal (m after an actuator, N after a force sensor). Neutral values make a stage the identity. The law of
// each stage is in its own header.

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <variant>

namespace hilspace::instruments {

struct LowPassSetup {
  double natural_frequency = 0.0;  // w, rad/s; 0: none
  double damping = 0.7;            // zeta, > 0
  friend bool operator==(const LowPassSetup&, const LowPassSetup&) = default;
};

struct QuantizerSetup {
  double resolution = 0.0;  // R, U; 0: none
  double phase = 0.0;       // of a quantum, between -1/2 and 1/2: offset of the levels
  bool tared = false;       // whether 0 nevertheless reads 0
  friend bool operator==(const QuantizerSetup&, const QuantizerSetup&) = default;
};

struct TransportDelaySetup {
  double delay = 0.0;  // D, s; 0: none
  friend bool operator==(const TransportDelaySetup&, const TransportDelaySetup&) = default;
};

struct SampleHoldSetup {
  double rate = 0.0;   // f, Hz; 0: none
  double phase = 0.0;  // of a period, from 0 to 1: delay of its samples
  friend bool operator==(const SampleHoldSetup&, const SampleHoldSetup&) = default;
};

struct NoiseSetup {
  double std = 0.0;          // standard deviation, U; 0: none
  double bandwidth = 0.0;    // w/2pi of the low-pass that colours it, Hz; 0: white
  double damping = 0.7;      // zeta of that low-pass
  double sample_time = 0.0;  // s between its values; > 0 unless std is 0
  friend bool operator==(const NoiseSetup&, const NoiseSetup&) = default;
};

struct BiasSetup {
  double value = 0.0;  // U
  friend bool operator==(const BiasSetup&, const BiasSetup&) = default;
};

struct DeadBandSetup {
  double threshold = 0.0;  // U; 0: none
  friend bool operator==(const DeadBandSetup&, const DeadBandSetup&) = default;
};

struct SaturationSetup {
  double min = -std::numeric_limits<double>::infinity();  // U
  double max = std::numeric_limits<double>::infinity();   // U, > min
  friend bool operator==(const SaturationSetup&, const SaturationSetup&) = default;
};

/// A point of a calibration curve, in U: input and output.
struct CurvePoint {
  double input;
  double output;
  friend bool operator==(const CurvePoint&, const CurvePoint&) = default;
};
struct CalibrationSetup {
  std::span<const CurvePoint> curve;  // at least 2 points, inputs increasing; owned by the study
  friend bool operator==(const CalibrationSetup& a, const CalibrationSetup& b) {
    return a.curve.data() == b.curve.data() && a.curve.size() == b.curve.size();
  }
};

/// (b0 + b1 s + b2 s^2)/(a0 + a1 s + a2 s^2), s in rad/s; proper, and a0 is not 0.
struct Section {
  std::array<double, 3> numerator;    // b0, b1, b2
  std::array<double, 3> denominator;  // a0, a1, a2
  friend bool operator==(const Section&, const Section&) = default;
};
inline constexpr std::size_t kMostSections = 6;
struct TransferFunctionSetup {
  std::span<const Section> sections;  // 1 ... kMostSections of them, in cascade; owned by the study
  friend bool operator==(const TransferFunctionSetup& a, const TransferFunctionSetup& b) {
    return a.sections.data() == b.sections.data() && a.sections.size() == b.sections.size();
  }
};

using StageSetup =
    std::variant<LowPassSetup, QuantizerSetup, TransportDelaySetup, SampleHoldSetup, NoiseSetup, BiasSetup,
                 DeadBandSetup, SaturationSetup, CalibrationSetup, TransferFunctionSetup>;

/// Whether a stage smooths jumps: a low-pass, a transfer function.
inline bool smooths(const StageSetup& stage) {
  const auto* low_pass = std::get_if<LowPassSetup>(&stage);
  return (low_pass != nullptr && low_pass->natural_frequency > 0.0) ||
         std::holds_alternative<TransferFunctionSetup>(stage);
}

/// The kinds of stages, by the names they have in a study.
struct NamedStage {
  std::string_view name;
  std::string_view meaning;
};
/// In the order of StageSetup's alternatives.
inline constexpr std::array kStages{
    NamedStage{"low_pass", "second-order low-pass 1/(1 + 2 zeta s/w + s^2/w^2), on value and rate"},
    NamedStage{"quantizer", "rounds the value to a multiple of its resolution; the rate passes through"},
    NamedStage{"transport_delay", "shows value and rate as they were a fixed time ago"},
    NamedStage{"sample_hold", "takes value and rate at a fixed rate and holds them in between"},
    NamedStage{"noise", "adds Gaussian noise, white or coloured by a low-pass; the rate passes through"},
    NamedStage{"bias", "adds a constant; the rate passes through"},
    NamedStage{"dead_band", "shows 0 for what is at or below a threshold; the rate passes through"},
    NamedStage{"saturation", "keeps the value within limits; beyond them the rate is 0"},
    NamedStage{"calibration", "maps the value along a piecewise linear curve, the rate by its slope"},
    NamedStage{"transfer_function", "second-order sections in cascade, on value and rate"},
};
static_assert(kStages.size() == std::variant_size_v<StageSetup>);

/// The stages of one instrument, in the order of the signal. No stages: ideal.
struct ChainSetup {
  static constexpr std::size_t kMostStages = kStages.size();  // each kind at most once
  std::array<StageSetup, kMostStages> stages{};
  std::size_t count = 0;

  void add(const StageSetup& stage) { stages[count++] = stage; }
  std::span<const StageSetup> all() const { return {stages.data(), count}; }
  std::span<StageSetup> all() { return {stages.data(), count}; }
  /// The chain without the stage at that index.
  ChainSetup without(std::size_t place) const {
    ChainSetup rest;
    for (std::size_t i = 0; i < count; ++i)
      if (i != place) rest.add(stages[i]);
    return rest;
  }
  friend bool operator==(const ChainSetup&, const ChainSetup&) = default;
};

}  // namespace hilspace::instruments
