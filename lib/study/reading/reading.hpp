#pragma once
// Reading: state shared by the readers of a study, with the study and the findings so far.

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "study/notation/document.hpp"
#include "study/notation/findings.hpp"
#include "study/schema/study_data.hpp"

namespace hilspace::study {

/// Location of each parameter that was written.
class Places {
 public:
  std::optional<Location>& operator[](Id id) { return places_[static_cast<std::size_t>(id)]; }
  const std::optional<Location>& operator[](Id id) const { return places_[static_cast<std::size_t>(id)]; }

 private:
  std::array<std::optional<Location>, kParameterCount> places_;
};

struct Reading {
  Reading(const std::string& file, std::span<const KnownMetric> metrics)
      : findings(file), known_metrics(metrics) {}

  Study study;
  Findings findings;
  std::span<const KnownMetric> known_metrics;
  Places given;   // in the tables; set even if the value is wrong, which is a separate finding
  Places varied;  // on an axis
  std::map<std::string, Location, std::less<>> given_settings;  // by Setting::path
  std::vector<Location> law_places;                             // of the formulas of study.laws
  std::vector<Location> hook_places;                            // of the speeds of a mechanism's hooks
  /// Location of a kind of stage in the chain of an instrument.
  std::array<std::array<std::optional<Location>, instruments::kStages.size()>, kInstruments.size()>
      stage_places;
  /// False if the chain of an instrument could not be read completely.
  std::array<bool, kInstruments.size()> chain_known{true, true};
  std::optional<std::uint64_t> scenarios;                 // empty while the axes are wrong
  std::vector<std::unique_ptr<std::string>> other_files;  // that the study names, for locations in them

  bool present(Id id) const { return given[id] || varied[id]; }
  /// Where it is written; for a value that an axis replaces, on the axis.
  Location place_of(Id id) const { return varied[id] ? *varied[id] : given[id] ? *given[id] : Location{}; }

  /// "KEY = VALUE: what is wrong"
  void complain(std::string_view key, const Value& value, std::string_view what);
};

}  // namespace hilspace::study
