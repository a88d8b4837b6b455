#pragma once
// The result file: netCDF-4-compatible HDF5, put together from blocks of scenarios, which parts keep safe.
//
// A part holds a contiguous range of scenarios, flat. The final file holds one dimension per axis. Every
// file is written under a temporary name, synced and renamed, so a file that exists is whole.

#include "results/assembly.hpp"       // IWYU pragma: export
#include "results/block.hpp"          // IWYU pragma: export
#include "results/cover.hpp"          // IWYU pragma: export
#include "results/identity.hpp"       // IWYU pragma: export
#include "results/merge.hpp"          // IWYU pragma: export
#include "results/part.hpp"           // IWYU pragma: export
#include "results/result_file.hpp"    // IWYU pragma: export
#include "results/result_reader.hpp"  // IWYU pragma: export
#include "results/trace_file.hpp"     // IWYU pragma: export
