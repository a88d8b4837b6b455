#pragma once
// Qualification of a rig scenario against the rig's limits: metrics/qualification.hpp with a study's numbers.

#include <cstdint>
#include <string_view>

#include "metrics/qualification.hpp"
#include "study/study.hpp"

namespace hilspace::sweep {

/// Assessment of a scenario. Without a good outcome there is nothing to assess.
struct Judged {
  Outcome outcome = Outcome::not_run;
  metrics::Demand demand;
  metrics::Qualification verdict{};

  bool qualifies() const { return outcome == Outcome::ok && verdict.qualifies(); }
  /// The binding limit, or the outcome of the simulation.
  std::string_view reason() const {
    return outcome == Outcome::ok ? metrics::kLimits[static_cast<std::size_t>(verdict.binds)]
                                  : kOutcomes[static_cast<std::size_t>(outcome)].name;
  }
};

/// From the row of the simulated scenario.
Judged judged(const study::Study& study, std::uint64_t index, const metrics::Row& row);

}  // namespace hilspace::sweep
