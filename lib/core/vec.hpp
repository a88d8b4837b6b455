#pragma once
// Vectors and matrices of setups, studies and results, as standard-library arrays. Code that calculates with
// them converts them to its own types (dynamics/eigen.hpp), so that code that only passes them on does not
// compile linear algebra.

#include <array>

namespace hilspace {

using Vec2 = std::array<double, 2>;
using Vec3 = std::array<double, 3>;
using Mat3 = std::array<double, 9>;  // row-major

}  // namespace hilspace
