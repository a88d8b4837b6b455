#pragma once
// The impacts of a docking as a table: what came first, how hard it was, and what it left.

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

/// With `title` above it. The first ones, where there are very many.
void print_impacts(const std::string& title, const std::vector<ImpactColumn>& columns);

}  // namespace hilspace::app
