#pragma once
// Bring-up of an in-process rig, verb by verb in working order, through the functions behind the verbs. Its
// truth differs from its file (rig/backends/rig_truth.hpp).

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/random.hpp"
#include "rig/bring_up/check.hpp"
#include "rig/files/rig_file.hpp"

namespace hilspace::rig::test {

struct Complaint {
  std::string verb, what;  // empty: none; the findings of the verb
};

/// The first verb with a finding, and the finding; `only`: that verb alone. A scenario of study 13.
Complaint bring_up(const RigFile& rig, std::uint64_t scenario, std::uint64_t seed,
                   std::string_view only = "");

/// The rig file of study 15, to which the truths are applied.
RigFile rig_file();

/// Possible defects. `amount` 0 ... 1 is the size, starting just beyond the tolerance; `other` the direction.
struct Wrong {
  std::string_view name;
  void (*apply)(RigFile&, double amount, bool other);
};
const std::vector<Wrong>& wrongs();

/// A rig whose truth deviates within the tolerances.
RigFile healthy(const RandomStream& random);

}  // namespace hilspace::rig::test
