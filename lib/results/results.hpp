#pragma once
// The result file: netCDF-4-compatible HDF5, assembled from blocks of scenarios that parts keep safe.
//
// A part holds a contiguous range of scenarios, flat. The final file has one dimension per axis. Every file
// is written under a temporary name, synced and renamed, so an existing file is complete.

#include "results/assembly/assembly.hpp"      // IWYU pragma: export
#include "results/assembly/cover.hpp"         // IWYU pragma: export
#include "results/assembly/merge.hpp"         // IWYU pragma: export
#include "results/format/identity.hpp"        // IWYU pragma: export
#include "results/parts/block.hpp"            // IWYU pragma: export
#include "results/parts/part.hpp"             // IWYU pragma: export
#include "results/reading/result_file.hpp"    // IWYU pragma: export
#include "results/reading/result_reader.hpp"  // IWYU pragma: export
#include "results/records/trace_file.hpp"     // IWYU pragma: export
