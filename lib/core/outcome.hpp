#pragma once
// Outcome of a scenario, stored as data: a run that diverged is a finding, not a crash.

#include <array>
#include <cstdint>
#include <string_view>

namespace hilspace {

enum class Outcome : std::int8_t {
  ok = 0,
  no_contact = 1,
  time_limit = 2,
  penetration_limit = 3,
  diverged = 4,
  start_overlap = 5,
  not_run = 6,
  unresolved = 7,
  work_limit = 8,
  stalled = 9,
  broken_contact = 10,
};

struct NamedOutcome {
  std::string_view name;
  std::string_view meaning;
};
/// In the order of Outcome.
inline constexpr std::array kOutcomes{
    NamedOutcome{"ok", "both models ran to their end"},
    NamedOutcome{"no_contact", "the bodies never touched"},
    NamedOutcome{"time_limit", "numerics.time_limit was reached first"},
    NamedOutcome{"penetration_limit", "numerics.penetration_limit was exceeded"},
    NamedOutcome{"diverged", "a value became infinite, not a number, or larger than any contact can make it"},
    NamedOutcome{"start_overlap", "the bodies overlap at the start"},
    NamedOutcome{"not_run", "not simulated (yet)"},
    NamedOutcome{"unresolved",
                 "the steps are too long for the contact: it was missed, or the docking model gained energy"},
    NamedOutcome{"work_limit", "the run needs more steps than a single scenario may take"},
    NamedOutcome{"stalled",
                 "steps of the least length made no progress: a contact jumps from place to place"},
    NamedOutcome{"broken_contact",
                 "a contact began or ended under load: entered from behind or past an end of its feature"},
};

/// End of one model's run.
enum class RunEnd : std::int8_t {
  separated = 0,
  docked = 1,
  left_mouth = 2,
  stopped = 3,
  captured = 4,
  not_captured = 5
};
inline constexpr std::array<std::string_view, 6> kEnds{"separated", "docked",   "left_mouth",
                                                       "stopped",   "captured", "not_captured"};

/// Whether space and testbed come to the same verdict of a capture.
enum class Agreement : std::int8_t { both = 0, space_only = 1, testbed_only = 2, neither = 3, unknown = 4 };

struct NamedAgreement {
  std::string_view name;
  std::string_view meaning;
};
/// In the order of Agreement.
inline constexpr std::array kAgreements{
    NamedAgreement{"both", "space and testbed capture"},
    NamedAgreement{"space_only", "space captures, the testbed does not: it rejects what is good"},
    NamedAgreement{"testbed_only", "the testbed captures, space does not: it passes what is bad"},
    NamedAgreement{"neither", "neither captures"},
    NamedAgreement{"unknown", "one of them did not end well, or was not run"},
};

}  // namespace hilspace
