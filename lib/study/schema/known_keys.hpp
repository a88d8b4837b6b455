#pragma once
// Known keys of each model.

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

/// "robot.resolution: is a key of model = "sixdof", ...", if that holds and it is not a key of `model` as
/// well; also for tables.
std::optional<std::string> key_of_another_model(std::string_view path, models::ModelKind model);

}  // namespace hilspace::study
