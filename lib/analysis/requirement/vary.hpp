#pragma once
// A parameter that is to go through a range whatever the study's axes do: "actuator.total_delay=0.1ms..5ms".

#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "study/notation/quantity.hpp"
#include "study/study.hpp"

namespace hilspace::analysis {

/// In SI. Which end is the good one is found out by who varies it.
struct Varied {
  study::Id id;
  double from;
  double to;
  std::string unit{};    // as it was written; empty for a pure number
  study::Scale scale{};  // of that unit

  std::string_view path() const { return study::parameter(id).path; }
};

/// Reads PATH=FROM..TO, where a unit behind TO alone counts for both. Throws InputError.
Varied parse_varied(std::string_view text, const study::Study& study);

/// The study without the axes that these parameters had, each at its `from`, ready to be set to any other
/// value in its range by Study::base. Throws InputError where one of them moves together with others, and
/// where a corner of the ranges makes no valid study, or one in which other things change as well.
study::Study freed(study::Study study, std::span<const Varied> varied,
                   std::span<const study::KnownMetric> known_metrics);

}  // namespace hilspace::analysis
