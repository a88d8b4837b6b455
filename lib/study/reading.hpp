#pragma once
// What the readers of a study share: the study as far as it is known, and what was found wrong with it.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "study/document.hpp"
#include "study/findings.hpp"
#include "study/study.hpp"

namespace hilspace::study {

/// For each parameter where it was written, if it was.
class Places {
 public:
  std::optional<Place>& operator[](Id id) { return places_[static_cast<std::size_t>(id)]; }
  const std::optional<Place>& operator[](Id id) const { return places_[static_cast<std::size_t>(id)]; }

 private:
  std::array<std::optional<Place>, kParameterCount> places_;
};

struct Reading {
  Reading(const std::string& file, std::span<const std::string_view> metrics)
      : findings(file), known_metrics(metrics) {}

  Study study;
  Findings findings;
  std::span<const std::string_view> known_metrics;
  Places given;   // in the tables; set even where the value is wrong, which is then its own finding
  Places varied;  // on an axis
  std::optional<std::uint64_t> scenarios;  // nothing while the axes are wrong

  /// "KEY = VALUE: what is wrong"
  void complain(std::string_view key, const Value& value, std::string_view what);
};

inline const Parameter& parameter(Id id) { return parameters()[static_cast<std::size_t>(id)]; }

}  // namespace hilspace::study
