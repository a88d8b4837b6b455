#pragma once
// Which keys a study of each model knows.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/kind.hpp"

namespace hilspace::study {

/// The keys of that model: all parameters and settings.
std::vector<std::string_view> known_keys(models::ModelKind model);

/// The paths of its parameters.
std::vector<std::string_view> parameter_paths(models::ModelKind model);

/// "robot.resolution: is a key of model = "sixdof", ...", if that is so and not one of `model` as well;
/// also for tables.
std::optional<std::string> key_of_another_model(std::string_view path, models::ModelKind model);

}  // namespace hilspace::study
