#include "text/scenario_columns.hpp"

#include <fmt/core.h>

namespace hilspace::app {

void print_column_names(const study::Study& study) {
  fmt::print("index");
  for (const auto& axis : study.axes)
    for (const auto id : axis.parameters) fmt::print(",{}", study::parameter(id).path);
}

void print_columns(const study::Study& study, std::uint64_t index) {
  fmt::print("{}", index);
  const auto positions = study::positions(study, index);
  for (std::size_t k = 0; k < positions.size(); ++k)
    for (std::size_t p = 0; p < study.axes[k].parameters.size(); ++p)
      fmt::print(",{}",
                 study::text_of(study, study.axes[k].parameters[p], study.axes[k].values[p][positions[k]]));
}

}  // namespace hilspace::app
