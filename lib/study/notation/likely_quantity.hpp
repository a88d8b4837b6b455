#pragma once
// The most likely meaning of a quantity that cannot be read: a decimal comma, a non-breaking space,
// "KG", "khz", "mps". For messages only: nothing is accepted on the strength of it.

#include <optional>
#include <string>
#include <string_view>

namespace hilspace::study {

struct LikelyQuantity {
  std::string text;    // readable where `si_unit` is due: "30 kg"
  std::string mishap;  // what stands in the way, if it is not the unit's spelling: "a decimal comma"
};

/// Nothing when no small repair makes a quantity of that dimension of it.
std::optional<LikelyQuantity> likely_quantity(std::string_view text, std::string_view si_unit);

}  // namespace hilspace::study
