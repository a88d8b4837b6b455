#pragma once
// The border between a program (openturns.cpp) and the module hilspace_openturns.so (openturns_module.cpp):
// one table of functions. Both sides come from one build; no exception crosses, because each side has classes
// of its own for them.

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "sampling/openturns.hpp"

namespace hilspace::sampling::openturns {

struct Failure {
  bool of_input;  // an InputError; else any other exception
  std::string text;
};

struct Module {
  std::string_view revision;  // of the source it was built from

  /// Calls it, within the module's own reach of exceptions. The functions below are called in no other way.
  std::optional<Failure> (*attempt)(const std::function<void()>& call);

  decltype(&openturns::sobol) sobol;
  decltype(&openturns::halton) halton;
  decltype(&openturns::latin_hypercube) latin_hypercube;
  decltype(&openturns::normal) normal;
  decltype(&openturns::triangular) triangular;
  decltype(&openturns::martinez_indices) martinez_indices;
};

inline constexpr const char* kModuleFile = "hilspace_openturns.so";

}  // namespace hilspace::sampling::openturns

/// The one symbol that the module shows.
extern "C" const hilspace::sampling::openturns::Module* hilspace_openturns_module();
