#pragma once
// A spacecraft of many bodies in a row, as the two masses of the model: chaser.body, target.body.

#include <string_view>

#include "study/reading/reading.hpp"

namespace hilspace::study {

/// [[chaser.body]]: mass, and stiffness and damping of the spring to the next one; from the rear to the front.
void read_bodies(std::string_view path, const Value& value, Reading& reading);

}  // namespace hilspace::study
