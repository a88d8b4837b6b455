#pragma once
// The models a study can name.

#include <array>
#include <cstddef>
#include <string_view>

namespace hilspace::models {

enum class Kind : std::size_t { axial, sixdof, rig };

struct NamedKind {
  std::string_view name;
  std::string_view meaning;
};
/// In the order of Kind.
inline constexpr std::array kKinds{
    NamedKind{"axial", "two bodies on one axis, one contact"},
    NamedKind{"sixdof", "two rigid spacecraft in six degrees of freedom, probe and drogue"},
    NamedKind{"rig", "the axial model on the 1DOF rig: its instruments, its sample rate, what it can bear"},
};

/// Two bodies on one axis: with the keys and the metrics of the axial model.
constexpr bool is_on_one_axis(Kind kind) { return kind != Kind::sixdof; }

}  // namespace hilspace::models
