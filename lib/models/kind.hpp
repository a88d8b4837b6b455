#pragma once
// Models that a study can name.

#include <array>
#include <cstddef>
#include <string_view>

namespace hilspace::models {

enum class ModelKind : std::size_t { axial, sixdof, rig, four_mass };

struct NamedKind {
  std::string_view name;
  std::string_view meaning;
};
/// In the order of ModelKind.
inline constexpr std::array kModels{
    NamedKind{"axial", "two bodies on one axis, one contact"},
    NamedKind{"sixdof", "two rigid spacecraft in six degrees of freedom, probe and drogue"},
    NamedKind{"rig", "the axial model on the 1DOF rig: its instruments, its sample rate, what it can bear"},
    NamedKind{"four_mass", "two spacecraft of two masses each on one axis: impact theory, latching"},
};

/// One contact on one axis, with the contact, the instruments and the metrics of the axial model.
constexpr bool is_on_one_axis(ModelKind kind) { return kind != ModelKind::sixdof; }

}  // namespace hilspace::models
