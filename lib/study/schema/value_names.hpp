#pragma once
// The names that parameters of names can have, by their kind: indices into these lists are their values.

#include <string_view>
#include <vector>

#include "study/schema/parameter_row.hpp"
#include "study/schema/study_data.hpp"

namespace hilspace::study {

/// What such a name is called in messages: "law".
std::string_view noun_of(ValueKind kind);

/// The word that stands for that value of a quantity (parameter_row.hpp); empty: none.
std::string_view word_of(const Parameter& parameter, double value);

/// In the order of the values, with the study's own laws and materials.
std::vector<std::string_view> names_of(ValueKind kind, const Study& study);

}  // namespace hilspace::study
