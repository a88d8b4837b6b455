#pragma once
// The log of single contacts, a CSV table: a line for each contact that pushes, at every step of each model.

#include <cstddef>
#include <string_view>

#include "models/trace.hpp"
#include "results/disk/place.hpp"
#include "study/study.hpp"

namespace hilspace::app {

inline constexpr std::string_view kContactsHeading =
    "model,time (s),chaser,target,x (m),y (m),z (m),normal_x,normal_y,normal_z,depth (m),force (N),friction "
    "(N)";

/// Returns the number of its lines. Throws RunError.
std::size_t write_contacts(const results::Place& place, const study::Study& study,
                           const models::Trace& trace);

}  // namespace hilspace::app
