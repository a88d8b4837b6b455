#pragma once
// Setup of a hybrid contact, as plain numbers in SI: the contact that is wanted is shown in part by a real spring
// between robot and wall, in part by a force that the testbed's computer adds. virtual_part.hpp has the equations.

#include <array>
#include <string_view>

namespace hilspace::hybrid {

/// The place whose motion the computed force follows.
enum class Source : unsigned char { measured, actual, commanded };

struct NamedSource {
  std::string_view name;
  std::string_view meaning;
};
/// In the order of Source.
inline constexpr std::array kSources{
    NamedSource{"measured", "the actuator's output, later by the measurement delay"},
    NamedSource{"actual", "the actuator's output"},
    NamedSource{"commanded", "the actuator's command, that of the compensator where there is one"},
};

struct HybridSetup {
  bool is_real = false;            // whether there is a compliance between actuator and contact
  bool is_computed = false;        // whether there is a virtual part
  double real_stiffness = 0.0;     // k_r, N/m
  double real_damping = 0.0;       // b_r, N s/m
  double virtual_stiffness = 0.0;  // k_v, N/m; < 0 where the wanted contact is softer than the real spring
  double virtual_damping = 0.0;    // b_v, N s/m
  Source source = Source::measured;
  double measurement_delay = 0.0;  // h2, s, of a measured source; 0: none
  double rate = 0.0;               // Hz, at which the computed force is updated; 0: continuously

  bool present() const { return is_real || is_computed; }
  friend bool operator==(const HybridSetup&, const HybridSetup&) = default;
};

}  // namespace hilspace::hybrid
