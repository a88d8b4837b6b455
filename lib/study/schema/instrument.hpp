#pragma once
// The two instruments of a testbed. They have the same keys, in the unit U of their signal: parameters that
// an axis can vary (InstrumentKey, rows of kInstrumentRows) and settings that it cannot (InstrumentData,
// kSettings).

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

/// A kind of stage, as its index in instruments::kStages.
using StageKind = std::size_t;
consteval StageKind stage_kind(std::string_view name) {
  for (StageKind kind = 0; kind < instruments::kStages.size(); ++kind)
    if (instruments::kStages[kind].name == name) return kind;
  throw "no stage has this name";
}
inline constexpr StageKind kLowPass = stage_kind("low_pass"), kQuantizer = stage_kind("quantizer");
inline constexpr StageKind kTransportDelay = stage_kind("transport_delay"),
                           kSampleHold = stage_kind("sample_hold");
inline constexpr StageKind kCalibration = stage_kind("calibration"),
                           kTransferFunction = stage_kind("transfer_function");

struct InstrumentData {
  bool shorthand = true;          // no chain was given: the stages are those implied by the shorthand
  std::vector<StageKind> stages;  // in the order the signal passes them, each kind at most once
  std::vector<instruments::CurvePoint> calibration;     // U, for the stage of that name
  std::vector<instruments::Section> transfer_function;  // for the stage of that name
};

}  // namespace hilspace::study
