#pragma once
// Spacecraft composed of simple shapes.

#include <string_view>

#include "study/reading/reading.hpp"

namespace hilspace::study {

/// [[chaser.shape]]: kind, mass or density, place, direction and the dimensions of the kind
void read_shapes(std::string_view path, const Value& value, Reading& reading);

/// port = ["1.2 m", "0 m", "0 m"], in the axes of the shapes
void read_port(std::string_view path, const Value& value, Reading& reading);

}  // namespace hilspace::study
