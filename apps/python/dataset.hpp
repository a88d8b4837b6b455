#pragma once
// What xarray.Dataset is made of, as dictionaries of Python:
//
//   {"dims": {name: size}, "coords": {name: (dims, values, attrs)}, "data_vars": {the same}, "attrs": {name: value}}
//
// Names, dimensions, attributes and numbers are those of the result file of the same run (docs/result-format.md).

#include <pybind11/pybind11.h>

#include <cstdint>
#include <memory>

#include "metrics/catalogue.hpp"
#include "models/trace.hpp"
#include "study/study.hpp"
#include "sweep/in_memory.hpp"

namespace hilspace::python {

/// The axes of a study and the values along them, as a result of the study has them: {"dims": names, "coords": ...}.
pybind11::dict axes(const study::Study& study);

/// A whole run. The arrays of its columns share the memory of the block.
pybind11::dict dataset(const study::Study& study, const std::shared_ptr<const sweep::InMemory>& run);

/// One scenario: its parameters and metrics as scalars.
pybind11::dict dataset(const study::Study& study, std::uint64_t index, const metrics::Row& row);

/// The time histories of each model that the study reports: {"docking": dataset, "hil": dataset}.
pybind11::dict histories(const study::Study& study, const models::Trace& trace);

}  // namespace hilspace::python
