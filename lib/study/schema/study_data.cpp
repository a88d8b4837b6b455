#include "study/schema/study_data.hpp"

#include <algorithm>
#include <cmath>

namespace hilspace::study {
namespace {

/// Calls visit(axis number, position on it), the last axis first.
template <class Visit>
void for_each_position(const Study& study, std::uint64_t index, Visit visit) {
  for (std::size_t k = study.axes.size(); k-- > 0;) {
    const std::uint64_t size = study.axes[k].size();
    visit(k, static_cast<std::size_t>(index % size));
    index /= size;
  }
}

}  // namespace

bool is_group(std::string_view selected) { return selected.ends_with(".*"); }

bool selects(std::string_view selected, std::string_view metric) {
  return is_group(selected) ? metric.starts_with(selected.substr(0, selected.size() - 1))
                            : selected == metric;
}

std::uint64_t scenario_count(const Study& study) {
  std::uint64_t count = 1;
  for (const auto& axis : study.axes) count *= axis.size();
  return count;
}

std::vector<std::size_t> positions(const Study& study, std::uint64_t index) {
  std::vector<std::size_t> result(study.axes.size());
  for_each_position(study, index, [&](std::size_t axis, std::size_t position) { result[axis] = position; });
  return result;
}

ParameterValues parameter_values(const Study& study, std::uint64_t index) {
  ParameterValues values = study.base;
  for_each_position(study, index, [&](std::size_t k, std::size_t position) {
    const Axis& axis = study.axes[k];
    for (std::size_t p = 0; p < axis.parameters.size(); ++p)
      values[axis.parameters[p]] = axis.values[p][position];
  });
  return values;
}

bool has_law(const Study& study, contact::Law law) {
  const double wanted = static_cast<double>(law);
  if (study.base["contact.law"_id] == wanted) return true;
  for (const auto& axis : study.axes)
    for (std::size_t i = 0; i < axis.parameters.size(); ++i)
      if (axis.parameters[i] == "contact.law"_id &&
          std::ranges::find(axis.values[i], wanted) != axis.values[i].end())
        return true;
  return false;
}

bool has_hybrid_contact(const Study& study) {
  const auto is_used = [&](Id id) {
    return !std::isnan(study.base[id]) || std::ranges::any_of(study.axes, [id](const Axis& axis) {
      return std::ranges::find(axis.parameters, id) != axis.parameters.end();
    });
  };
  return !study.springs.empty() || is_used("compliance.stiffness"_id) ||
         is_used("compliance.stiffness_along.x"_id) || is_used("virtual.source"_id);
}

}  // namespace hilspace::study
