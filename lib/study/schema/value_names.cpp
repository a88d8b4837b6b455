#include "study/schema/value_names.hpp"

#include "compensation/setup.hpp"
#include "contact/law.hpp"
#include "hybrid/setup.hpp"
#include "hybrid/shares.hpp"

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
    case ValueKind::compliance_reading:
      return "reading";
    case ValueKind::virtual_source:
      return "source";
    default:
      return "";
  }
}

std::string_view word_of(const Parameter& parameter, double value) {
  for (const Word& word : parameter.words)
    if (!word.text.empty() && word.value == value) return word.text;
  return {};
}

std::vector<std::string_view> names_of(ValueKind kind, const Study& study) {
  switch (kind) {
    case ValueKind::law: {
      auto names = listed(contact::kLaws);
      for (const StudyLaw& law : study.laws) names.emplace_back(law.name);
      return names;
    }
    case ValueKind::material:
      return listed(study.materials);
    case ValueKind::position_compensator:
      return listed(compensation::kPositions);
    case ValueKind::force_compensator:
      return listed(compensation::kForces);
    case ValueKind::compliance_reading:
      return listed(hybrid::kReadings);
    case ValueKind::virtual_source:
      return listed(hybrid::kSources);
    default:
      return {};
  }
}

}  // namespace hilspace::study
