#pragma once
// The kinds of mechanisms, by name.

#include <array>
#include <cstddef>
#include <string_view>

namespace hilspace::mechanism {

/// What the probe's spherical tip meets; or features on both sides.
enum class MechanismKind : std::size_t { drogue, plane, features, androgynous, probe_cone, berthing };

/// Whether it is a list of features: the study's own, or one that comes of the dimensions of a ready-made unit.
constexpr bool is_of_features(MechanismKind kind) {
  return kind != MechanismKind::drogue && kind != MechanismKind::plane;
}
constexpr bool is_ready_made(MechanismKind kind) {
  return is_of_features(kind) && kind != MechanismKind::features;
}

struct NamedKind {
  std::string_view name;
  std::string_view meaning;
};
/// In the order of MechanismKind.
inline constexpr std::array kMechanisms{
    NamedKind{"drogue", "a hollow cylinder that opens into a hollow cone, met from inside"},
    NamedKind{"plane", "a plane across the docking axis, for straight hits and checks"},
    NamedKind{"features", "features of both sides, which the study lists in [mechanism]"},
    NamedKind{"androgynous", "two rings with petals, the chaser's on an attenuator, with pawls"},
    NamedKind{"probe_cone", "a probe whose head is on springs, with plungers, in a cone with a socket"},
    NamedKind{"berthing", "a capture head with rollers and a limit device in a cone with a socket"},
};

}  // namespace hilspace::mechanism
