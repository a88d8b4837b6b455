#pragma once
// Trade-offs of a result: over the grid of two of its study's axes, for any metric.

#include <string>
#include <vector>

#include "analysis/sensitivity/analyse.hpp"
#include "analysis/sensitivity/trade_off.hpp"
#include "results/reading/result_file.hpp"
#include "study/study.hpp"

namespace hilspace::analysis {

/// Two axes of a study, each named directly or by a parameter on it.
struct TradeOffAxes {
  std::size_t first = 0, second = 0;            // indices into Study::axes
  study::Id first_parameter, second_parameter;  // whose values are used
};

/// Throws InputError if the study has no such axes, or no order along them.
TradeOffAxes trade_off_axes(const study::Study& study, const std::string& first, const std::string& second);

/// The cells of a metric in the form of trade_off(); `numbers` as in Options.
TradeOffGrid trade_off_grid(const study::Study& study, const results::ResultFile& result,
                            const TradeOffAxes& axes, const results::Variable& metric,
                            const NumbersOf& numbers = {});

}  // namespace hilspace::analysis
