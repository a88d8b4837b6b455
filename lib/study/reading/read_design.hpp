#pragma once
// Parts of a sampled design in a study file: its keys, what varies, and given points.

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "study/reading/reading.hpp"

namespace hilspace::study {

struct DesignKey {
  std::string_view path;
  std::string_view example;  // as written in a study
  std::string_view description;
};

/// The keys of [design] and of each [[parameter]].
std::span<const DesignKey> design_keys();
std::span<const DesignKey> varied_keys();

/// One parameter of a design, as far as it could be read; findings describe the rest.
struct ReadVaried {
  Varied varied;
  Location place;                // of its name
  std::vector<double> points{};  // of a list
};

/// One [[parameter]]; nothing if it does not name its parameter. For a list: with its points.
std::optional<ReadVaried> read_varied(const Value& value, bool is_list, Reading& reading);

/// The parameter of that path, which may vary; nothing, with a finding, for an unknown or repeated one.
std::optional<Id> claim_parameter(std::string_view path, const Location& place, Reading& reading);

/// The points of a list in a file: CSV, whose header holds the paths of parameters. All columns are equally
/// long. Empty, with findings, on errors.
std::vector<ReadVaried> read_list(const Value& file, Reading& reading);

}  // namespace hilspace::study
