#pragma once
// Interface between a program (openturns.cpp) and the module hilspace_openturns.so (openturns_module.cpp):
// one table of functions. Both sides come from the same build; no exception crosses it, because each side has
// its own exception classes.

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "sampling/openturns.hpp"

namespace hilspace::sampling::openturns {

struct Failure {
  bool of_input;  // an InputError; otherwise any other exception
  std::string text;
};

struct Module {
  std::string_view revision;  // source revision of its build

  /// Runs a call and catches its exceptions within the module. All functions below must be called through it.
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

/// The module's only exported symbol.
extern "C" const hilspace::sampling::openturns::Module* hilspace_openturns_module();
