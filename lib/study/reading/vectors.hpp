#pragma once
// Vectors and matrices of parameters, which a study may give as a whole: offset = ["0 mm", "75 mm"] is the
// same as offset.y = "0 mm" and offset.z = "75 mm".

#include <span>
#include <string_view>
#include <vector>

#include "study/reading/reading.hpp"

namespace hilspace::study {

struct Vector {
  std::string_view path;                     // its components are parameters below this path
  std::vector<std::string_view> components;  // in order; for a symmetric matrix the diagonal
  std::vector<std::string_view> products;    // xy, xz, yz of a symmetric matrix; otherwise empty
  std::string_view example;                  // as written in a study
};
std::span<const Vector> vectors();
const Vector* find_vector(std::string_view path);

/// Splits vectors given as a whole into components, also on axes, where an array of vectors gives several. An
/// unreadable vector leaves an empty array.
void take_vectors_apart(Table& root, Reading& reading);
/// Whether a value is such an empty array.
bool is_broken_vector(std::string_view path, const Value& value);

}  // namespace hilspace::study
