#include "study/checks/combination.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace hilspace::study {
namespace {

/// An axis, reduced to the parameters in question.
struct AxisPart {
  const Axis* axis;
  std::vector<std::size_t> rows;       // of those parameters
  std::vector<std::size_t> positions;  // positions to visit
};

std::vector<std::size_t> all_positions(const AxisPart& part) {
  std::size_t size = part.axis->values[part.rows.front()].size();  // equal, unless the axis is wrong
  for (const auto row : part.rows) size = std::min(size, part.axis->values[row].size());
  std::vector<std::size_t> positions(size);
  for (std::size_t i = 0; i < size; ++i) positions[i] = i;
  return positions;
}

/// The first position of each distinct value.
std::vector<std::size_t> distinct(const std::vector<double>& names) {
  std::vector<double> seen;
  std::vector<std::size_t> positions;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (std::isnan(names[i]) || std::ranges::find(seen, names[i]) != seen.end()) continue;
    seen.push_back(names[i]);
    positions.push_back(i);
  }
  return positions;
}

std::vector<std::size_t> extremes(const std::vector<double>& numbers) {
  std::size_t least = numbers.size(), greatest = least;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (std::isnan(numbers[i])) continue;
    if (least == numbers.size() || numbers[i] < numbers[least]) least = i;
    if (greatest == numbers.size() || numbers[i] > numbers[greatest]) greatest = i;
  }
  if (least == numbers.size()) return {};
  if (least == greatest) return {least};
  return {least, greatest};
}

std::vector<std::size_t> positions(const AxisPart& part) {
  if (part.rows.size() > 1) return all_positions(part);
  const ValueKind kind = parameter(part.axis->parameters[part.rows.front()]).kind;
  const auto& values = part.axis->values[part.rows.front()];
  return has_names(kind) ? distinct(values) : extremes(values);
}

std::vector<AxisPart> parts(const Study& study, std::span<const Id> ids) {
  std::vector<AxisPart> result;
  for (const auto& axis : study.axes) {
    AxisPart part{&axis, {}, {}};
    for (std::size_t row = 0; row < axis.parameters.size(); ++row)
      if (std::ranges::find(ids, axis.parameters[row]) != ids.end()) part.rows.push_back(row);
    if (part.rows.empty()) continue;
    part.positions = positions(part);
    result.push_back(std::move(part));
  }
  return result;
}

bool visit_all(std::span<const AxisPart> parts, ParameterValues& values,
               const std::function<bool(const ParameterValues&)>& visit) {
  if (parts.empty()) return visit(values);
  const AxisPart& first = parts.front();
  return std::ranges::all_of(first.positions, [&](std::size_t position) {
    for (const auto row : first.rows) values[first.axis->parameters[row]] = first.axis->values[row][position];
    return visit_all(parts.subspan(1), values, visit);
  });
}

}  // namespace

void for_each_combination(const Study& study, std::span<const Id> ids,
                          const std::function<bool(const ParameterValues&)>& visit) {
  ParameterValues values = study.base;
  visit_all(parts(study, ids), values, visit);
}

}  // namespace hilspace::study
