#include "study/schema/value_names.hpp"

#include "compensation/setup.hpp"
#include "contact/law.hpp"

namespace hilspace::study {
namespace {

template <class Table>
std::vector<std::string_view> listed(const Table& table) {
  std::vector<std::string_view> names;
  for (const auto& row : table) names.emplace_back(row.name);
  return names;
}

}  // namespace

std::string_view noun_of(ValueKind kind) {
  switch (kind) {
    case ValueKind::law:
      return "law";
    case ValueKind::material:
      return "material";
    case ValueKind::position_compensator:
    case ValueKind::force_compensator:
      return "compensator";
    default:
      return "";
  }
}

std::vector<std::string_view> names_of(ValueKind kind, std::span<const StudyMaterial> materials) {
  switch (kind) {
    case ValueKind::law:
      return listed(contact::kLaws);
    case ValueKind::material:
      return listed(materials);
    case ValueKind::position_compensator:
      return listed(compensation::kPositions);
    case ValueKind::force_compensator:
      return listed(compensation::kForces);
    default:
      return {};
  }
}

}  // namespace hilspace::study
