#pragma once
// Which keys a study knows, and what to say about one it does not know.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "study/parameter.hpp"

namespace hilspace::study {

/// "chaser" and "mass" joined with a dot; `key` itself at the root, where `table` is empty.
std::string join(std::string_view table, std::string_view key);

/// Whether `path` is a table that holds one of these keys.
bool is_table(std::string_view path, std::span<const std::string_view> keys);

/// Whether it has letters, digits, _ and - only, as a TOML key without quotes.
bool is_bare_name(std::string_view name);

/// "chaser.mas: unknown key; did you mean chaser.mass?" with respect to the keys known at that place.
std::string unknown_key(std::string_view path, std::span<const std::string_view> keys);

/// The keys of that model: all parameters and settings.
std::vector<std::string_view> known_keys(models::Kind model);

/// The paths of its parameters.
std::vector<std::string_view> parameter_paths(models::Kind model);

/// "robot.resolution: is a key of model = "sixdof", ...", if that is so and not one of `model` as well;
/// also for tables.
std::optional<std::string> key_of_another_model(std::string_view path, models::Kind model);

}  // namespace hilspace::study
