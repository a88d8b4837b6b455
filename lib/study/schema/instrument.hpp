#pragma once
// The two instruments of a testbed. They have the same keys, in the unit U of their signal: what an axis can
// vary (InstrumentKey, rows of parameters()) and what it cannot (InstrumentData, kSettings).

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "instruments/setup.hpp"

namespace hilspace::study {

enum class Instrument : std::size_t { actuator, force_sensor };

struct NamedInstrument {
  std::string_view name;
  std::string_view unit;  // of its signal
};
/// In the order of Instrument.
inline constexpr std::array kInstruments{NamedInstrument{"actuator", "m"},
                                         NamedInstrument{"force_sensor", "N"}};

enum class InstrumentKey : std::size_t {
  // Without a chain: shorthand for a low-pass and a quantizer.
  total_delay,
  lag,
  bandwidth,
  natural_frequency,
  damping,
  resolution,
  // With a chain: of its stages.
  low_pass_total_delay,
  low_pass_lag,
  low_pass_bandwidth,
  low_pass_natural_frequency,
  low_pass_damping,
  quantizer_resolution,
  transport_delay_delay,
  sample_hold_rate,
  noise_std,
  noise_psd,
  noise_bandwidth,
  noise_damping,
  noise_sample_time,
  bias_value,
  dead_band_threshold,
  saturation_min,
  saturation_max,
  count,
};
/// How many keys the shorthand has; the first ones of a chain follow in the same order.
inline constexpr std::size_t kShorthandKeys = static_cast<std::size_t>(InstrumentKey::low_pass_total_delay);
inline constexpr std::size_t kInstrumentKeyCount = static_cast<std::size_t>(InstrumentKey::count);

/// A kind of stage, as its place in instruments::kStages.
using StageKind = std::size_t;
inline constexpr StageKind kLowPass = 0;
inline constexpr StageKind kQuantizer = 1;
static_assert(instruments::kStages[kLowPass].name == "low_pass");
static_assert(instruments::kStages[kQuantizer].name == "quantizer");

struct InstrumentData {
  bool shorthand = true;          // no chain was given: the stages are those the shorthand asks for
  std::vector<StageKind> stages;  // in the order the signal passes them, each kind at most once
  std::vector<instruments::CurvePoint> calibration;     // U, of the stage of that name
  std::vector<instruments::Section> transfer_function;  // of the stage of that name
};

}  // namespace hilspace::study
