#pragma once
// Keys of the stages of an instrument with six components that no axis can vary:
//
//   robot.calibration, robot.angular_calibration, robot.x.calibration ... robot.rz.calibration
//   robot.transfer_function, robot.x.transfer_function ... robot.rz.transfer_function
//
// and the same of wrench_sensor, in the order of SpatialStages.

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "study/schema/instrument.hpp"
#include "study/schema/spatial_instrument.hpp"

namespace hilspace::study {

/// Which of the instrument's curves or sections a key is of.
struct SpatialStageKey {
  SpatialInstrument instrument = SpatialInstrument::robot;
  StageKind kind = kCalibration;
  std::size_t place = 0;           // in SpatialStages
  std::array<char, 48> letters{};  // of the path
  std::size_t size = 0;

  constexpr std::string_view path() const { return {letters.data(), size}; }
  constexpr std::string_view unit() const {  // of a curve
    const bool is_angular = place == 1 || (place >= 2 && half_of(place - 2) == Half::angular);
    return kSpatialInstruments[static_cast<std::size_t>(instrument)].units[is_angular ? 1 : 0];
  }
  constexpr void write(std::string_view text) {
    for (const char letter : text) letters[size++] = letter;
  }
};

namespace rows {

constexpr SpatialStageKey spatial_stage_key(std::size_t instrument, StageKind kind, std::size_t place) {
  SpatialStageKey key;
  key.instrument = static_cast<SpatialInstrument>(instrument);
  key.kind = kind;
  key.place = place;
  const auto& its = kSpatialInstruments[instrument];
  const std::size_t whole = kind == kCalibration ? 2 : 1;
  key.write(its.name);
  key.write(".");
  if (place >= whole) {
    key.write(its.components[place - whole]);
    key.write(".");
  } else if (place == 1) {
    key.write(its.prefix);
  }
  key.write(instruments::kStages[kind].name);
  return key;
}

}  // namespace rows

inline constexpr auto kSpatialStageKeys = [] {
  constexpr std::size_t kEach = SpatialStages::kCurves + SpatialStages::kFilters;
  std::array<SpatialStageKey, kSpatialInstruments.size() * kEach> keys{};
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const std::size_t place = i % kEach;
    const bool is_curve = place < SpatialStages::kCurves;
    keys[i] = rows::spatial_stage_key(i / kEach, is_curve ? kCalibration : kTransferFunction,
                                      is_curve ? place : place - SpatialStages::kCurves);
  }
  return keys;
}();

/// The key with that path; null: there is none.
constexpr const SpatialStageKey* find_spatial_stage(std::string_view path) {
  const auto found = std::ranges::find(kSpatialStageKeys, path, &SpatialStageKey::path);
  return found == kSpatialStageKeys.end() ? nullptr : &*found;
}

}  // namespace hilspace::study
