#pragma once
// Builders of the rows of parameter_rows.hpp: each names what its parameters have in common.

#include <array>
#include <numbers>
#include <string_view>

#include "study/schema/parameter_row.hpp"

namespace hilspace::study::rows {

constexpr Parameter positive(std::string_view path, std::string_view unit, std::string_view example,
                             std::string_view description) {
  return {path, ValueKind::quantity, unit, 0.0, false, kInfinity, kNone, example, description};
}
constexpr Parameter not_negative(std::string_view path, std::string_view unit, double fallback,
                                 std::string_view example, std::string_view description) {
  return {path, ValueKind::quantity, unit, 0.0, true, kInfinity, fallback, example, description};
}
constexpr Parameter any(std::string_view path, std::string_view unit, double fallback,
                        std::string_view example, std::string_view description) {
  return {path, ValueKind::quantity, unit, -kInfinity, true, kInfinity, fallback, example, description};
}
/// An angle within two exclusive limits.
constexpr Parameter between(std::string_view path, double low, double high, double fallback,
                            std::string_view example, std::string_view description) {
  return {path, ValueKind::quantity, "rad", low, false, high, fallback, example, description, false};
}
constexpr Parameter number(std::string_view path, double high, double fallback, std::string_view example,
                           std::string_view description) {
  return {path, ValueKind::number, "1", 0.0, false, high, fallback, example, description};
}
constexpr Parameter coefficient(std::string_view path, std::string_view example,
                                std::string_view description) {
  return {path, ValueKind::number, "1", 0.0, true, kInfinity, 0.0, example, description};
}
constexpr Parameter at_least_one(std::string_view path, double fallback, std::string_view example,
                                 std::string_view description) {
  return {path, ValueKind::number, "1", 1.0, true, kInfinity, fallback, example, description};
}
/// A number that counts, from 1.
constexpr Parameter count(std::string_view path, std::string_view description) {
  return {path, ValueKind::number, "1", 1.0, true, kInfinity, kNone, "1", description, true, {}, true};
}
constexpr Parameter name(std::string_view path, ValueKind kind, std::string_view example,
                         std::string_view description) {
  return {path, kind, "1", 0.0, true, kInfinity, kNone, example, description};
}

constexpr Parameter with_default(double fallback, Parameter parameter) {
  parameter.fallback = fallback;
  return parameter;
}
constexpr Parameter of(ModelSet models, Parameter parameter) {
  parameter.models = models;
  return parameter;
}

constexpr Parameter in_a_word(std::string_view word, Parameter parameter) {
  parameter.absent = word;
  return parameter;
}

/// The share of a virtual part that is calculated from the wanted contact.
inline constexpr double kFill = kInfinity, kCorrected = -kInfinity;
constexpr Parameter in_words(std::array<Word, 2> words, Parameter parameter) {
  parameter.words = words;
  return parameter;
}

inline constexpr double kRightAngle = std::numbers::pi / 2.0;

constexpr Parameter within_a_turn(Parameter parameter) {
  parameter.most = 4.0 * kRightAngle;
  return parameter;
}
/// A length of a spacecraft or of its equipment: at most 1 km.
constexpr Parameter of_spacecraft(Parameter parameter) {
  parameter.most = 1e3;
  return parameter;
}

}  // namespace hilspace::study::rows
