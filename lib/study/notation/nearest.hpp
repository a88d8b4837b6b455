#pragma once
// "Did you mean": the known name that a mistyped one most likely stands for.

#include <span>
#include <string>
#include <string_view>

namespace hilspace::study {

/// The nearest of the known names; empty when none is near enough to be meant.
std::string_view nearest(std::string_view name, std::span<const std::string_view> known);

/// `did you mean "flores"?`, or else `known: "hertz", "flores"`.
std::string suggestion(std::string_view name, std::span<const std::string_view> known);

}  // namespace hilspace::study
