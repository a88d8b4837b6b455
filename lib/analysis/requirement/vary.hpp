#pragma once
// Vary: a parameter and its range, independent of the study's axes: "actuator.total_delay=0.1ms..5ms".

#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "study/notation/quantity.hpp"
#include "study/study.hpp"

namespace hilspace::analysis {

/// In SI. The caller determines which end is the good one.
struct Varied {
  study::Id id;
  double from;
  double to;
  std::string unit{};    // as written by the user; empty for a pure number
  study::Scale scale{};  // of that unit

  std::string_view path() const { return study::parameter(id).path; }
};

/// Parses PATH=FROM..TO; a unit after TO alone applies to both. Throws InputError.
Varied parse_varied(std::string_view text, const study::Study& study);

/// The study without the axes of these parameters, each set to its `from`, so that Study::base can set it to
/// any other value in its range. Throws InputError where one of them varies together with others, and where a
/// corner of the ranges is not a valid study, or changes other keys as well.
study::Study freed(study::Study study, std::span<const Varied> varied,
                   std::span<const study::KnownMetric> known_metrics);

}  // namespace hilspace::analysis
