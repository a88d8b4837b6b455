#pragma once
// Merged bodies: a spacecraft of n bodies in a row, with springs between, as two masses on one spring.
//
//   M_I = sum of m_1 ... m_k,  M_II = sum of m_(k+1) ... m_n,  on spring k:  w^2 = k_k (1/M_I + 1/M_II)
//
// The centre of mass of each is that of its bodies, and both together that of all. k is the spring whose two masses
// swing slowest: that one moves, the others are taken as locked. How good that is, the lowest frequency w_1 of all n bodies says:
// w >= w_1, since locked springs only stiffen.
//
// Source: impact chapters (64) to (67), 4.2.1 (the first eigenfrequency counts); docs/theory-impact.md.

#include <cstddef>
#include <span>

namespace hilspace::dynamics {

/// One of the row, from the rear to the front.
struct RowBody {
  double mass = 0.0;       // kg, > 0
  double stiffness = 0.0;  // N/m, > 0, of the spring to the next one; of the last one not used
  double damping = 0.0;    // N s/m, >= 0, likewise
  friend bool operator==(const RowBody&, const RowBody&) = default;
};

struct MergedBodies {
  double rear, front;         // M_I, M_II, kg
  double stiffness, damping;  // N/m, N s/m
  std::size_t behind;         // how many bodies are the rear one, k
  double frequency;           // w, rad/s
  double exact;               // w_1, rad/s
};

/// Two bodies at least.
MergedBodies merged(std::span<const RowBody> row);

}  // namespace hilspace::dynamics
