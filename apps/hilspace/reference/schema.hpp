#pragma once
// The JSON Schema of studies, generated from the lists that reading them is driven by. It holds a study to what
// can be said of each key by itself, and of a few together; what needs numbers to be computed is left to check.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "json.hpp"
#include "models/kind.hpp"
#include "study/schema/parameter.hpp"
#include "study/schema/settings.hpp"

namespace hilspace::app {

/// Schema of a whole study: JSON Schema draft 7, which editors support.
Json study_schema();

// Its components.

/// The value of a parameter, as it stands in a study: "30 kg", 0.8, "flores".
Json value_schema(const study::Parameter& parameter);
/// A number with its unit, in quotes; with a sign only where `low` allows one.
Json quantity_schema(std::string_view unit, double low = -study::kInfinity, bool low_allowed = true);
/// The value of a setting. A metric or a solver is one of that model.
Json setting_schema(const study::Setting& setting, models::ModelKind model);
/// [design], [[parameter]] and the tables of [materials] and [laws].
Json design_schema();
Json varied_schema(models::ModelKind model);
Json materials_schema();
Json laws_schema();
/// A table of [[mechanism.feature]], of [[mechanism.pair]], of [[mechanism.latch]]; [mechanism.link].
Json feature_schema();
Json feature_pair_schema();
Json latch_schema();
Json link_schema();
Json hook_schema();
Json joint_schema();

/// A reference to a definition of the schema.
Json schema_reference(std::string_view name);
Json schema_of_type(std::string_view type);
/// One of these texts.
template <class Names>
Json schema_of_names(const Names& names) {
  return Json::object().add("enum", Json::list(names));
}
/// An array of these.
Json schema_of_array(Json items, std::size_t least, std::size_t most = 0);
/// A table with these keys and no others, some of which must be there.
Json schema_of_table(Json properties, const std::vector<std::string_view>& required = {});
/// {"if": {..}, "then": {..}} for tables in which that key is one of these texts.
Json schema_where(std::string_view key, Json names, Json then);
/// Tables without any of these keys.
Json schema_without(const std::vector<std::string_view>& keys);

}  // namespace hilspace::app
