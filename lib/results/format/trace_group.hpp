#pragma once
// What the trace file and the traces within a result have in common.

#include <string_view>

#include "models/trace.hpp"
#include "results/format/schema.hpp"
#include "study/study.hpp"

namespace hilspace::results {

/// The group of a model's impacts, within that of the model.
inline constexpr std::string_view kImpacts = "impacts";

/// Name of the scalar that says how many samples are whole, in a file that is recorded while it happens.
inline constexpr std::string_view kRecorded = "recorded";

/// Writes the groups of a trace below `parent`, without the model that the study does not report.
void write_trace_groups(Schema& schema, hid_t parent, const study::Study& study, const models::Trace& trace);

}  // namespace hilspace::results
