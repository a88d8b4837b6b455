#pragma once
// What a study says of captures: in how many scenarios space and testbed come to the same verdict, and how
// likely a wrong one is.

#include <array>
#include <cstdint>
#include <string>

#include "core/outcome.hpp"

namespace hilspace::app {

using AgreementCounts = std::array<std::uint64_t, kAgreements.size()>;

/// One line, or none where no verdict is known. Only shares of a sample have intervals: points of a grid, or of a design
/// that is none (sampling/design.hpp), are no draws.
std::string agreement_text(const AgreementCounts& counts, bool of_sample);

}  // namespace hilspace::app
