#pragma once
// What the trace file and the traces within a result have in common.

#include "models/trace.hpp"
#include "results/schema.hpp"

namespace hilspace::results {

/// Writes the groups of a trace below `parent`.
void write_trace_groups(Schema& schema, hid_t parent, const models::Trace& trace);

}  // namespace hilspace::results
