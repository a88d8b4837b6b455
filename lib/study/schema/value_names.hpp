#pragma once
// The names that parameters of names can have, by their kind: indices into these lists are their values.

#include <span>
#include <string_view>
#include <vector>

#include "study/schema/parameter_row.hpp"
#include "study/schema/study_data.hpp"

namespace hilspace::study {

/// What such a name is called in messages: "law".
std::string_view noun_of(ValueKind kind);

/// In the order of the values. `materials` are those of the study.
std::vector<std::string_view> names_of(ValueKind kind, std::span<const StudyMaterial> materials);

}  // namespace hilspace::study
