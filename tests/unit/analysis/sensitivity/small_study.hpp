#pragma once
// A small study, and results of it with prescribed numbers.

#include <cmath>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "results/reading/result_file.hpp"
#include "study/study.hpp"
#include "support/axial_study.hpp"
#include "support/read_study.hpp"

namespace hilspace::analysis {

/// Without the material of the chaser.
const std::string kSmall = test::without(test::kAxialStudy, "chaser_material = \"polyimide\"\n");

inline constexpr const char* kGrid = R"(
[[axis]]
"actuator.total_delay" = ["4 ms", "1 ms", "2 ms"]
[[axis]]
"contact.chaser_material" = ["polyimide", "peek"]
[[axis]]
"actuator.resolution" = ["1 um", "10 um", "100 um", "1 mm"]
)";

inline constexpr study::Id kResolution = study::id_of(study::Instrument::actuator, "resolution");

inline study::Study grid_study() { return test::read_study(kSmall + kGrid); }

/// Two metrics, both f of the scenario's parameters; all outcomes are ok.
inline results::ResultFile result_of(const study::Study& study,
                                     const std::function<double(const study::ParameterValues&)>& f) {
  results::ResultFile result;
  std::vector<double> values;
  for (std::uint64_t i = 0; i < study::scenario_count(study); ++i)
    values.push_back(f(study::parameter_values(study, i)));
  const auto variable = [&](const std::string& name, std::vector<double> its) {
    results::Variable made{.name = name, .units = "percent", .long_name = name};
    made.values = std::move(its);
    return made;
  };
  result.variables = {variable("outcome", std::vector<double>(values.size(), 0.0)),
                      variable("velocity.error_pct", values),
                      variable("contact_force.peak_docking", std::move(values))};
  return result;
}

}  // namespace hilspace::analysis
