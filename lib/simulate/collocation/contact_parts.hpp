#pragma once
// What a contact by collocation is made of (contact_pieces.hpp): its linear part and its law, the states between two
// pieces, the pieces, and what quanta give the bodies beside the smooth force (turn.hpp).

#include <array>
#include <cstddef>

#include "core/scalar.hpp"
#include "integrate/collocation.hpp"

namespace hilspace::simulate {

/// The linear part. Natural frequencies and dampings as squares and drags: instruments/low_pass.hpp.
template <class S>
struct Linear {
  S inverse_mass;  // 1/m, 1/kg
  S actuator_square, actuator_drag;
  S sensor_square, sensor_drag;
};

template <class S>
struct PieceLaw {
  S stiffness;                // k, N/m^(3/2)
  S damping;                  // chi/v0, s/m
  S quantum_square = S(0.0);  // q^2 of the actuator, m2

  HILSPACE_INLINE S elastic(S a) const {
    const S depth = larger(a, S(0.0));
    return stiffness * (depth * square_root(depth));
  }
  HILSPACE_INLINE S force(S a, S rate) const { return elastic(a) * (S(1.0) + damping * rate); }
  /// Mean of F(Q(a), a') over a cell of the quantizer: F + q^2/24 F", as long as a >> q. The constant makes the work over the
  /// first cells that of their sum, zeta(-3/2) k q^(5/2) (Euler and Maclaurin).
  HILSPACE_INLINE S mean_force(S a, S rate) const {
    const S depth = larger(a, S(0.0)), square = depth * depth + S(0.0182) * quantum_square;
    return force(a, rate) *
           (S(1.0) + S(1.0 / 32.0) * quantum_square / select(square > S(0.0), square, S(1.0)));
  }
  /// dF/da.
  HILSPACE_INLINE S slope(S a, S rate) const {
    return S(1.5) * stiffness * square_root(larger(a, S(0.0))) * (S(1.0) + damping * rate);
  }
  HILSPACE_INLINE S potential(S a) const { return S(0.4) * elastic(a) * larger(a, S(0.0)); }
};

/// States of a model between two pieces, SI: bodies, actuator's output, sensor's output.
template <class S>
struct LoopState {
  S d, v, x, x_rate, y, y_rate;
};

/// One piece of the solution.
template <class S>
struct Piece {
  S start, length;  // s
  integrate::OverPiece<S> d, v, x, x_rate, y;
};

/// What the quanta give where the interface and the measured force turn.
template <class S>
struct Turn {
  S of_sensor = S(0.0);  // N s, the sensor's share
  S area = S(0.0);       // m s, of the shown penetration beyond its mean
  S power = S(0.0);      // J, of the interface's share with the bodies' velocity
  S product = S(0.0);  // N2 s, with the measured force, and of the measured one's with that of the interface
};

/// A contact, or its aftermath, in pieces one behind the other.
template <class S, std::size_t kCount>
struct Pieces {
  std::array<Piece<S>, kCount> pieces;
  S end;              // s, end of the last one
  LoopState<S> last;  // state there
  Mask<S> holds;      // whether the limits hold
  S change = S(0.0);  // N, largest in the last turn of the iteration
  S peak = S(0.0);    // N, largest force at a node
  Turn<S> turn;
};

/// Quanta of actuator and sensor, m and N; 0: none.
template <class S>
struct Quanta {
  S actuator = S(0.0), sensor = S(0.0);
  S off = S(0.0);  // in a check: what is not known of the impulse where both turn, a share (turn.hpp)
};

}  // namespace hilspace::simulate
