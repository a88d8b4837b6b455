#pragma once
// Table of a docking's impacts: their order, their strength, and the rate after.

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hilspace::app {

struct ImpactColumn {
  std::string_view name;
  std::string_view units;
  std::span<const double> values;  // one per impact
};

/// With `title` above it. Only the first ones if there are very many.
void print_impacts(const std::string& title, const std::vector<ImpactColumn>& columns);

}  // namespace hilspace::app
