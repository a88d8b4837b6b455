#pragma once
// The models a study can name.

#include <array>
#include <cstddef>
#include <string_view>

namespace hilspace::models {

enum class Kind : std::size_t { axial, sixdof };

struct NamedKind {
  std::string_view name;
  std::string_view meaning;
};
/// In the order of Kind.
inline constexpr std::array kKinds{
    NamedKind{"axial", "two bodies on one axis, one contact"},
    NamedKind{"sixdof", "two rigid spacecraft in six degrees of freedom, probe and drogue"},
};

}  // namespace hilspace::models
