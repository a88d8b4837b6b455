#pragma once
// The instruction sets that lanes.cpp is compiled for.

#include <span>
#include <string_view>

#include "simulate/lanes.hpp"

namespace hilspace::simulate {

struct InstructionSet {
  std::string_view name;
  bool here;  // whether this machine supports it
  const LaneKernels& kernels;
};

/// Those of this build, best first; the last, "baseline", runs on every machine.
std::span<const InstructionSet> all_instruction_sets();

}  // namespace hilspace::simulate
