#pragma once
// The combinations of values in which the scenarios of a study have some of its parameters, for checks that
// hold for every scenario without going through all of them.

#include <functional>
#include <span>

#include "study/schema/study_data.hpp"

namespace hilspace::study {

/// Calls visit(parameters of a scenario) until it returns false. A number that is alone on its axis takes
/// its least and its greatest value only: enough to find the scenario that breaks a rule, if there is one,
/// where the rule is about something that rises or falls with each number. Of the other parameters only the
/// base is right. Values that could not be read are NaN.
void for_each_combination(const Study& study, std::span<const Id> ids,
                          const std::function<bool(const ParameterValues&)>& visit);

}  // namespace hilspace::study
