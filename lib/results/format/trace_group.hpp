#pragma once
// Groups of time histories, shared by the trace file and the traces within a result.

#include <string_view>

#include "models/trace.hpp"
#include "results/format/schema.hpp"
#include "study/study.hpp"

namespace hilspace::results {

/// The group of a model's impacts, within that of the model.
inline constexpr std::string_view kImpacts = "impacts";

/// Name of the scalar that counts the complete samples in a file that is recorded live.
inline constexpr std::string_view kRecorded = "recorded";

/// Writes the groups of a trace below `parent`, without a model that the study does not report.
void write_trace_groups(Schema& schema, hid_t parent, const study::Study& study, const models::Trace& trace);

}  // namespace hilspace::results
