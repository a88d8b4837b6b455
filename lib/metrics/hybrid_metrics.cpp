#include <array>

#include "metrics/definition.hpp"

namespace hilspace::metrics {
namespace {

template <double HybridFacts::*kMember>
Definition of_testbed(std::string_view name, std::string_view units, std::string_view long_name,
                      bool of_sixdof = true) {
  Metric metric{name, units, long_name, false, true, true, of_sixdof, false};
  metric.of_hybrid = true;
  const auto value = [](const Facts& f) { return f.hybrid.*kMember; };
  return {metric, nullptr, {value, of_sixdof ? Value::Function(value) : nullptr}};
}

Definition late_error() {
  Metric metric{"energy.observed_late_error",
                "J",
                "what that observer reads too much, against one with exact signals",
                false,
                true,
                true,
                false,
                false};
  metric.of_hybrid = true;
  return {metric,
          nullptr,
          {[](const Facts& f) { return f.hybrid.observed_late - (f.hil.found() - f.hil.kinetic_before); },
           nullptr}};
}

}  // namespace

std::span<const Definition> hybrid_definitions() {
  static const std::array list{
      of_testbed<&HybridFacts::observed_late>(
          "energy.observed_late", "J",
          "energy that the testbed adds, seen by an observer with the rate that the virtual part sees",
          false),
      late_error(),
      of_testbed<&HybridFacts::least_damping>(
          "virtual.damping_min", "N s m-1",
          "virtual damping above which the testbed is stable, at this virtual stiffness; in six degrees of "
          "freedom for a straight hit"),
      of_testbed<&HybridFacts::most_damping>("virtual.damping_max", "N s m-1",
                                             "virtual damping below which it is stable; undefined: no limit"),
      of_testbed<&HybridFacts::largest_stiffness>(
          "virtual.stiffness_max", "N m-1",
          "virtual stiffness beyond which no virtual damping is stable; undefined: none, or none was found"),
  };
  return list;
}

}  // namespace hilspace::metrics
