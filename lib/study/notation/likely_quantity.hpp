#pragma once
// The most likely meaning of an unreadable quantity: a decimal comma, a non-breaking space, "KG", "khz",
// "mps". For messages only; it is never accepted as input.

#include <optional>
#include <string>
#include <string_view>

namespace hilspace::study {

struct LikelyQuantity {
  std::string text;          // readable as a quantity in `si_unit`: "30 kg"
  std::string mishap;        // the defect, if it is not the unit's spelling: "a decimal comma"
  std::string or_else = {};  // another reading that is as likely: "1,000 kg" is 1 or a thousand
};

/// Nothing if no small repair gives a quantity of that dimension.
std::optional<LikelyQuantity> likely_quantity(std::string_view text, std::string_view si_unit);

}  // namespace hilspace::study
