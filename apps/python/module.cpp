// hilspace._core: the part of the Python package that computes. apps/python/hilspace/__init__.py is what users call.

#include <fmt/format.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <atomic>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/count_text.hpp"
#include "core/error.hpp"
#include "core/version.hpp"
#include "dataset.hpp"
#include "interruptible.hpp"
#include "results/format/column.hpp"
#include "results/reading/result_file.hpp"
#include "simulate/four_mass.hpp"
#include "simulate/rig.hpp"
#include "simulate/simulate.hpp"
#include "simulate/sixdof.hpp"
#include "study/nearest_scenario.hpp"
#include "study/notation/quantity.hpp"
#include "study/study.hpp"
#include "sweep/checks/plausibility.hpp"
#include "sweep/checks/trace_sizes.hpp"
#include "sweep/execution/scenario.hpp"
#include "sweep/in_memory.hpp"

namespace py = pybind11;

namespace hilspace::python {
namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

std::vector<study::Override> overrides(const Pairs& pairs) {
  std::vector<study::Override> all;
  for (const auto& [path, value] : pairs) all.push_back({path, value});
  return all;
}

study::Study study_of(const std::string& source, bool is_text, const Pairs& sets) {
  return is_text ? study::parse(source, "study", overrides(sets), results::known_metrics())
                 : study::load(source, overrides(sets), results::known_metrics());
}

py::dict run(const std::string& source, bool is_text, const Pairs& sets, int threads,
             const py::object& progress) {
  if (threads < 0) throw InputError(fmt::format("threads={}: must be 0 (all available) or more", threads));
  const study::Study study = study_of(source, is_text, sets);
  std::optional<sweep::InMemory> done;
  run_interruptibly(
      [&](const Tell& tell, const std::atomic<bool>& stop) {
        done = sweep::run_in_memory(study, threads, tell, stop);
      },
      progress);
  return dataset(study, std::make_shared<const sweep::InMemory>(*std::move(done)));
}

std::uint64_t chosen(const study::Study& study, std::int64_t index, const Pairs& at, py::list& notes) {
  if (!at.empty()) {
    const auto found = study::nearest_scenario(study, overrides(at));
    for (const auto& note : found.notes) notes.append(note);
    return found.index;
  }
  const std::uint64_t count = study::scenario_count(study);
  if (index < 0 || static_cast<std::uint64_t>(index) >= count)
    throw InputError(
        fmt::format("index={}: the study has {}, counted from 0", index, counted(count, "scenario")));
  return static_cast<std::uint64_t>(index);
}

py::tuple simulate(const std::string& source, bool is_text, const Pairs& sets, std::int64_t index,
                   const Pairs& at) {
  const study::Study study = study_of(source, is_text, sets);
  py::list notes;
  const std::uint64_t scenario = chosen(study, index, at, notes);
  sweep::check_trace(study, scenario);
  simulate::Traced traced;
  run_interruptibly(
      [&](const Tell&, const std::atomic<bool>& stop) {
        traced = std::visit(
            [&](const auto& setup) {
              return simulate::simulate_traced(setup, study.output.sample_interval, stop);
            },
            sweep::scenario(study, scenario));
      },
      py::none());
  return py::make_tuple(dataset(study, scenario, traced.row), histories(study, traced.trace), notes);
}

py::dict check(const std::string& source, bool is_text, const Pairs& sets) {
  const study::Study study = study_of(source, is_text, sets);
  py::dict its;
  its["title"] = study.title;
  its["scenarios"] = study::scenario_count(study);
  its["study"] = study.resolved;
  its["warnings"] = sweep::warnings(study, sweep::plausibility(study));
  return its;
}

double in_si(const std::string& text, const std::string& units) {
  std::string complaint;
  const auto quantity = study::parse_quantity(text, units, complaint);
  if (!quantity) throw InputError(fmt::format("'{}': {}", text, complaint));
  return quantity->si();
}

/// Raises `type` with the findings as an attribute.
void raise(const py::object& type, const char* what, const std::vector<std::string>& findings) {
  const py::object error = type(what);
  error.attr("findings") = findings;
  PyErr_SetObject(type.ptr(), error.ptr());
}

}  // namespace
}  // namespace hilspace::python

PYBIND11_MODULE(_core, module) {
  using namespace hilspace;
  module.doc() = "The part of hilspace that computes.";
  module.attr("__version__") = std::string(version());
  module.attr("revision") = std::string(revision());

  static const py::object study_error = py::exception<InputError>(module, "StudyError", PyExc_ValueError);
  static const py::object run_error = py::exception<RunError>(module, "RunError", PyExc_RuntimeError);
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(std::move(thrown));
    } catch (const InputError& error) {
      python::raise(study_error, error.what(), error.findings());
    } catch (const RunError& error) {
      python::raise(run_error, error.what(), {error.what()});
    }
  });

  module.def("run", &python::run, py::arg("source"), py::arg("is_text"), py::arg("sets"), py::arg("threads"),
             py::arg("progress"));
  module.def("simulate", &python::simulate, py::arg("source"), py::arg("is_text"), py::arg("sets"),
             py::arg("index"), py::arg("at"));
  module.def("in_si", &python::in_si, py::arg("text"), py::arg("units"));
  module.def("check", &python::check, py::arg("source"), py::arg("is_text"), py::arg("sets"));
  module.def(
      "check_file", [](const std::string& file) { results::check_for_others(file); }, py::arg("file"));
  module.def(
      "axes", [](const std::string& source) { return python::axes(python::study_of(source, true, {})); },
      py::arg("source"));
}
