#pragma once
// The latches and the link of a mechanism of features: [[mechanism.latch]], [mechanism.link].

#include "study/reading/reading.hpp"

namespace hilspace::study {

void read_link(const Entry* entry, Reading& reading);
/// After the features, one of which each latch catches.
void read_latches(const Entry* entry, Reading& reading);
/// That what stands on a link has one, given or wrong, and that a link carries something.
void check_link(const Entry& features, bool is_given, Reading& reading);

}  // namespace hilspace::study
