#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "study/notation/keys.hpp"
#include "study/notation/quantity.hpp"
#include "study/reading/read_settings.hpp"
#include "study/reading/readers.hpp"
#include "study/reading/values.hpp"
#include "study/reading/vectors.hpp"
#include "study/schema/instrument.hpp"
#include "study/schema/known_keys.hpp"

namespace hilspace::study {
namespace {

void read_base(Id id, const Entry& entry, Reading& reading) {
  const Parameter& known = parameter(id);
  if (const auto* text = entry.value.as<std::string>();
      text && !known.absent.empty() && *text == known.absent)
    return;
  if (const auto& first = reading.given[id])  // once as a key in quotes and once in its table
    reading.findings.add(
        entry.place, fmt::format("{}: already given at {}", known.path, reading.findings.text_of(*first)));
  reading.given[id] = entry.place;
  if (const auto value = read_value(known, entry.value, reading)) reading.study.base[id] = *value;
}

void read_setting(const Setting& setting, const Entry& entry, Reading& reading) {
  const auto [first, is_new] = reading.given_settings.emplace(setting.path, entry.place);
  if (!is_new)
    reading.findings.add(entry.place, fmt::format("{}: already given at {}", setting.path,
                                                  reading.findings.text_of(first->second)));
  read_setting(setting, entry.value, reading);
}

/// Advice for a key of the axial instruments used in one with six components.
std::optional<std::string> takes_no_stages(std::string_view path) {
  const auto dot = std::min(path.find('.'), path.size());
  const auto table = path.substr(0, dot), key = path.substr(std::min(dot + 1, path.size()));
  if (std::ranges::find(kSpatialInstruments, table, &NamedSpatialInstrument::name) ==
      kSpatialInstruments.end())
    return std::nullopt;
  if (std::ranges::find(instruments::kStages, key, &instruments::NamedStage::name) ==
      instruments::kStages.end())
    return std::nullopt;
  return fmt::format(
      "{}: in six degrees of freedom a low-pass and a quantizer are written as total_delay, lag, bandwidth "
      "or "
      "natural_frequency, and damping and resolution; the other stages have tables of their own",
      path);
}

/// Advice where a value stands in the place of a table: as its only key if it can be that, otherwise an example.
std::string example_in(std::string_view table, const Value& value, std::span<const std::string_view> keys) {
  std::vector<std::string_view> within;
  for (const auto key : keys)
    if (key.starts_with(table) && key.substr(table.size(), 1) == ".") within.push_back(key);
  const auto id = within.empty() ? std::nullopt : find_parameter(within.front());
  if (!id) return "";
  const Parameter& first = parameter(*id);
  const auto name = first.path.substr(table.size() + 1);
  const auto* text = value.as<std::string>();
  std::string ignored;
  const bool is_it = within.size() == 1 && text != nullptr && first.kind == ValueKind::quantity &&
                     parse_quantity(*text, first.unit, ignored);
  const auto last = table.substr(table.rfind('.') + 1);  // npos + 1 is 0
  if (is_it) return fmt::format("; write {}.{} = {}", last, name, toml_string(*text));
  return fmt::format(", with for example {} = {}", name, first.example);
}

/// Whether it is one or several [[NAME]], of which there may be more.
bool is_list_of_tables(const Value& value) {
  const auto* items = value.as<Array>();
  return items != nullptr && !items->empty() && items->front().as<Table>() != nullptr;
}

/// What is said of an unknown key, unless the key that it suggests is in the same table.
std::string unless_there(std::string said, std::string_view key, std::string_view path, const Table& table) {
  for (const auto& other : table) {
    if (other.value.as<Table>() != nullptr) continue;  // its keys may be meant
    if (is_list_of_tables(other.value)) continue;      // another one of them is
    const auto its = join(path, other.key);
    if (said.ends_with(fmt::format("did you mean {}?", its)))
      return fmt::format("{}: unknown key; {} is there already, so remove this", key, its);
  }
  return said;
}

bool has_own_reader(std::string_view key) {
  constexpr std::array<std::string_view, 6> keys{"axis", "design", "laws", "materials", "model", "parameter"};
  return std::ranges::find(keys, key) != keys.end();
}

void read_table(const Table& table, std::string_view path, std::span<const std::string_view> keys,
                Reading& reading) {
  for (const auto& entry : table) {
    const auto key = join(path, entry.key);
    if (has_own_reader(key)) continue;
    if (reading.study.model == models::ModelKind::sixdof && is_broken_vector(key, entry.value)) continue;
    const Setting* setting = find_setting(key);
    if (const auto elsewhere = key_of_another_model(key, reading.study.model)) {
      reading.findings.add(entry.place, *elsewhere);
    } else if (const auto id = find_parameter(key)) {
      read_base(*id, entry, reading);
    } else if (setting != nullptr) {
      read_setting(*setting, entry, reading);
    } else if (!is_table(key, keys)) {
      const auto said = takes_no_stages(key).value_or(unknown_key(key, keys));
      const bool is_set = entry.place.setting != nullptr;  // which is to replace what is there
      reading.findings.add(entry.place, is_set ? said : unless_there(said, key, path, table));
    } else if (const auto* inner = entry.value.as<Table>()) {
      read_table(*inner, key, keys, reading);
    } else {
      reading.complain(key, entry.value,
                       fmt::format("must be a table, [{}]{}", key, example_in(key, entry.value, keys)));
    }
  }
}

}  // namespace

void read_keys(const Table& root, Reading& reading) {
  std::vector<std::string_view> keys = known_keys(reading.study.model);
  keys.insert(keys.end(), {"laws.NAME", "materials.NAME", "axis", "design", "parameter"});
  read_table(root, "", keys, reading);
}

}  // namespace hilspace::study
