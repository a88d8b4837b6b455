#pragma once
// Bring-up of a rig within the program, verb by verb in the order of work, by what stands behind the verbs.
// Its truth differs from its file (rig/backends/rig_truth.hpp).

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/random.hpp"
#include "rig/campaign/check.hpp"
#include "rig/campaign/rig_file.hpp"

namespace hilspace::rig::test {

struct Complaint {
  std::string verb, what;  // empty: none; all that the verb found
};

/// The first verb that finds something, and what; `only`: that verb by itself. A scenario of study 13.
Complaint bring_up(const RigFile& rig, std::uint64_t scenario, std::uint64_t seed,
                   std::string_view only = "");

/// The rig file of study 15, which the truths are applied to.
RigFile rig_file();

/// What may be wrong. `amount` 0 ... 1 is how much, from what is just too much; `other` its direction.
struct Wrong {
  std::string_view name;
  void (*apply)(RigFile&, double amount, bool other);
};
const std::vector<Wrong>& wrongs();

/// A rig whose truth is off within what is tolerated.
RigFile healthy(const RandomStream& random);

}  // namespace hilspace::rig::test
