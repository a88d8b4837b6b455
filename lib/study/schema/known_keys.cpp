#include "study/schema/known_keys.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "study/notation/keys.hpp"
#include "study/schema/parameter.hpp"
#include "study/schema/settings.hpp"

namespace hilspace::study {

std::vector<std::string_view> parameter_paths(models::ModelKind model) {
  std::vector<std::string_view> paths;
  for (const auto& parameter : parameters())
    if (parameter.models.has(model)) paths.push_back(parameter.path);
  return paths;
}

std::vector<std::string_view> known_keys(models::ModelKind model) {
  auto keys = parameter_paths(model);
  for (const auto& setting : kSettings)
    if (setting.models.has(model)) keys.push_back(setting.path);
  return keys;
}

std::optional<std::string> key_of_another_model(std::string_view path, models::ModelKind model) {
  const auto has = [&](models::ModelKind kind) {
    const auto keys = known_keys(kind);
    return std::ranges::find(keys, path) != keys.end() || is_table(path, keys);
  };
  if (has(model)) return std::nullopt;
  const auto keys = known_keys(model);
  const auto in_mechanism = fmt::format("mechanism.{}", path);  // [[latch]] for [[mechanism.latch]]
  const bool is_of_mechanism = std::ranges::find(keys, in_mechanism) != keys.end();
  for (std::size_t k = 0; k < models::kModels.size(); ++k)
    if (has(static_cast<models::ModelKind>(k)))
      return fmt::format(
          "{}: belongs to model = \"{}\", but this study has model = \"{}\"; remove it, or change "
          "the model{}",
          path, models::kModels[k].name, models::kModels[static_cast<std::size_t>(model)].name,
          is_of_mechanism ? ", or write " + in_mechanism : "");
  return std::nullopt;
}

}  // namespace hilspace::study
