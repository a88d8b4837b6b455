#include "sweep/stored_study.hpp"

#include <vector>

#include "metrics/catalogue.hpp"

namespace hilspace::sweep {

study::Study stored_study(std::string_view text, const std::filesystem::path& file) {
  std::vector<study::KnownMetric> known;
  for (const auto& metric : metrics::catalogue())
    known.push_back({metric.name, {metric.axial, metric.sixdof}});
  return study::parse(text, file.string() + ", its study", {}, known);
}

}  // namespace hilspace::sweep
