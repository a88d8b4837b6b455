#pragma once
// What a material of a study's own, [materials.NAME], is given by.

#include <array>

#include "study/schema/parameter_row.hpp"

namespace hilspace::study {

inline constexpr Parameter kYoungsModulus{
    "youngs_modulus", ValueKind::quantity, "Pa", 0.0, false, kInfinity, kNone,
    "\"4.34 GPa\"",   "Young's modulus"};
inline constexpr Parameter kPoissonRatio{"poisson_ratio", ValueKind::number, "1", -1.0, false, 0.5, kNone,
                                         "0.4",           "Poisson's ratio"};
inline constexpr std::array kMaterialRows{kYoungsModulus, kPoissonRatio};

}  // namespace hilspace::study
