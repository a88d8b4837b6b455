#pragma once
// Combinations: the values of selected parameters that occur together in scenarios, for checks that hold for
// every scenario without visiting all of them.

#include <functional>
#include <span>

#include "study/schema/study_data.hpp"

namespace hilspace::study {

/// Calls visit(parameters of a scenario) until it returns false. A number that is alone on its axis takes its
/// minimum and maximum only: sufficient to find a violation of a rule that is monotonic in each number. Other
/// parameters have only their base values. Values that could not be read are NaN.
void for_each_combination(const Study& study, std::span<const Id> ids,
                          const std::function<bool(const ParameterValues&)>& visit);

}  // namespace hilspace::study
