#pragma once
// What the probe meets: a ready-made mechanism by its name, or one of one's own in the table [mechanism].

#include <string_view>

#include "study/reading/reading.hpp"

namespace hilspace::study {

/// mechanism = "drogue", or the table: kind, and of features start_at, docked_at, [[mechanism.feature]] and
/// [[mechanism.pair]]
void read_mechanism(std::string_view path, const Value& value, Reading& reading);

/// Throws if there is no mechanism of that name: no dimension of another would be right.
void check_mechanism_name(const Table& root, Reading& reading);

}  // namespace hilspace::study
