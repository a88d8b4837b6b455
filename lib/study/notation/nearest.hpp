#pragma once
// "Did you mean": the known name nearest to a mistyped one.

#include <span>
#include <string>
#include <string_view>

namespace hilspace::study {

/// The nearest of the known names; empty if none is near enough.
std::string_view nearest(std::string_view name, std::span<const std::string_view> known);

/// `did you mean "flores"?`, or else `known: "hertz", "flores"`.
std::string suggestion(std::string_view name, std::span<const std::string_view> known);

}  // namespace hilspace::study
