#pragma once
// A scenario of the rig held against what the rig can bear: metrics/qualification.hpp with a study's numbers.

#include <cstdint>
#include <string_view>

#include "metrics/qualification.hpp"
#include "study/study.hpp"

namespace hilspace::sweep {

/// A scenario as it was judged. Where it did not end well, there is nothing to judge.
struct Judged {
  Outcome outcome = Outcome::not_run;
  metrics::Demand demand;
  metrics::Qualification verdict{};

  bool qualifies() const { return outcome == Outcome::ok && verdict.qualifies(); }
  /// The limit that binds, or how the simulation ended.
  std::string_view reason() const {
    return outcome == Outcome::ok ? metrics::kLimits[static_cast<std::size_t>(verdict.binds)]
                                  : kOutcomes[static_cast<std::size_t>(outcome)].name;
  }
};

/// By the row that the scenario's simulation left.
Judged judged(const study::Study& study, std::uint64_t index, const metrics::Row& row);

}  // namespace hilspace::sweep
