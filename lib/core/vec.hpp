#pragma once
// Vectors and matrices in setups, studies and results: plain numbers of the standard library. What calculates
// with them takes them into its own types (dynamics/eigen.hpp), so that who only hands them on compiles no
// linear algebra.

#include <array>

namespace hilspace {

using Vec2 = std::array<double, 2>;
using Vec3 = std::array<double, 3>;
using Mat3 = std::array<double, 9>;  // row by row

}  // namespace hilspace
