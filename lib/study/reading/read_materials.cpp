#include <fmt/format.h>

#include <algorithm>

#include "contact/material.hpp"
#include "study/notation/keys.hpp"
#include "study/reading/readers.hpp"
#include "study/reading/values.hpp"
#include "study/schema/material_rows.hpp"

namespace hilspace::study {
namespace {

double read_property(Parameter property, const std::string& path, const Entry& material, Reading& reading) {
  const auto* entry = find(*material.value.as<Table>(), property.path);
  if (entry == nullptr) {
    reading.findings.add(material.place, fmt::format("{}.{}: missing; write {} = {}", path, property.path,
                                                     property.path, property.example));
    return kNone;
  }
  const std::string full_path = join(path, property.path);
  property.path = full_path;
  return read_value(property, entry->value, reading).value_or(kNone);
}

contact::Material read_material(const std::string& path, const Entry& entry, Reading& reading) {
  const auto* table = entry.value.as<Table>();
  if (table == nullptr) {
    reading.complain(path, entry.value, fmt::format("must be a table, [{}]", path));
    return {kNone, kNone};
  }
  const std::array keys{join(path, kYoungsModulus.path), join(path, kPoissonRatio.path)};
  const std::array<std::string_view, 2> known{keys[0], keys[1]};
  for (const auto& [key, place, value] : *table)
    if (const auto full = join(path, key); std::ranges::find(known, full) == known.end())
      reading.findings.add(place, unknown_key(full, known));
  return {read_property(kYoungsModulus, path, entry, reading),
          read_property(kPoissonRatio, path, entry, reading)};
}

}  // namespace

void read_materials(const Table& root, Reading& reading) {
  auto& materials = reading.study.materials;
  for (const auto& [name, material, source] : contact::materials())
    materials.push_back({std::string(name), material});

  const auto* section = find(root, "materials");
  if (section == nullptr) return;
  const auto* table = section->value.as<Table>();
  if (table == nullptr) {
    reading.complain("materials", section->value, "must be a table of materials, [materials.NAME]");
    return;
  }
  for (const auto& entry : *table) {
    const auto path = join("materials", entry.key);
    if (std::ranges::find(materials, entry.key, &StudyMaterial::name) != materials.end()) {
      reading.findings.add(entry.place, path + ": is a built-in material; give yours another name");
      continue;
    }
    if (!is_bare_name(entry.key))
      reading.findings.add(entry.place, path + ": a name has letters, digits, _ and - only");
    // Kept even if wrong, so that its name is known where it is used.
    materials.push_back({entry.key, read_material(path, entry, reading)});
  }
}

}  // namespace hilspace::study
