// The only source, beside lanes.cpp, that depends on which instruction sets are built: all others compile to the same
// object in every build, which a compiler cache knows.
#include "simulate/instruction_sets.hpp"

#include <array>

namespace hilspace::simulate {

std::span<const InstructionSet> all_instruction_sets() {
  static const std::array sets{
#ifdef HILSPACE_AVX512
      InstructionSet{"avx512",
                     __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                         __builtin_cpu_supports("avx512vl"),
                     lanes_avx512},
#endif
#ifdef HILSPACE_AVX2
      InstructionSet{"avx2", static_cast<bool>(__builtin_cpu_supports("avx2")), lanes_avx2},
#endif
      InstructionSet{"baseline", true, lanes_baseline},
  };
  return sets;
}

}  // namespace hilspace::simulate
