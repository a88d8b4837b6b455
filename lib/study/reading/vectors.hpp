#pragma once
// Vectors and matrices of parameters, which a study may give whole: offset = ["0 mm", "75 mm"] is the same as
// offset.y = "0 mm" and offset.z = "75 mm".

#include <span>
#include <string_view>
#include <vector>

#include "study/reading/reading.hpp"

namespace hilspace::study {

struct Vector {
  std::string_view path;                     // its components are parameters of this path
  std::vector<std::string_view> components;  // in their order; of a symmetric matrix the diagonal
  std::vector<std::string_view> products;    // of a symmetric matrix xy, xz, yz; else empty
  std::string_view example;                  // as it is written in a study
};
std::span<const Vector> vectors();
const Vector* find_vector(std::string_view path);

/// Takes vectors that are given whole apart, so that from here on there are components alone. Also on axes:
/// there a vector has an array of whole ones. Of one that could not be read an empty array stays.
void take_vectors_apart(Table& root, Reading& reading);
/// Whether that is what stays of one.
bool is_broken_vector(std::string_view path, const Value& value);

}  // namespace hilspace::study
