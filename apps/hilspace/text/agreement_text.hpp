#pragma once
// What a study says of captures: in how many scenarios space and testbed come to the same verdict, and how
// likely a wrong one is.

#include <array>
#include <cstdint>
#include <string>

#include "core/outcome.hpp"
#include "study/study.hpp"

namespace hilspace::app {

using AgreementCounts = std::array<std::uint64_t, kAgreements.size()>;

/// As how many draws each of its scenarios counts; 0: they are no sample.
double draws_per_point(const study::Study& study);

/// One line, or none where no verdict is known. Only shares of a sample have intervals, in which a point counts as so many
/// draws (sampling/design.hpp): points of a grid, or of a design that is no sample, are none.
std::string agreement_text(const AgreementCounts& counts, double draws_per_point);

}  // namespace hilspace::app
