#pragma once
// From the dimensions of a ready-made mechanism to the features, pairs, latches and link that it stands for.

#include <span>
#include <string>
#include <vector>

#include "mechanism/kind.hpp"
#include "mechanism/parts.hpp"
#include "study/schema/parameter.hpp"

namespace hilspace::study {

/// Those of the scenario; none of a kind that is not ready-made.
std::span<const double> dimensions(mechanism::MechanismKind kind, const ParameterValues& values);

/// Of a kind that is ready-made.
mechanism::Parts ready_made(mechanism::MechanismKind kind, const ParameterValues& values);

/// Why its dimensions make no mechanism, where they have to fit each other. Empty: nothing.
std::vector<std::string> misfits(mechanism::MechanismKind kind, const ParameterValues& values);

}  // namespace hilspace::study
