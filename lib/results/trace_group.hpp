#pragma once
// What the trace file and the traces within a result have in common.

#include "models/trace.hpp"
#include "results/schema.hpp"
#include "study/study.hpp"

namespace hilspace::results {

/// The group of a model's impacts, within that of the model.
inline constexpr std::string_view kImpacts = "impacts";

/// Writes the groups of a trace below `parent`, without the model that the study does not report.
void write_trace_groups(Schema& schema, hid_t parent, const study::Study& study, const models::Trace& trace);

}  // namespace hilspace::results
