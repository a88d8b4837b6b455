#pragma once
// Shares of a hybrid contact: which virtual part makes the wanted contact of a real spring behind a late testbed.
//
//   k_v = k_c - k_r                                     "fill"
//   b_v = b_c - b_r                                     "fill"
//   b_v = b_c - b_r + k_r t_r + k_v t_v                 "corrected"
//
//   k_c, b_c  wanted, N/m, N s/m                t_r  lag of the real part: actuator and force sensor, s
//   k_r, b_r  of the real spring                t_v  lag of the virtual part: from the command to its source,
//                                                    the measurement delay and half a period of its rate, s
//
// A delay h takes the damping k h from a spring (k x(t - h) = k x - k h x' + ...): "fill" is right without
// delays only, and with them a contact comes out stiffer in its rebound than what is wanted; "corrected" is right
// to first order. Source: [Z13] (21), (22), which is "fill"; docs/theory-hybrid.md.
//
// Springs of a compliance device with directions l_i (unit vectors; the probe's axis is x) are one stiffness
// along the contact's normal n, at the angle gamma from x in the plane of x and y:
//
//   K = sum k_i l_i l_i^T,   displacement  n^T K n,   force  1/(n^T K^-1 n), which is the smaller one
//
// A tip that moves along n alone sees the first; a tip without friction slides and sees the second ([Z] 130).

#include <array>
#include <optional>
#include <span>
#include <string_view>

#include "core/vec.hpp"
#include "hybrid/setup.hpp"
#include "instruments/setup.hpp"

namespace hilspace::hybrid {

/// t_r and t_v of the instruments; of `setup` the source, its delay and its rate count.
struct PartLags {
  double real = 0.0;
  double computed = 0.0;
  friend bool operator==(const PartLags&, const PartLags&) = default;
};
PartLags lags_of(const HybridSetup& setup, const instruments::ChainSetup& actuator,
                 const instruments::ChainSetup& force_sensor);

/// The wanted linear contact.
struct Wanted {
  double stiffness = 0.0;  // k_c
  double damping = 0.0;    // b_c
  friend bool operator==(const Wanted&, const Wanted&) = default;
};
double filling_stiffness(const Wanted& wanted, const HybridSetup& setup);
double filling_damping(const Wanted& wanted, const HybridSetup& setup);
/// With the virtual stiffness of `setup`.
double corrected_damping(const Wanted& wanted, const HybridSetup& setup, const PartLags& lags);

/// What a contact shows of springs with directions.
enum class ComplianceReading : unsigned char { force, displacement };
struct NamedReading {
  std::string_view name;
  std::string_view meaning;
};
/// In the order of ComplianceReading.
inline constexpr std::array kReadings{
    NamedReading{"force", "a tip without friction, which slides: 1/(n^T K^-1 n)"},
    NamedReading{"displacement", "a tip that moves along the normal alone: n^T K n"},
};

struct Spring {
  double stiffness;                 // k_i, N/m, > 0
  std::array<double, 3> direction;  // of any length > 0
  friend bool operator==(const Spring&, const Spring&) = default;
};

/// K
Mat3 stiffness_of(std::span<const Spring> springs);
/// Along a normal of length 1; empty: the springs bear nothing along it.
std::optional<double> stiffness_along(const Mat3& stiffness, const Vec3& normal, ComplianceReading reading);
/// The same along one at that angle from the probe's axis, rad.
std::optional<double> stiffness_along(std::span<const Spring> springs, double normal_angle,
                                      ComplianceReading reading);

}  // namespace hilspace::hybrid
